import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import styles from '#parts/sign-in-card.module.css';
import { ProjectCard } from './card/project-card';
import { type Credentials, useCredentialsForm } from './methods/credentials';
import { CredentialsForm } from './methods/credentials-form';
import { FlowStep } from './steps/flow-step';
import { PasteLink } from './steps/paste-link';
import steps from './steps/steps.module.css';
import { type Flow, stepTitle, useFlow } from './steps/use-flow';
import { type SignInNavigation, useAddressedConnection, useSignInNavigation } from './use-sign-in-navigation';

/** Sends a password reset link. */
export function ForgotPasswordScreen() {
  const connection = useAddressedConnection();
  return connection && <ForgotPasswordCard key={connection.id} connection={connection} />;
}

function ForgotPasswordCard({ connection }: { connection: Connection }) {
  const way = useSignInNavigation(connection.id);
  const flow = useFlow(way.finish);
  return (
    <ProjectCard connection={connection} title={stepTitle(flow, 'forgot.title')} emailOf={() => 'password-reset'}>
      {() => <ForgotPassword connectionId={connection.id} way={way} flow={flow} />}
    </ProjectCard>
  );
}

function ForgotPassword({ connectionId, way, flow }: { connectionId: string; way: SignInNavigation; flow: Flow }) {
  const { t } = useMessages();
  const send = ({ email }: Credentials) => api.signIn.forgotPassword({ connectionId, email });
  const state = useCredentialsForm({ email: way.email, send, onStep: flow.take });
  const email = state.form.watch('email');
  const readOnly = useReadOnlyReason(connectionId);
  if (flow.step !== null) return <FlowStep step={flow.step} flow={flow} connectionId={connectionId} />;
  return (
    <div className={steps.step}>
      <p className={steps.text}>{t('forgot.text')}</p>
      <CredentialsForm state={state} submitLabel="forgot.submit" autoComplete={null} disabledReason={readOnly}>
        <EmailLinkTarget connectionId={connectionId} purpose="password-reset" />
      </CredentialsForm>
      <PasteLink connectionId={connectionId} />
      <p className={styles.others}>
        <Link className={styles.quiet} to={way.signIn} state={{ email, goTo: way.goTo }}>
          {t('sign-in.instead')}
        </Link>
      </p>
    </div>
  );
}
