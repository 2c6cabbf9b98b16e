import { ExternalLink, Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Account } from '../../../contract/bridge/accounts';
import type { Connection } from '../../../contract/bridge/connections';
import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { useOwnUser } from '../../queries/own-user';
import { useCurrentAccount } from '../../stores/accounts';
import { useReadOnlyReason } from '../../stores/read-only';
import { Callout } from '../../ui/feedback/callout';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { CardSkeleton } from './card/card-skeleton';
import { FailureCallout } from './card/failure-callout';
import { ProjectCard } from './card/project-card';
import { retryAfter } from './card/retry-after';
import { FlowStep } from './steps/flow-step';
import steps from './steps/steps.module.css';
import { type Flow, stepTitle, useFlow } from './steps/use-flow';
import { useAddressedConnection, useSignInNavigation } from './targets/use-sign-in-navigation';

/** Makes a passkey for the current account, or leads to the site where the project's passkeys are made. */
export function PasskeyScreen() {
  const connection = useAddressedConnection();
  return connection && <PasskeyCard key={connection.id} connection={connection} />;
}

function PasskeyCard({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const { finish } = useSignInNavigation(connection.id);
  const show = useToasts((state) => state.show);
  const account = useCurrentAccount(connection.id);
  const made = () => {
    show({ tone: 'good', title: t('passkey.made') });
    finish();
  };
  const flow = useFlow(finish, made);
  return (
    <ProjectCard connection={connection} title={stepTitle(flow, 'passkey.title')}>
      {({ config }) => {
        if (flow.step !== null) return <FlowStep key={flow.step.step} step={flow.step} flow={flow} connectionId={connection.id} />;
        if (account?.state !== 'signed-in') return <Nothing title="passkey.nobody" text="passkey.nobody.text" />;
        if (!config.passkey_enabled) return <Nothing title="known.PASSKEY_AUTHENTICATION_NOT_ENABLED" text="passkey.off.text" />;
        return connection.environment === 'production' ? (
          <OnOwnSite connectionId={connection.id} />
        ) : (
          <OnThisComputer account={account} flow={flow} />
        );
      }}
    </ProjectCard>
  );
}

function OnThisComputer({ account, flow }: { account: Account; flow: Flow }) {
  const { t } = useMessages();
  const { data: user, error, refetch } = useOwnUser(account.connectionId, account.id);
  const replace = user?.passkey_auth_enabled === true;
  const readOnly = useReadOnlyReason(account.connectionId);
  const attempt = useAttempt(async () => {
    try {
      flow.take(await api.signIn.registerPasskey({ accountId: account.id, replace }));
    } catch (thrown) {
      // One was made elsewhere meanwhile: the card has to name it before it is replaced.
      if (reportOf(thrown).code === 'passkey-exists') await refetch();
      throw thrown;
    }
  });
  if (user === undefined && error !== null) return <FailureCallout isWhole report={reportOf(error)} onRetry={() => void refetch()} />;
  if (user === undefined) return <CardSkeleton />;
  return (
    <Step attempt={attempt}>
      <p className={steps.text}>{t('passkey.text')}</p>
      {replace && (
        <Callout tone="warn" title={t('passkey.replaces')}>
          {t('passkey.replaces.text')}
        </Callout>
      )}
      <Button
        className={steps.wide}
        variant={replace ? 'danger' : 'primary'}
        icon={Fingerprint}
        busy={attempt.busy}
        disabledReason={readOnly}
        onClick={attempt.run}
      >
        {t(replace ? 'passkey.replace' : 'passkey.make')}
      </Button>
    </Step>
  );
}

/** A passkey made here would take the place of the site's and not work there. */
function OnOwnSite({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const attempt = useAttempt(() => api.signIn.openAccountPage({ connectionId }));
  return (
    <Step attempt={attempt}>
      <p className={steps.text}>{t('passkey.own-site')}</p>
      <Button className={steps.wide} variant="primary" icon={ExternalLink} busy={attempt.busy} onClick={attempt.run}>
        {t('passkey.own-site.open')}
      </Button>
    </Step>
  );
}

function Step({ attempt: { failure, run }, children }: { attempt: Attempt; children: ReactNode }) {
  const { t } = useMessages();
  const { finish } = useSignInNavigation(useAddressedConnection()?.id ?? '');
  return (
    <div className={steps.step}>
      {failure !== null && <FailureCallout isWhole report={failure} onRetry={run} />}
      {children}
      <div className={steps.foot}>
        <Button variant="plain" size="sm" onClick={() => finish()}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface Attempt {
  readonly failure: ErrorReport | null;
  readonly busy: boolean;
  readonly run: () => void;
}

function useAttempt(task: () => Promise<unknown>): Attempt {
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await (failure === null ? task() : retryAfter(failure, task));
    } catch (thrown) {
      setFailure(reportOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { failure, busy, run: () => void run() };
}

function Nothing({
  title,
  text,
}: {
  title: 'passkey.nobody' | 'known.PASSKEY_AUTHENTICATION_NOT_ENABLED';
  text: 'passkey.nobody.text' | 'passkey.off.text';
}) {
  const { t } = useMessages();
  return (
    <Callout tone="neutral" title={t(title)}>
      {t(text)}
    </Callout>
  );
}
