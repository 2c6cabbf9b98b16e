import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import { PasswordRulesList } from '#parts/new-password.tsx';
import styles from '#parts/sign-in-card.module.css';
import { Callout } from '#ui/feedback/callout.tsx';
import { ProjectCard } from './card/project-card';
import { type Credentials, passwordProblem, useCredentialsForm } from './methods/credentials';
import { CredentialsForm } from './methods/credentials-form';
import { Providers } from './methods/providers';
import { AnonymousButton } from './methods/sign-in-method-button';
import { FlowStep } from './steps/flow-step';
import { type Flow, stepTitle, useFlow } from './steps/use-flow';
import { type SignInNavigation, useAddressedConnection, useSignInNavigation } from './use-sign-in-navigation';

/** Creates an account in the connection's project and signs it in. */
export function SignUpScreen() {
  const connection = useAddressedConnection();
  return connection && <SignUpCard key={connection.id} connection={connection} />;
}

function SignUpCard({ connection }: { connection: Connection }) {
  const way = useSignInNavigation(connection.id);
  const flow = useFlow(way.finish);
  return (
    <ProjectCard
      connection={connection}
      title={stepTitle(flow, 'sign-up.title')}
      emailOf={(config) => (config.credential_enabled ? 'email-verification' : 'magic-link-callback')}
    >
      {({ config }) => <SignUp connection={connection} config={config} way={way} flow={flow} />}
    </ProjectCard>
  );
}

interface SignUpProps {
  connection: Connection;
  config: ClientProject['config'];
  way: SignInNavigation;
  flow: Flow;
}

function SignUp({ connection, config, way, flow }: SignUpProps) {
  const { t } = useMessages();
  if (flow.step !== null) return <FlowStep key={flow.step.step} step={flow.step} flow={flow} connectionId={connection.id} />;
  if (!config.sign_up_enabled) return <Closed way={way} />;
  const { enabled_oauth_providers: enabled } = config;
  return (
    <>
      {enabled.length > 0 && <Providers connectionId={connection.id} providers={enabled} goTo={way.goTo} onStep={flow.take} />}
      {enabled.length > 0 && <p className={styles.or}>{t('sign-in.or')}</p>}
      {config.credential_enabled ? (
        <PasswordSignUp connection={connection} way={way} flow={flow} />
      ) : (
        <CodeSignUp connection={connection} way={way} flow={flow} isOffered={config.magic_link_enabled} />
      )}
      <div className={styles.rare}>
        <AnonymousButton connection={connection} onStep={flow.take} />
      </div>
    </>
  );
}

function Closed({ way }: { way: SignInNavigation }) {
  const { t } = useMessages();
  return (
    <>
      <Callout tone="warn" title={t('known.SIGN_UP_NOT_ENABLED')}>
        {t('sign-up.closed.next')}
      </Callout>
      <SignInLink way={way} email={way.email} />
    </>
  );
}

function PasswordSignUp({ connection, way, flow }: Omit<SignUpProps, 'config'>) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connection.id);
  const send = (credentials: Credentials) => api.signIn.signUp({ connectionId: connection.id, ...credentials });
  const state = useCredentialsForm({ email: way.email, send, onStep: flow.take });
  const [email, password] = state.form.watch(['email', 'password']);
  const isTaken = state.failure?.known === 'USER_EMAIL_ALREADY_EXISTS' && state.form.formState.errors.email?.type === 'service';
  const instead = (
    <Link to={way.signIn} state={{ email, goTo: way.goTo }}>
      {t('sign-in.instead')}
    </Link>
  );
  return (
    <>
      <CredentialsForm
        state={state}
        submitLabel="sign-up.submit"
        autoComplete="new-password"
        checkPassword={passwordProblem}
        disabledReason={readOnly}
        emailHelp={isTaken ? instead : undefined}
        passwordHelp={<PasswordRulesList password={password} />}
      >
        <EmailLinkTarget connectionId={connection.id} purpose="email-verification" />
      </CredentialsForm>
      {!isTaken && <SignInLink way={way} email={email} />}
    </>
  );
}

/** A one-time code signs up as well if there are no passwords. */
function CodeSignUp({ connection, way, flow, isOffered }: Omit<SignUpProps, 'config'> & { isOffered: boolean }) {
  const { t } = useMessages();
  const send = ({ email }: Credentials) => api.signIn.sendCode({ connectionId: connection.id, email });
  const state = useCredentialsForm({ email: way.email, send, onStep: flow.take });
  const email = state.form.watch('email');
  return (
    <>
      {isOffered ? (
        <CredentialsForm state={state} submitLabel="sign-in.send-code" autoComplete={null}>
          <EmailLinkTarget connectionId={connection.id} purpose="magic-link-callback" />
        </CredentialsForm>
      ) : (
        <Callout tone="neutral" title={t('sign-in.no-form')}>
          {t('sign-in.no-form.text')}
        </Callout>
      )}
      <SignInLink way={way} email={email} />
    </>
  );
}

function SignInLink({ way, email }: { way: SignInNavigation; email: string }) {
  const { t } = useMessages();
  return (
    <p className={styles.others}>
      <Link className={styles.quiet} to={way.signIn} state={{ email, goTo: way.goTo }}>
        {t('sign-in.instead')}
      </Link>
    </p>
  );
}
