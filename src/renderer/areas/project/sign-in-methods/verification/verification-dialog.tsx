import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { service } from '#data/api.ts';
import { writeConfigKeys } from '#data/checked-configuration.ts';
import type { Configuration } from '#data/configuration.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { levelOfKey } from '#lib/rules/config-keys.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { paths } from '#window/routes.ts';
import styles from './verification.module.css';

export const verificationKey = 'onboarding.requireEmailVerification';

/** Number of affected users that are named. */
const shownUsers = 10;

interface VerificationDialogProps {
  connection: Connection;
  config: Configuration;
  isOn: boolean;
  onClose: () => void;
}

/** Asks before verified addresses are required, or no longer, and says whom that affects. */
export function VerificationDialog({ connection, config, isOn, onClose }: VerificationDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const affected = useAffectedUsers(connection.id, isOn);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(isOn ? 'verification.on.title' : 'verification.off.title')}
      consequence={t(isOn ? 'verification.on.consequence' : 'verification.off.consequence')}
      confirmLabel={t(isOn ? 'verification.on.confirm' : 'verification.off.confirm')}
      environment={connection.environment}
      disabledReason={isOn && affected.isPending ? t('ui.loading') : undefined}
      onConfirm={async () => {
        await writeConfigKeys(connection.id, levelOfKey(config, verificationKey), { [verificationKey]: isOn });
        show({ tone: 'good', title: isOn ? 'verification.on.done' : 'verification.off.done' });
      }}
    >
      {isOn && <AffectedUsers connectionId={connection.id} affected={affected} onLeave={onClose} />}
    </ConfirmDialog>
  );
}

interface AffectedUsersProps {
  connectionId: string;
  affected: ReturnType<typeof useAffectedUsers>;
  onLeave: () => void;
}

/** The users that become restricted: how many, and the newest of them. */
function AffectedUsers({ connectionId, affected, onLeave }: AffectedUsersProps) {
  const { t } = useMessages();
  const nameOf = useUserName();
  const { data, error, isFetching, refetch } = affected;
  if (error !== null) {
    const report = reportOf(error);
    return (
      <div className={styles.affected}>
        <ErrorCallout report={report} action={<RetryButton report={report} onRetry={() => void refetch()} busy={isFetching} />} />
      </div>
    );
  }
  if (data === undefined) return <LoadingUsers />;
  const { affected_users: users, total_affected_count: count } = data;
  return (
    <div className={styles.affected}>
      <Callout tone={count === 0 ? 'good' : 'warn'} title={t('verification.affected', { count })} />
      {users.length > 0 && (
        <ul className={styles.users} aria-label={t('verification.users')}>
          {users.map((user) => (
            <li key={user.id}>
              <Link to={paths.user(connectionId, user.id)} onClick={onLeave}>
                <bdi>{nameOf(user)}</bdi>
              </Link>
              {nameOf(user) !== user.primary_email && (
                <bdi className={styles.address}>{user.primary_email ?? t('verification.no-address')}</bdi>
              )}
            </li>
          ))}
        </ul>
      )}
      {count > users.length && <p className={styles.more}>{t('verification.more', { count: count - users.length })}</p>}
    </div>
  );
}

/** Rows in the shape of users, so that the button below keeps its place where many are affected. */
function LoadingUsers() {
  return (
    <div className={styles.affected}>
      <LoadingStatus />
      <Skeleton height={36} />
      {['60%', '48%', '66%', '52%', '58%', '44%', '62%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

/** Reads whom requiring verification would restrict, each time the dialog is opened for that. */
function useAffectedUsers(connectionId: string, enabled: boolean) {
  const body = { onboarding: { require_email_verification: true } };
  const query = service.users.affected.query({ actor: 'project', connectionId, query: { limit: shownUsers }, body });
  return useQuery({ ...query, enabled, gcTime: 0, staleTime: 0 });
}
