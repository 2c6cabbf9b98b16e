import { type ReactNode, useState } from 'react';
import type { Connection } from '../../../../contract/bridge/connections';
import type { ErrorReport } from '../../../../contract/errors';
import type { ClientProject } from '../../../../contract/service/models';
import type { MessageKey } from '../../../../messages/translator';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { useCurrentProject } from '../../../queries/projects';
import { ErrorState } from '../../../ui/feedback/error-state';
import { CardFrame, CardHead } from './card-frame';
import { CardSkeleton } from './card-skeleton';
import { EnterKeyButton } from './enter-key-button';
import { needsPublishableKey } from './failure-place';
import { retryAfter } from './retry-after';

interface ProjectCardProps {
  connection: Connection;
  /** With a place for the project's name. */
  title: MessageKey;
  children: (project: ClientProject) => ReactNode;
}

/** The one card of every way in: which project, where it is, and what its configuration allows. */
export function ProjectCard({ connection, title, children }: ProjectCardProps) {
  const { t } = useMessages();
  const { project, failure, busy, retry } = useProject(connection.id);
  return (
    <CardFrame>
      {project !== undefined && (
        <>
          <CardHead title={t(title, { project: project.display_name })} project={{ connection, name: project.display_name }} />
          {children(project)}
        </>
      )}
      {project === undefined && failure !== null && (
        <ErrorState
          report={failure}
          onRetry={retry}
          busy={busy}
          action={needsPublishableKey(failure) ? <EnterKeyButton connectionId={connection.id} /> : undefined}
        />
      )}
      {project === undefined && failure === null && <CardSkeleton />}
    </CardFrame>
  );
}

function useProject(connectionId: string) {
  const { data: project, error, refetch } = useCurrentProject(connectionId);
  // A query forgets its failure while it tries again, which would take the pressed button away.
  const [retrying, setRetrying] = useState<ErrorReport | null>(null);
  const [restartFailure, setRestartFailure] = useState<ErrorReport | null>(null);
  const failure = retrying ?? restartFailure ?? (error && reportOf(error));
  const retry = async () => {
    if (failure === null) return;
    setRetrying(failure);
    try {
      await retryAfter(failure, refetch);
      setRestartFailure(null);
    } catch (thrown) {
      setRestartFailure(reportOf(thrown));
    } finally {
      setRetrying(null);
    }
  };
  return { project, failure, busy: retrying !== null, retry: () => void retry() };
}
