import type { ReactNode } from 'react';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ErrorReport } from '#contract/errors.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import { useAreChoicesKnown } from '#data/callbacks.ts';
import { useCurrentProject } from '#data/project.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useLatch } from '#lib/on-demand.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { CardFrame, CardHead } from '#parts/card-frame.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { CardSkeleton, FormSkeleton } from './card-skeleton';
import { EnterKeyButton } from './enter-key-button';
import { needsPublishableKey } from './failure-position';
import { restartSandboxAfter } from './restart-sandbox';

interface ProjectCardProps {
  connection: Connection;
  /** With a place for the project's name. */
  title: MessageKey;
  /** The email that the card's form may send. The card appears once its redirect URLs are known: their field would push away what is below. */
  emailOf?: (config: ClientProject['config']) => CallbackPurpose | null;
  children: (project: ClientProject) => ReactNode;
}

/** The card of every sign-in screen: the project, its server, and content that depends on its configuration. */
export function ProjectCard({ connection, title, emailOf, children }: ProjectCardProps) {
  const { t } = useMessages();
  const { project, failure, busy, retry } = useProject(connection.id);
  const isKnown = useAreChoicesKnown(connection.id, (project && emailOf?.(project.config)) ?? null);
  // What the user does there isn't lost when the project changes.
  const isShown = useLatch(project !== undefined && isKnown);
  return (
    <CardFrame>
      {project !== undefined && (
        <>
          <CardHead title={t(title, { project: project.display_name })} project={{ connection, name: project.display_name }} />
          {isShown ? children(project) : <FormSkeleton />}
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
    await restartSandboxAfter(before);
    await refetch();
  });
  const failure = retrying.pending?.[0] ?? retrying.failure ?? (error && reportOf(error));
  const retry = () => void (failure === null || retrying.run(failure));
  return { project, failure, busy: retrying.isPending, retry };
}
