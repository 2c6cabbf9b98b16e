import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { useCurrentAccount } from '../../../stores/accounts';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Button } from '../../../ui/inputs/button';
import { ProjectCard } from '../card/project-card';
import steps from '../steps/steps.module.css';
import { DoneNotice } from './done-notice';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import { useDecision } from './use-decision';

/** A verification link. */
export function VerificationCard({ link, connection }: LinkCardProps) {
  const { t } = useMessages();
  const decision = useDecision({ link, connection });
  const account = useCurrentAccount(connection.id);
  const readOnly = useReadOnlyReason(connection.id);
  const { outcome, failure, busy } = decision;
  return (
    <ProjectCard connection={connection} title="link.verify.title">
      {() =>
        outcome === null ? (
          <div className={steps.step}>
            <p className={steps.text}>{t('link.verify.text')}</p>
            {failure !== null && <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />}
            <Button variant="primary" className={steps.wide} busy={busy} disabledReason={readOnly} onClick={() => void decision.accept()}>
              {t('link.verify.submit')}
            </Button>
            <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
              {t('link.dismiss')}
            </Button>
          </div>
        ) : (
          <DoneNotice
            title={t('link.verify.done')}
            to={account === undefined ? paths.signIn(connection.id) : paths.signInSettings(connection.id)}
          />
        )
      }
    </ProjectCard>
  );
}
