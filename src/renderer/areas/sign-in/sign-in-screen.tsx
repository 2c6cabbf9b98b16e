import { useState } from 'react';
import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from '#parts/sign-in-card.module.css';
import { signInParts } from '#parts/sign-in-card.tsx';
import { ProjectCard } from './card/project-card';
import { type Credentials, useCredentialsForm } from './methods/credentials';
import { SignInMethodList } from './methods/sign-in-method-list';
import { SiteSignIn } from './methods/site-sign-in';
import { FlowStep } from './steps/flow-step';
import steps from './steps/steps.module.css';
import { type Flow, stepTitle, useFlow } from './steps/use-flow';
import { type SignInNavigation, useAddressedConnection, useSignInNavigation } from './use-sign-in-navigation';

/** Signs an account in to the connection's project. */
export function SignInScreen() {
  const connection = useAddressedConnection();
  // What was typed for one project must not wait on another one's card.
  return connection && <SignInCard key={connection.id} connection={connection} />;
}

function SignInCard({ connection }: { connection: Connection }) {
  const way = useSignInNavigation(connection.id);
  const flow = useFlow(way.finish);
  return (
    <ProjectCard
      connection={connection}
      title={stepTitle(flow, 'sign-in.title')}
      emailOf={(config) => (config.magic_link_enabled ? 'magic-link-callback' : null)}
    >
      {({ config }) => <SignIn connection={connection} config={config} way={way} flow={flow} />}
    </ProjectCard>
  );
}

interface SignInProps {
  connection: Connection;
  config: ClientProject['config'];
  way: SignInNavigation;
  flow: Flow;
}

/** The form's state outlives the steps, so that going back finds the typed text. */
function SignIn({ connection, config, way, flow }: SignInProps) {
  const { id } = connection;
  const [mode, setMode] = useState(() => signInParts(config).mode);
  const send = ({ email, password }: Credentials) =>
    mode === 'password' ? api.signIn.withPassword({ connectionId: id, email, password }) : api.signIn.sendCode({ connectionId: id, email });
  const state = useCredentialsForm({ email: way.email, send, onStep: flow.take });
  if (flow.step !== null) return <FlowStep key={flow.step.step} step={flow.step} flow={flow} connectionId={id} />;
  if (way.site) return <SiteStep connectionId={id} way={way} flow={flow} />;
  return (
    <SignInMethodList connection={connection} config={config} way={way} flow={flow} state={state} mode={mode} onModeChange={setMode} />
  );
}

/** Signs in through the project's own site, with a link to the other methods. */
function SiteStep({ connectionId, way, flow }: { connectionId: string; way: SignInNavigation; flow: Flow }) {
  const { t } = useMessages();
  return (
    <div className={steps.step}>
      <SiteSignIn connectionId={connectionId} onStep={flow.take} />
      <div className={steps.foot}>
        <Link className={styles.quiet} to={way.signIn} state={{ email: way.email, goTo: way.goTo }}>
          {t('sign-in.other-way')}
        </Link>
      </div>
    </div>
  );
}
