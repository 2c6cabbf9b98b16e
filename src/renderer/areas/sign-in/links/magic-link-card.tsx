import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { ProjectCard } from '../card/project-card';
import { FlowStep } from '../steps/flow-step';
import steps from '../steps/steps.module.css';
import { type Flow, stepTitle, useFlow } from '../steps/use-flow';
import { useCompleteSignIn } from '../use-sign-in-navigation';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import { useDecision } from './use-decision';

/** A link that signs in: a sign-in link, or a provider's callback that no flow waited for. */
export function MagicLinkCard({ link, connection }: LinkCardProps) {
  const finish = useCompleteSignIn(connection.id, { next: link.afterAuthReturnTo, goTo: null });
  const navigate = useNavigate();
  const inner = useFlow(finish);
  // A provider's callback may also connect an account, which has no other method.
  const isCallback = link.kind === 'oauth-callback';
  const leave = () => {
    inner.leave();
    // The link was used: its card has nothing left to offer.
    void navigate(isCallback ? paths.profile(connection.id) : paths.signIn(connection.id), { replace: true });
  };
  const flow = { ...inner, leave };
  return (
    <ProjectCard connection={connection} title={stepTitle(flow, 'sign-in.title')}>
      {() =>
        flow.step === null ? (
          <SignInByLink link={link} connection={connection} flow={flow} />
        ) : (
          <FlowStep
            key={flow.step.step}
            step={flow.step}
            flow={flow}
            connectionId={connection.id}
            leaveLabel={isCallback ? 'ui.cancel' : 'sign-in.other-way'}
          />
        )
      }
    </ProjectCard>
  );
}

function SignInByLink({ link, connection, flow }: LinkCardProps & { flow: Flow }) {
  const { t } = useMessages();
  const decision = useDecision({ link, connection });
  const { outcome, failure, busy } = decision;
  const { take } = flow;
  const step = outcome?.outcome === 'step' ? outcome.step : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step must be passed on once
  useEffect(() => {
    if (step !== null) take(step);
  }, [step]);
  return (
    <div className={steps.step}>
      <p className={steps.text}>{t(link.kind === 'oauth-callback' ? 'link.oauth.text' : 'link.magic.text')}</p>
      {failure !== null && <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />}
      <Button variant="primary" className={steps.wide} busy={busy || step !== null} onClick={() => void decision.accept()}>
        {t('sign-in.submit')}
      </Button>
      <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
        {t('link.dismiss')}
      </Button>
    </div>
  );
}
