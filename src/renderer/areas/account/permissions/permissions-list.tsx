import { ShieldOff } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';
import { visibleText } from '#contract/text/visible-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import type { PermissionRow } from '#lib/rules/permission-graph.ts';
import { foldText } from '#lib/search.ts';
import { useIsNarrow } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListBody, ListFooter, ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { TextAround } from '#ui/layout/text-block.tsx';
import { useSearchText } from '#window/use-change-url-state.ts';
import { useViewState } from '#window/view-state.ts';
import styles from './own-permissions.module.css';
import type { OwnPermissions } from './use-own-permissions';

interface PermissionsListProps {
  permissions: OwnPermissions;
  failure: ComponentProps<typeof OutdatedMessage> | null;
}

/** Permissions as rows, the direct ones first, filtered by their ID or the team's name; the address contains the filter. */
export function PermissionsList({ permissions, failure }: PermissionsListProps) {
  const { t } = useMessages();
  const [text, setText] = useSearchText();
  return (
    <ListFrame>
      {failure && <OutdatedMessage {...failure} />}
      {permissions.rows.length === 0 && permissions.omitted === undefined ? (
        <EmptyState icon={ShieldOff} title={t('own-permissions.none')} text={t('own-permissions.none.text')} />
      ) : (
        <>
          <ListToolbar>
            <DelayedSearchInput className={styles.search} label={t('own-permissions.search')} value={text} onValueChange={setText} />
          </ListToolbar>
          <Rows permissions={permissions} text={text} onClear={() => setText('')} />
        </>
      )}
      <OmittedNote omitted={permissions.omitted} />
    </ListFrame>
  );
}

/** Below this width in CSS pixels, descriptions have no room. */
const narrowList = 640;

function Rows({ permissions, text, onClear }: { permissions: OwnPermissions; text: string; onClear: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { rows, teamNames } = permissions;
  const [isNarrow, measured] = useIsNarrow(narrowList);
  const nameOf = (teamId: string) => teamNames.get(teamId)?.trim() || t('shell.teams.unnamed');
  const [showsInherited, showInherited] = useViewState('own-permissions.inherited', false, isBoolean);
  const wanted = foldText(text);
  const matching = rows.filter(
    ({ id, teamId }) => foldText(id).includes(wanted) || (teamId !== null && foldText(nameOf(teamId)).includes(wanted)),
  );
  const direct = matching.filter(({ isDirect }) => isDirect);
  const inherited = matching.filter(({ isDirect }) => !isDirect);
  // A search is for all of them, and an empty list would hide that there are any.
  const isFolded = wanted === '' && direct.length > 0 && !showsInherited;
  const shown = isFolded ? direct : [...direct, ...inherited];
  const columns = useMemo(() => permissionColumns(messages, teamNames, isNarrow), [messages, teamNames, isNarrow]);
  if (shown.length === 0) return <NoMatch onClear={onClear} />;
  return (
    <>
      <ListBody ref={measured}>
        <VirtualList
          label={t('own-permissions.list')}
          columns={columns}
          count={shown.length}
          itemAt={(index) => shown[index]}
          getKey={rowKey}
          rowHeight={52}
        />
      </ListBody>
      <Footer
        permissions={permissions}
        isFolded={isFolded}
        onFold={wanted === '' && direct.length > 0 && inherited.length > 0 ? () => showInherited(isFolded) : undefined}
      />
    </>
  );
}

const isBoolean = (value: unknown) => typeof value === 'boolean';

const rowKey = ({ id, teamId }: PermissionRow) => `${teamId} ${id}`;

const notes: Readonly<Record<OwnPermissions['definitions'], MessageKey | null>> = {
  known: null,
  loading: null,
  locked: 'own-permissions.locked',
  failed: 'own-permissions.definitions-failed',
};

interface FooterProps {
  permissions: OwnPermissions;
  isFolded: boolean;
  /** Shows or hides the inherited permissions; undefined where that makes no difference. */
  onFold: (() => void) | undefined;
}

function Footer({ permissions: { rows, definitions }, isFolded, onFold }: FooterProps) {
  const { t, locale } = useMessages();
  const direct = rows.filter(({ isDirect }) => isDirect).length;
  const note = notes[definitions];
  const counts = { direct: formatNumber(direct, locale), inherited: formatNumber(rows.length - direct, locale) };
  return (
    <ListFooter end={note === null ? undefined : t(note)}>
      <span>{t('own-permissions.counts', counts)}</span>
      {onFold !== undefined && (
        <Button variant="plain" size="sm" onClick={onFold}>
          {t(isFolded ? 'own-permissions.inherited.show' : 'own-permissions.inherited.hide')}
        </Button>
      )}
    </ListFooter>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useMessages();
  return (
    <NoMatchState
      title={t('own-permissions.no-match')}
      text={t('own-permissions.no-match.text')}
      clearLabel={t('team.members.clear')}
      onClear={onClear}
    />
  );
}

/** Returns the columns of a list of permissions. If there is little room, descriptions are left out. */
function permissionColumns(messages: Translator, teamNames: ReadonlyMap<string, string>, isNarrow: boolean): Column<PermissionRow>[] {
  const { t } = messages;
  return [
    {
      id: 'permission',
      header: t('own-permissions.column.permission'),
      width: 'minmax(180px, 5fr)',
      cell: (row) => <Permission row={row} isNarrow={isNarrow} />,
    },
    {
      id: 'scope',
      header: t('own-permissions.column.scope'),
      width: 'minmax(120px, 3fr)',
      cell: ({ teamId }) => <Scope name={teamId === null ? null : (teamNames.get(teamId) ?? '')} messages={messages} />,
    },
    {
      id: 'source',
      header: t('own-permissions.column.source'),
      width: 'minmax(150px, 4fr)',
      cell: (row) => <Source row={row} messages={messages} />,
    },
  ];
}

function Permission({ row: { id, description }, isNarrow }: { row: PermissionRow; isNarrow: boolean }) {
  const note = isNarrow || description === undefined || description === '' ? undefined : <bdi title={description}>{description}</bdi>;
  return (
    <TwoLineCell note={note}>
      <code className={styles.id} title={id}>
        {id}
      </code>
    </TwoLineCell>
  );
}

/** A team's name, which may be empty, or the project. */
function Scope({ name, messages: { t } }: { name: string | null; messages: Translator }) {
  if (name === null) return <span className={styles.quiet}>{t('own-permissions.project')}</span>;
  const text = visibleText(name) === '' ? t('shell.teams.unnamed') : name;
  return <bdi title={text}>{text}</bdi>;
}

function Source({ row: { isDirect, via }, messages: { t } }: { row: PermissionRow; messages: Translator }) {
  if (isDirect) return <Badge tone="accent">{t('own-permissions.direct')}</Badge>;
  if (via === null) return <Badge>{t('own-permissions.inherited')}</Badge>;
  const chain = via.join(' → ');
  return (
    <span className={styles.quiet} title={chain}>
      <TextAround text={(value) => t('permissions.via', { chain: value })}>
        <code className={styles.chain}>{chain}</code>
      </TextAround>
    </span>
  );
}
