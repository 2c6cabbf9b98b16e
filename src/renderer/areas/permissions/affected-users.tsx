import { Users } from 'lucide-react';
import { useState } from 'react';
import type { PermissionKind } from '#data/permissions.ts';
import { useUser } from '#data/users.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { visibleName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import styles from './affected-users.module.css';
import type { DefinitionChange } from './data';
import { type AffectedPermission, type Holder, useAffectedUsers } from './data';

interface AffectedUsersProps {
  connectionId: string;
  kind: PermissionKind;
  change: DefinitionChange;
}

/** Who gains and who loses permissions by a change. Counted on request, because the lists of all grants can be long. */
export function AffectedUsers(props: AffectedUsersProps) {
  const { t } = useMessages();
  const [isWanted, setWanted] = useState(false);
  return (
    <section aria-label={t('permissions.affected')}>
      <h3 className={styles.title}>{t('permissions.affected')}</h3>
      {isWanted ? (
        <Counts {...props} />
      ) : (
        <Button size="sm" icon={Users} onClick={() => setWanted(true)}>
          {t('permissions.affected.show')}
        </Button>
      )}
    </section>
  );
}

function Counts({ connectionId, kind, change }: AffectedUsersProps) {
  const { t } = useMessages();
  const affected = useAffectedUsers(connectionId, kind, change);
  if (affected.state === 'loading')
    return (
      <div className={styles.card}>
        <LoadingStatus />
        <Skeleton width="80%" />
      </div>
    );
  if (affected.state === 'failed')
    return <ErrorCallout report={affected.report} action={<RetryButton size="sm" report={affected.report} onRetry={affected.retry} />} />;
  if (affected.state === 'too-many') return <p className={styles.note}>{t('permissions.affected.too-many')}</p>;
  const { gains, loses } = affected;
  if (gains.length + loses.length === 0) return <p className={styles.note}>{t('permissions.affected.none')}</p>;
  return (
    <ul className={styles.card}>
      {gains.map((one) => (
        <Row key={`+${one.id}`} connectionId={connectionId} permission={one} isGain />
      ))}
      {loses.map((one) => (
        <Row key={`-${one.id}`} connectionId={connectionId} permission={one} isGain={false} />
      ))}
    </ul>
  );
}

const maxNames = 20;

function Row({
  connectionId,
  permission: { id, holders },
  isGain,
}: {
  connectionId: string;
  permission: AffectedPermission;
  isGain: boolean;
}) {
  const { t, locale } = useMessages();
  const users = [...new Set(holders.map(({ userId }) => userId))];
  const teams = teamsOf(holders);
  const [isOpen, setOpen] = useState(false);
  const counts = { users: users.length, teams, shown: formatNumber(users.length, locale) };
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <Badge tone={isGain ? 'good' : 'bad'}>{t(isGain ? 'permissions.gains' : 'permissions.loses')}</Badge>
        <code className={styles.id}>{id}</code>
        <Button size="sm" variant="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(teams === 0 ? 'permissions.affected.users' : 'permissions.affected.users-in-teams', counts)}
        </Button>
      </div>
      {isOpen && (
        <ul className={styles.names}>
          {users.slice(0, maxNames).map((userId) => (
            <UserName key={userId} connectionId={connectionId} userId={userId} />
          ))}
          {users.length > maxNames && <li>{t('permissions.affected.more', { count: users.length - maxNames })}</li>}
        </ul>
      )}
    </li>
  );
}

function teamsOf(holders: readonly Holder[]): number {
  return new Set(holders.flatMap(({ teamId }) => (teamId === null ? [] : [teamId]))).size;
}

/** The list of grants contains no names, so each user is read, at most as many as are shown. */
function UserName({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { data: user } = useUser(connectionId, userId);
  const name = user && (visibleName(user.display_name) ?? user.primary_email);
  return (
    <li>
      <bdi>{name ?? userId}</bdi>
    </li>
  );
}
