import { Link } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import type { ClientProject } from '../../../contract/service/models';
import { api } from '../../api';
import { useMessages } from '../../lib/use-messages';
import { type Credentials, useCredentialsForm } from './credentials';
import { CredentialsForm } from './credentials-form';
import { DemoAccounts } from './demo-accounts';
import { NoPassword } from './no-password';
import { ProjectCard } from './project-card';
import { useAddressedConnection, useWayIn } from './use-way-in';
import styles from './ways.module.css';

/** Signs an account in to the connection's project. */
export function SignInScreen() {
  const connection = useAddressedConnection();
  if (connection === undefined) return null;
  // What was typed for one project must not wait on another one's card.
  return (
    <ProjectCard key={connection.id} connection={connection} title="sign-in.title">
      {({ config }) => (config.credential_enabled ? <SignInForm connection={connection} config={config} /> : <NoPassword />)}
    </ProjectCard>
  );
}

function SignInForm({ connection, config }: { connection: Connection; config: ClientProject['config'] }) {
  const { t } = useMessages();
  const way = useWayIn(connection.id);
  const send = (credentials: Credentials) => api.signIn.withPassword({ connectionId: connection.id, ...credentials });
  const state = useCredentialsForm({ email: way.email, send, onDone: way.finish });
  const { setValue, clearErrors, setFocus, watch } = state.form;
  const fill = ({ email, password }: Credentials) => {
    setValue('email', email);
    setValue('password', password);
    clearErrors();
    setFocus('password');
  };
  return (
    <>
      <CredentialsForm state={state} submitLabel="sign-in.submit" autoComplete="current-password" />
      {config.sign_up_enabled && (
        <p className={styles.other}>
          <Link className={styles.quiet} to={way.signUp} state={{ email: watch('email') }}>
            {t('sign-up.instead')}
          </Link>
        </p>
      )}
      {connection.kind === 'sandbox' && <DemoAccounts onPick={fill} />}
    </>
  );
}
