import { useSearchParams } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormSkeleton } from './card/card-skeleton';
import { ProjectCard } from './card/project-card';
import { Providers } from './methods/providers';
import { FlowStep } from './steps/flow-step';
import steps from './steps/steps.module.css';
import { type Flow, stepTitle, useFlow } from './steps/use-flow';
import { useAddressedConnection, useSignInNavigation } from './use-sign-in-navigation';

/** Connects a provider to the current account, or the provider in the address again. */
export function LinkProviderScreen() {
  const connection = useAddressedConnection();
  return connection && <LinkProviderCard key={connection.id} connection={connection} />;
}

function LinkProviderCard({ connection }: { connection: Connection }) {
  const way = useSignInNavigation(connection.id);
  const account = useCurrentAccount(connection.id);
  const flow = useFlow(way.finish);
  const isAgain = useSearchParams()[0].has('provider');
  return (
    <ProjectCard connection={connection} title={stepTitle(flow, isAgain ? 'link-provider.again.title' : 'link-provider.title')}>
      {({ config }) => {
        const { step } = flow;
        if (step !== null) return <FlowStep key={step.step} step={step} flow={flow} connectionId={connection.id} leaveLabel="ui.cancel" />;
        return account?.state === 'signed-in' ? <Choice account={account} config={config} flow={flow} /> : <Nothing />;
      }}
    </ProjectCard>
  );
}

function Choice({ account, config, flow }: { account: Account; config: ClientProject['config']; flow: Flow }) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const { data: user, isPending } = useOwnUser(account.connectionId, account.id);
  const linked = user?.oauth_providers.map(({ id }) => id) ?? [];
  const [query] = useSearchParams();
  const again = query.get('provider');
  const scope = query.get('scope') ?? undefined;
  const others = config.enabled_oauth_providers.filter(({ id }) => (again === null ? !linked.includes(id) : id === again));
  // Without those that are connected: which ones stay isn't known before.
  if (again === null && isPending) return <FormSkeleton />;
  if (others.length === 0) return <Nothing />;
  return (
    <div className={steps.step}>
      <p className={steps.text}>
        {again === null ? t('link-provider.text', { name: nameOf(account) }) : t('link-provider.again', { provider: providerName(again) })}
      </p>
      {scope !== undefined && <p className={steps.text}>{t('link-provider.scopes', { scopes: scope })}</p>}
      <Providers connectionId={account.connectionId} providers={others} linkTo={account.id} scope={scope} onStep={flow.take} />
    </div>
  );
}

function Nothing() {
  const { t } = useMessages();
  return (
    <Callout tone="neutral" title={t('link-provider.none')}>
      {t('link-provider.none.text')}
    </Callout>
  );
}
