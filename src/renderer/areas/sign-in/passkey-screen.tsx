import { ExternalLink, Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CardSkeleton } from './card/card-skeleton';
import { FailureCallout } from './card/failure-callout';
import { ProjectCard } from './card/project-card';
import { restartSandboxAfter } from './card/restart-sandbox';
import { FlowStep } from './steps/flow-step';
import steps from './steps/steps.module.css';
import { type Flow, stepTitle, useFlow } from './steps/use-flow';
import { useAddressedConnection, useSignInNavigation } from './use-sign-in-navigation';

/** Creates a passkey for the current account, or opens the project's site, which creates them on production. */
export function PasskeyScreen() {
  const connection = useAddressedConnection();
  return connection && <PasskeyCard key={connection.id} connection={connection} />;
}

function PasskeyCard({ connection }: { connection: Connection }) {
  const { finish } = useSignInNavigation(connection.id);
  const show = useToasts((state) => state.show);
  const account = useCurrentAccount(connection.id);
  const made = () => {
    show({ tone: 'good', title: 'passkey.made' });
    finish();
  };
  const flow = useFlow(finish, made);
  return (
    <ProjectCard connection={connection} title={stepTitle(flow, 'passkey.title')}>
      {({ config }) => {
        if (flow.step !== null) return <FlowStep key={flow.step.step} step={flow.step} flow={flow} connectionId={connection.id} />;
        if (account?.state !== 'signed-in') return <Nothing title="passkey.not-signed-in" text="passkey.not-signed-in.text" />;
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
  const readOnly = useSignInChangeReason(account.connectionId);
  const attempt = useAction(
    async () => {
      try {
        flow.take(await api.signIn.registerPasskey({ accountId: account.id, replace }));
      } catch (thrown) {
        // One was created elsewhere in the meantime: the card must say so before it is replaced.
        if (reportOf(thrown).code === 'passkey-exists') await refetch();
        throw thrown;
      }
    },
    { recover: restartSandboxAfter },
  );
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
        busy={attempt.isPending}
        disabledReason={readOnly}
        onClick={() => void attempt.run()}
      >
        {t(replace ? 'passkey.replace' : 'passkey.make')}
      </Button>
    </Step>
  );
}

/** A passkey created here would replace the site's and not work there. */
function OnOwnSite({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const attempt = useAction(() => api.signIn.openAccountPage({ connectionId }), { recover: restartSandboxAfter });
  return (
    <Step attempt={attempt}>
      <p className={steps.text}>{t('passkey.own-site')}</p>
      <Button className={steps.wide} variant="primary" icon={ExternalLink} busy={attempt.isPending} onClick={() => void attempt.run()}>
        {t('passkey.own-site.open')}
      </Button>
    </Step>
  );
}

function Step({ attempt: { failure, retry }, children }: { attempt: Action<[]>; children: ReactNode }) {
  const { t } = useMessages();
  const { finish } = useSignInNavigation(useAddressedConnection()?.id ?? '');
  return (
    <div className={steps.step}>
      {failure !== null && <FailureCallout isWhole report={failure} onRetry={() => void retry()} />}
      {children}
      <div className={steps.foot}>
        <Button variant="plain" size="sm" onClick={() => finish()}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Nothing({
  title,
  text,
}: {
  title: 'passkey.not-signed-in' | 'known.PASSKEY_AUTHENTICATION_NOT_ENABLED';
  text: 'passkey.not-signed-in.text' | 'passkey.off.text';
}) {
  const { t } = useMessages();
  return (
    <Callout tone="neutral" title={t(title)}>
      {t(text)}
    </Callout>
  );
}
