import { Link } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { passwordBytes } from '../../../contract/limits';
import type { ClientProject } from '../../../contract/service/models';
import type { Translator } from '../../../messages/translator';
import { api } from '../../api';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/callout';
import { type Credentials, useCredentialsForm } from './credentials';
import { CredentialsForm } from './credentials-form';
import { NoPassword } from './no-password';
import { checkPassword } from './password-rules';
import { PasswordRulesList } from './password-rules-list';
import { ProjectCard } from './project-card';
import { useAddressedConnection, useWayIn } from './use-way-in';
import styles from './ways.module.css';

/** Creates an account in the connection's project and signs it in. */
export function SignUpScreen() {
  const connection = useAddressedConnection();
  if (connection === undefined) return null;
  return (
    <ProjectCard key={connection.id} connection={connection} title="sign-up.title">
      {({ config }) => <SignUp connection={connection} config={config} />}
    </ProjectCard>
  );
}

function SignUp({ connection, config }: { connection: Connection; config: ClientProject['config'] }) {
  if (!config.credential_enabled) return <NoPassword />;
  return config.sign_up_enabled ? <SignUpForm connection={connection} /> : <Closed connection={connection} />;
}

function Closed({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const way = useWayIn(connection.id);
  return (
    <>
      <Callout tone="warn" title={t('known.SIGN_UP_NOT_ENABLED')}>
        {t('sign-up.closed.next')}
      </Callout>
      <SignInLink to={way.signIn} email={way.email} />
    </>
  );
}

function SignUpForm({ connection }: { connection: Connection }) {
  const messages = useMessages();
  const way = useWayIn(connection.id);
  const send = (credentials: Credentials) => api.signIn.signUp({ connectionId: connection.id, ...credentials });
  const state = useCredentialsForm({ email: way.email, send, onDone: way.finish });
  const [email, password] = state.form.watch(['email', 'password']);
  const isTaken = state.failure?.known === 'USER_EMAIL_ALREADY_EXISTS' && state.form.formState.errors.email?.type === 'service';
  const instead = (
    <Link to={way.signIn} state={{ email }}>
      {messages.t('sign-in.instead')}
    </Link>
  );
  return (
    <>
      <CredentialsForm
        state={state}
        submitLabel="sign-up.submit"
        autoComplete="new-password"
        checkPassword={(typed) => problemText(messages, typed)}
        emailHelp={isTaken ? instead : undefined}
        passwordHelp={<PasswordRulesList password={password} />}
      />
      {!isTaken && <SignInLink to={way.signIn} email={email} />}
    </>
  );
}

function SignInLink({ to, email }: { to: string; email: string }) {
  const { t } = useMessages();
  return (
    <p className={styles.other}>
      <Link className={styles.quiet} to={to} state={{ email }}>
        {t('sign-in.instead')}
      </Link>
    </p>
  );
}

function problemText({ t }: Translator, password: string): string | true {
  const { problem } = checkPassword(password);
  if (problem === null) return true;
  if (problem === 'bytes') return t('sign-up.password.bytes', { max: passwordBytes });
  return t(problem === 'short' ? 'known.PASSWORD_TOO_SHORT' : 'known.PASSWORD_TOO_LONG');
}
