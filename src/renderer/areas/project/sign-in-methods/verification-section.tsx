import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { service } from '#data/api.ts';
import { type Configuration, useConfiguration, writeConfigKeys } from '#data/configuration.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isPushed, levelOfKey, valueAt } from '#lib/rules/config-keys.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { SettingRow, SettingRowSkeleton } from '#parts/sign-in-methods/setting-row.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { paths } from '#window/routes.ts';
import { pushedReason } from './rules/rule-texts';
import styles from './verification.module.css';

const verificationKey = 'onboarding.requireEmailVerification';

/** Number of affected users that are named. */
const shownUsers = 10;

interface VerificationDialogProps {
  connection: Connection;
  config: Configuration;
  isOn: boolean;
  onClose: () => void;
}

/** Asks before verified addresses are required, or no longer, and says whom that affects. */
function VerificationDialog({ connection, config, isOn, onClose }: VerificationDialogProps) {
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

interface VerificationSectionProps {
  connection: Connection;
  disabledReason: string | undefined;
}

/** Whether a connection's service can require verified addresses, and says beforehand whom that would affect. */
export function hasVerification({ features }: Connection): boolean {
  return features?.['affected-users'] === true && features['config-levels'] === true;
}

/** Whether users need a verified address. Turning it on shows first whom it restricts. */
export function VerificationSection({ connection, disabledReason }: VerificationSectionProps) {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useConfiguration(connection.id, true);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = data !== undefined && valueAt(data.rendered, verificationKey) === true;
  const fixed = data !== undefined && isPushed(data, verificationKey) ? pushedReason(messages, data.source) : undefined;
  return (
    <PageSection title={t('verification.title')}>
      {data === undefined && error !== null ? (
        <ErrorCallout
          report={reportOf(error)}
          action={<RetryButton report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />}
        />
      ) : (
        <Card>
          {data === undefined ? (
            <>
              <LoadingStatus />
              <SettingRowSkeleton width={260} />
            </>
          ) : (
            <SettingRow icon={MailCheck} name={t('verification.require')} state={fixed ?? t('verification.require.detail')}>
              <ReasonedSwitch
                label={t('verification.require')}
                checked={isOn}
                disabledReason={disabledReason ?? fixed}
                onChange={setWanted}
              />
            </SettingRow>
          )}
        </Card>
      )}
      {wanted !== null && data !== undefined && (
        <VerificationDialog connection={connection} config={data} isOn={wanted} onClose={() => setWanted(null)} />
      )}
    </PageSection>
  );
}
