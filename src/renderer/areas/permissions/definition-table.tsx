import { ShieldOff, Trash2 } from 'lucide-react';
import { type RefCallback, useMemo, useRef } from 'react';
import { builtInDescription, isBuiltIn } from '#contract/service/models/permission-ids.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { type PermissionKind, readDefinitions } from '#data/permissions.ts';
import { findRaw } from '#data/raw.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { formatNumber } from '#lib/intl/format.ts';
import type { PermissionGraph } from '#lib/rules/permission-graph.ts';
import { foldText } from '#lib/search.ts';
import { useIsNarrow } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import { ImportButton } from '#parts/import-button.tsx';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { OneActionBar } from '#parts/selection/one-action-bar.tsx';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting, useSelection } from '#parts/selection/use-selection.ts';
import { selectedTargets } from '#parts/selection/use-selection-jobs.ts';
import { Badge } from '#ui/data/badge.tsx';
import type { ListMenu, ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListBody, ListToolbar } from '#ui/layout/list-frame.tsx';
import { useLastRow } from '#window/last-row.ts';
import { paths } from '#window/routes.ts';
import styles from './permissions.module.css';

interface DefinitionTableProps {
  connectionId: string;
  kind: PermissionKind;
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  selected: string | undefined;
  query: string;
  onQuery: (query: string) => void;
  onOpen: (id: string) => void;
}

/** Below this width in CSS pixels, the last column would be cut off. */
const narrowTable = 480;

/** Definitions as rows, the built-in ones last, filtered by their ID and description; the address contains the filter. */
export function DefinitionTable({ definitions, query, onQuery, ...rest }: DefinitionTableProps) {
  const { t } = useMessages();
  const [isNarrow, measured] = useIsNarrow(narrowTable);
  if (definitions.length === 0) return <EmptyState icon={ShieldOff} title={t('permissions.none')} text={t('permissions.none.text')} />;
  return <Filled definitions={definitions} query={query} isNarrow={isNarrow} measured={measured} onQuery={onQuery} {...rest} />;
}

interface FilledProps extends DefinitionTableProps {
  isNarrow: boolean;
  measured: RefCallback<HTMLElement>;
}

function Filled({ definitions, query, isNarrow, measured, onQuery, ...rest }: FilledProps) {
  const { t } = useMessages();
  const { connectionId, kind } = rest;
  const readOnly = useReadOnlyReason(connectionId);
  const wanted = foldText(query);
  const matching = definitions.filter(({ id, description = '' }) => foldText(`${id} ${description}`).includes(wanted));
  const shown = matching.toSorted((one, other) => Number(isBuiltIn(one.id)) - Number(isBuiltIn(other.id)));
  const frame = useRef<HTMLDivElement>(null);
  const selection = useSelection<PermissionDefinition>(query, definitionKey);
  const { press, clear } = useSelectionKeys(frame, selection);
  const list = useListSelection({ selection, items: shown, nameOf: definitionKey });
  const { menu, element } = useDefinitionMenu(rest);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for the controls in it
    <div ref={frame} className={styles.frame} onKeyDown={press}>
      {isSelecting(selection) ? (
        <OneActionBar
          connectionId={connectionId}
          selection={selection}
          matching={shown.length}
          icon={Trash2}
          label={t('bulk.delete')}
          action={{ kind: 'definitions.delete', of: kind }}
          scope={() => selectedTargets(selection)}
          lack={[...selection.items.keys()].every(isBuiltIn) ? t('bulk.lack.built-in') : undefined}
          onAll={list.onAll}
          onClear={clear}
        />
      ) : (
        <ListToolbar
          end={
            <>
              <ImportButton connectionId={connectionId} kind="permissions" disabledReason={readOnly} />
              <ExportButton connectionId={connectionId} kind="permissions" scopes={[{ scope: { kind: 'all' }, count: null }]} />
            </>
          }
        >
          <DelayedSearchInput className={styles.search} label={t('permissions.search')} value={query} onValueChange={onQuery} />
        </ListToolbar>
      )}
      {shown.length === 0 ? (
        <NoMatchState
          title={t('permissions.no-match')}
          text={t('permissions.no-match.text')}
          clearLabel={t('team.members.clear')}
          onClear={() => onQuery('')}
        />
      ) : (
        <ListBody ref={measured}>
          <Rows key={query} definitions={shown} isNarrow={isNarrow} filter={`${kind} ${query}`} selection={list} menu={menu} {...rest} />
        </ListBody>
      )}
      {element}
    </div>
  );
}

interface RowsProps extends Omit<DefinitionTableProps, 'connectionId' | 'kind' | 'query' | 'onQuery'> {
  /** The kind and the search. */
  filter: string;
  isNarrow: boolean;
  selection: ListSelection<PermissionDefinition>;
  menu: ListMenu<PermissionDefinition>;
}

const definitionKey = ({ id }: PermissionDefinition) => id;

function Rows({ definitions, graph, selected, isNarrow, filter, selection, menu, onOpen }: RowsProps) {
  const messages = useMessages();
  const columns = useMemo(() => definitionColumns(messages, graph, isNarrow), [messages, graph, isNarrow]);
  const place = useLastRow('permissions.place', filter);
  return (
    <VirtualList
      {...place}
      label={messages.t('permissions.list')}
      columns={columns}
      count={definitions.length}
      itemAt={(index) => definitions[index]}
      getKey={definitionKey}
      selection={selection}
      selectedKey={selected}
      onOpen={({ id }) => onOpen(id)}
      menu={menu}
      rowHeight={52}
    />
  );
}

/** Returns the menu of the permissions. Its element is outside of what goes with the rows, so that other rows don't close it. */
function useDefinitionMenu({ connectionId, kind, onOpen }: Pick<DefinitionTableProps, 'connectionId' | 'kind' | 'onOpen'>) {
  const curl = useCurl(connectionId);
  return useRowMenu((definition: PermissionDefinition) => ({
    name: definition.id,
    onOpen: () => onOpen(definition.id),
    id: definition.id,
    path: paths.permissions(connectionId, { tab: kind, panel: definition.id }),
    readJson: () => findRaw(readDefinitions(connectionId, kind, true), definition.id),
    curl: curl({ access: 'admin', path: `/${kind}-permission-definitions` }),
  }));
}

/** Returns how many permissions one contains, and how many more these contain, if any. */
export function containedText({ t, locale }: Translator, direct: number, inherited: number): string {
  const count = formatNumber(direct, locale);
  if (inherited === 0) return count;
  return t('permissions.contains.counts', { direct: count, inherited: formatNumber(inherited, locale) });
}

/** Returns the columns. Where there is little room, the panel alone says what contains a permission. */
function definitionColumns(messages: Translator, graph: PermissionGraph, isNarrow: boolean): Column<PermissionDefinition>[] {
  const { t } = messages;
  const columns: Column<PermissionDefinition>[] = [
    {
      id: 'permission',
      header: t('permissions.column.permission'),
      width: 'minmax(192px, 3fr)',
      cell: ({ id, description }) => <Permission id={id} description={description ?? builtInDescription(id)} />,
    },
    {
      id: 'contains',
      header: t('permissions.column.contains'),
      width: 'minmax(128px, 2fr)',
      cell: ({ id, contained_permission_ids: contained }) => {
        const all = graph.closureOf(id);
        const inherited = [...all].filter((inner) => !contained.includes(inner)).length;
        if (all.size === 0) return null;
        return containedText(messages, contained.length, inherited);
      },
    },
    {
      id: 'containers',
      header: t('permissions.column.containers'),
      width: 'minmax(110px, 2fr)',
      cell: ({ id }) => <Ids ids={graph.containersOf(id)} />,
    },
  ];
  return isNarrow ? columns.filter(({ id }) => id !== 'containers') : columns;
}

function Permission({ id, description }: { id: string; description: string | undefined }) {
  const { t } = useMessages();
  return (
    <TwoLineCell note={description ? <bdi title={description}>{description}</bdi> : undefined}>
      <span className={styles.name}>
        <code className={styles.id} title={id}>
          {id}
        </code>
        {isBuiltIn(id) && <Badge>{t('permissions.built-in')}</Badge>}
      </span>
    </TwoLineCell>
  );
}

function Ids({ ids }: { ids: readonly string[] }) {
  const text = ids.join(', ');
  return (
    <code className={styles.chain} title={text}>
      {text}
    </code>
  );
}
