import { ShieldOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { builtInDescription, isBuiltIn } from '../../../contract/service/models/permission-ids';
import type { PermissionDefinition } from '../../../contract/service/models/team-models';
import type { Translator } from '../../../messages/translator';
import { useCurl } from '../../blocks/row-menu/use-curl';
import { useRowMenu } from '../../blocks/row-menu/use-row-menu';
import { formatNumber } from '../../lib/intl/format';
import type { PermissionGraph } from '../../lib/rules/permission-graph';
import { useMessages } from '../../lib/use-messages';
import type { PermissionKind } from '../../queries/permissions/definitions';
import { Badge } from '../../ui/data/badge';
import { TwoLineCell } from '../../ui/data/two-line-cell';
import { type Column, VirtualList } from '../../ui/data/virtual-list';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NoMatchState } from '../../ui/feedback/no-match-state';
import { SearchInput } from '../../ui/inputs/search-input';
import { ListBody, ListToolbar } from '../../ui/layout/list-frame';
import styles from './permissions.module.css';

interface DefinitionTableProps {
  connectionId: string;
  kind: PermissionKind;
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  selected: string | undefined;
  onOpen: (id: string) => void;
}

/** Definitions as rows, filtered by their ID and description. */
export function DefinitionTable({ connectionId, kind, definitions, graph, selected, onOpen }: DefinitionTableProps) {
  const messages = useMessages();
  const { t } = messages;
  const [text, setText] = useState('');
  const columns = useMemo(() => definitionColumns(messages, graph), [messages, graph]);
  const curl = useCurl(connectionId);
  const { menu, element } = useRowMenu((definition: PermissionDefinition) => ({
    name: definition.id,
    onOpen: () => onOpen(definition.id),
    id: definition.id,
    json: definition,
    curl: curl({ access: 'admin', path: `/${kind}-permission-definitions` }),
  }));
  if (definitions.length === 0) return <EmptyState icon={ShieldOff} title={t('permissions.none')} text={t('permissions.none.text')} />;
  const wanted = text.trim().toLowerCase();
  const shown = definitions.filter(({ id, description = '' }) => `${id} ${description}`.toLowerCase().includes(wanted));
  return (
    <>
      <ListToolbar>
        <SearchInput className={styles.search} label={t('permissions.search')} value={text} onValueChange={setText} />
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatchState
          title={t('permissions.no-match')}
          text={t('permissions.no-match.text')}
          clearLabel={t('users.no-match.clear')}
          onClear={() => setText('')}
        />
      ) : (
        <ListBody>
          <VirtualList
            label={t('permissions.list')}
            columns={columns}
            count={shown.length}
            itemAt={(index) => shown[index]}
            getKey={({ id }) => id}
            selectedKey={selected}
            onOpen={({ id }) => onOpen(id)}
            menu={menu}
            rowHeight={52}
          />
          {element}
        </ListBody>
      )}
    </>
  );
}

function definitionColumns({ t, locale }: Translator, graph: PermissionGraph): Column<PermissionDefinition>[] {
  return [
    {
      id: 'permission',
      header: t('permissions.column.permission'),
      width: 'minmax(180px, 5fr)',
      cell: ({ id, description }) => <Permission id={id} description={description ?? builtInDescription(id)} />,
    },
    {
      id: 'contains',
      header: t('permissions.column.contains'),
      width: 'minmax(120px, 3fr)',
      cell: ({ id, contained_permission_ids: contained }) => {
        const all = graph.closureOf(id);
        const inherited = [...all].filter((inner) => !contained.includes(inner)).length;
        if (all.size === 0) return null;
        return t('permissions.contains.counts', {
          direct: formatNumber(contained.length, locale),
          inherited: formatNumber(inherited, locale),
        });
      },
    },
    {
      id: 'containers',
      header: t('permissions.column.containers'),
      width: 'minmax(110px, 3fr)',
      cell: ({ id }) => <Ids ids={graph.containersOf(id)} />,
    },
  ];
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
