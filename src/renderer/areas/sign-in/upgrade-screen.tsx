import { useState } from 'react';
import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import { PasswordRulesList } from '#parts/new-password.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { paths } from '#window/routes.ts';
import { ProjectCard } from './card/project-card';
import { type Credentials, passwordProblem, useCredentialsForm } from './methods/credentials';
import { CredentialsForm } from './methods/credentials-form';
import steps from './steps/steps.module.css';
import { useFlow } from './steps/use-flow';
import { useAddressedConnection, useSignInNavigation } from './use-sign-in-navigation';

/** Gives the current account, which has no name, an address and a password. */
export function UpgradeScreen() {
  const connection = useAddressedConnection();
  return (
    connection && (
      <ProjectCard key={connection.id} connection={connection} title="upgrade.title" emailOf={() => 'email-verification'}>
        {() => <Upgrade connection={connection} />}
      </ProjectCard>
    )
  );
}

function Upgrade({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const account = useCurrentAccount(connection.id);
  // It has a name as soon as it is upgraded, which the form still has to tell.
  const [accountId] = useState(account?.state === 'anonymous' ? account.id : null);
  if (accountId !== null && account?.id === accountId) return <UpgradeForm connectionId={connection.id} accountId={accountId} />;
  return (
    <Callout
      tone="neutral"
      title={t('upgrade.not-anonymous')}
      action={<Link to={paths.profile(connection.id)}>{t('account.show-profile')}</Link>}
    >
      {t('upgrade.not-anonymous.text')}
    </Callout>
  );
}

function UpgradeForm({ connectionId, accountId }: { connectionId: string; accountId: string }) {
  const { t } = useMessages();
  const way = useSignInNavigation(connectionId);
  const flow = useFlow(way.finish);
  const readOnly = useSignInChangeReason(connectionId);
  const send = (credentials: Credentials) => api.signIn.upgrade({ accountId, ...credentials });
  const state = useCredentialsForm({ email: way.email, send, onStep: flow.take });
  const password = state.form.watch('password');
  return (
    <div className={steps.step}>
      <p className={steps.text}>{t('upgrade.text')}</p>
      <CredentialsForm
        state={state}
        submitLabel="upgrade.submit"
        autoComplete="new-password"
        checkPassword={passwordProblem}
        disabledReason={readOnly}
        passwordHelp={<PasswordRulesList password={password} />}
      >
        <EmailLinkTarget connectionId={connectionId} purpose="email-verification" />
      </CredentialsForm>
    </div>
  );
}
