import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ManagedDomain } from '#contract/service/models/mail-models.ts';
import { service } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useManagedDomains } from '../data';
import styles from './managed-domains.module.css';
import { addressOf, domainStatus } from './server-values';
import { SetUpDomainDialog } from './set-up-domain-dialog';

const statuses: Readonly<Record<ReturnType<typeof domainStatus>, { tone: Tone; label: MessageKey }>> = {
  pending: { tone: 'warn', label: 'email.managed.status.pending' },
  verified: { tone: 'good', label: 'email.managed.status.verified' },
  applied: { tone: 'accent', label: 'email.managed.status.applied' },
  failed: { tone: 'bad', label: 'email.managed.status.failed' },
  unknown: { tone: 'neutral', label: 'email.managed.status.unknown' },
};

/**
 * The domains from which the service's email provider can send, and how another is set up (wire/later 6). Nothing for a service that isn't known
 * to have them.
 */
export function ManagedDomains({ connectionId, applied }: { connectionId: string; applied?: ManagedDomain }) {
  const { t } = useMessages();
  const isOffered = useConnection(connectionId)?.features?.['managed-domains'] === true;
  const readOnly = useReadOnlyReason(connectionId);
  const [isSettingUp, setSettingUp] = useState(false);
  const { data, error, isFetching, refetch } = useManagedDomains(connectionId, isOffered);
  if (!isOffered) return null;
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  const others = data?.items.filter(({ domain_id: id }) => id !== applied?.domain_id) ?? [];
  return (
    <PageSection title={t('email.managed.domains')} text={t('email.managed.domains.text')}>
      {data !== undefined && failure && <OutdatedMessage {...failure} />}
      <Card>
        {data === undefined && (failure ? <ErrorState {...failure} /> : <LoadingDomains />)}
        {others.map((domain) => (
          <Domain key={domain.domain_id} connectionId={connectionId} domain={domain} readOnly={readOnly} />
        ))}
        {data !== undefined && (
          <CardRow>
            <Button icon={Plus} disabledReason={readOnly} onClick={() => setSettingUp(true)}>
              {t('email.managed.set-up')}
            </Button>
          </CardRow>
        )}
      </Card>
      {isSettingUp && <SetUpDomainDialog connectionId={connectionId} onClose={() => setSettingUp(false)} />}
    </PageSection>
  );
}

/** Most projects have none, so that only the button comes. */
function LoadingDomains() {
  return (
    <CardRow>
      <LoadingStatus />
      <Skeleton width={180} height={28} />
    </CardRow>
  );
}

interface DomainProps {
  connectionId: string;
  domain: ManagedDomain;
  readOnly: string | undefined;
}

function Domain({ connectionId, domain, readOnly }: DomainProps) {
  const { t } = useMessages();
  const { subdomain, name_server_records: records } = domain;
  const [isAsked, setAsked] = useState(false);
  const show = useToasts((state) => state.show);
  const check = useCheckDomain(connectionId);
  const apply = useApplyDomain(connectionId);
  const runTask = useBackgroundTask();
  const [isChecking, setChecking] = useState(false);
  const status = domainStatus(domain);
  const runCheck = async () => {
    setChecking(true);
    await runTask(async () => {
      const found = domainStatus({ status: await check(domain) });
      show({
        tone: found === 'failed' ? 'bad' : 'neutral',
        title: ({ t: text }) => text(`email.managed.checked.${found}`, { domain: subdomain }),
      });
    });
    setChecking(false);
  };
  const confirm = async () => {
    await apply(domain);
    show({ tone: 'good', title: ({ t: text }) => text('email.managed.used', { address: addressOf(domain) }) });
  };
  return (
    <CardRow className={styles.domain} role="group" aria-label={subdomain}>
      <div className={styles.head}>
        <bdi className={styles.name}>{subdomain}</bdi>
        <Badge tone={statuses[status].tone}>{t(statuses[status].label)}</Badge>
        <span className={styles.actions}>
          {status === 'verified' ? (
            <Button size="sm" disabledReason={readOnly} onClick={() => setAsked(true)}>
              {t('email.managed.use')}
            </Button>
          ) : (
            <Button size="sm" busy={isChecking} onClick={() => void runCheck()}>
              {t('email.managed.check')}
            </Button>
          )}
        </span>
      </div>
      <bdi className={styles.quiet}>{addressOf(domain)}</bdi>
      {status !== 'verified' && records.length > 0 && <Records subdomain={subdomain} records={records} />}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('email.managed.use.title', { address: addressOf(domain) })}
        consequence={t('email.managed.use.text')}
        confirmLabel={t('email.managed.use')}
        environment={useConnection(connectionId)?.environment}
        onConfirm={confirm}
      />
    </CardRow>
  );
}

/** The name servers that the administrator of the domain enters for it. */
function Records({ subdomain, records }: { subdomain: string; records: readonly string[] }) {
  const { t } = useMessages();
  return (
    <div className={styles.records}>
      <p className={styles.quiet}>{t('email.managed.records', { domain: subdomain })}</p>
      <ul>
        {records.map((record) => (
          <li key={record}>
            <code>{record}</code>
          </li>
        ))}
      </ul>
      <CopyTextButton size="sm" value={records.map((record) => `${subdomain}. IN NS ${record}.`).join('\n')}>
        {t('email.managed.records.copy')}
      </CopyTextButton>
    </div>
  );
}

function domainsQuery(connectionId: string) {
  return service.emails.managedDomains.query({ actor: 'project', connectionId });
}

/** Returns a function that reads the status of a domain, and the list again if it isn't the known one. */
function useCheckDomain(connectionId: string): (domain: ManagedDomain) => Promise<string> {
  const client = useQueryClient();
  return async ({ domain_id, subdomain, sender_local_part, status: known }) => {
    const body = { domain_id, subdomain, sender_local_part };
    const { status } = await service.emails.checkManagedDomain({ actor: 'project', connectionId, body });
    if (status !== known) await client.refetchQueries({ queryKey: domainsQuery(connectionId).queryKey });
    return status;
  };
}

/** Returns a function that sends the project's emails from a domain. If the response is lost, the list decides whether they are. */
function useApplyDomain(connectionId: string): (domain: ManagedDomain) => Promise<void> {
  return async ({ domain_id }) => {
    try {
      await service.emails.applyManagedDomain({ actor: 'project', connectionId, body: { domain_id } });
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
      const found = await domainsQuery(connectionId)
        .queryFn()
        .catch(() => null);
      const isApplied = found?.items.some((item) => item.domain_id === domain_id && item.status === 'applied');
      if (!isApplied) throw thrown;
    }
  };
}
