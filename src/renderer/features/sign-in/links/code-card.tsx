import { useMessages } from '../../../lib/use-messages';
import { LoadingStatus, Skeleton } from '../../../ui/feedback/skeleton';
import { ProjectCard } from '../card/project-card';
import steps from '../steps/steps.module.css';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import { useDecision } from './use-decision';
import { useLinkCheck } from './use-link-check';

/** A code of unknown purpose. Once it was checked, the link has another kind and another card. */
export function CodeCard(props: LinkCardProps) {
  const { t } = useMessages();
  const { check, retry } = useLinkCheck(props);
  const { dismiss } = useDecision(props);
  return (
    <ProjectCard connection={props.connection} title="link.code.title">
      {() => (
        <div className={steps.step}>
          <p className={steps.text}>{t('link.code.text')}</p>
          {check.state === 'failed' ? (
            <LinkFailure report={check.report} kind="code" connectionId={props.connection.id} decision={{ retry, dismiss }} />
          ) : (
            <>
              <LoadingStatus />
              <Skeleton height={32} />
            </>
          )}
        </div>
      )}
    </ProjectCard>
  );
}
