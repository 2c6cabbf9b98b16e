import type { ReactNode } from 'react';
import type { Connection } from '../../../../contract/bridge/connections';
import type { ErrorReport } from '../../../../contract/errors';
import type { ClientProject } from '../../../../contract/service/models/models';
import type { MessageKey } from '../../../../messages/translator';
import { CardFrame, CardHead } from '../../../blocks/card/card-frame';
import { reportOf } from '../../../lib/errors/error-text';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { useCurrentProject } from '../../../queries/projects';
import { ErrorState } from '../../../ui/feedback/error-state';
import { CardSkeleton } from './card-skeleton';
import { EnterKeyButton } from './enter-key-button';
import { needsPublishableKey } from './failure-place';
import { recoverFrom } from './recover-from';

interface ProjectCardProps {
  connection: Connection;
  /** With a place for the project's name. */
  title: MessageKey;
  children: (project: ClientProject) => ReactNode;
}

/** The card of every sign-in screen: the project, its server, and content that depends on its configuration. */
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
  // A query drops its error while it retries, which would remove the button that was pressed.
  const retrying = useAction(async (before: ErrorReport) => {
    await recoverFrom(before);
    await refetch();
  });
  const failure = retrying.pending?.[0] ?? retrying.failure ?? (error && reportOf(error));
  const retry = () => void (failure === null || retrying.run(failure));
  return { project, failure, busy: retrying.isPending, retry };
}
