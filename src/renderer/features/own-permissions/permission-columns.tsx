import { visibleText } from '../../../contract/text/visible-text';
import type { Translator } from '../../../messages/translator';
import type { PermissionRow } from '../../lib/rules/permission-rows';
import { Badge } from '../../ui/data/badge';
import { TwoLineCell } from '../../ui/data/two-line-cell';
import type { Column } from '../../ui/data/virtual-list';
import { TextAround } from '../../ui/layout/text-around';
import styles from './own-permissions.module.css';

/** Returns the columns of a list of permissions. If there is little room, descriptions are left out. */
export function permissionColumns(
  messages: Translator,
  teamNames: ReadonlyMap<string, string>,
  isNarrow: boolean,
): Column<PermissionRow>[] {
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
