import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useAdminProject, useIsProjectDeleted } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { OutdatedMessage } from '../screen-message';
import { EditConnectionButton } from './edit-connection-button';

/** The project's configuration, once it is read. */
export interface LoadedProject {
  readonly connectionId: string;
  readonly project: AdminProject;
}

interface ReadAdminProjectProps {
  /** What is shown while it loads. */
  skeleton: ReactNode;
  children: (loaded: LoadedProject) => ReactNode;
}

/** Reads the configuration of the screen's project for its children, or says why it can't be read. The screen's row requires admin access. */
export function ReadAdminProject({ skeleton, children }: ReadAdminProjectProps) {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const { data: project, error, isFetching, refetch } = useAdminProject(connectionId, true);
  const isDeleted = useIsProjectDeleted(connectionId, useConnection(connectionId)?.projectId ?? '');
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  // The keys of a deleted project are refused; entering them again wouldn't help. The status bar says so.
  const isGone = failure && isDeleted;
  if (project === undefined && isGone) {
    const edit = <EditConnectionButton connectionId={connectionId} />;
    return <EmptyState role="alert" icon={Unplug} title={t('projects.gone')} text={t('projects.gone.text')} action={edit} />;
  }
  if (project === undefined) return failure ? <ErrorState {...failure} /> : skeleton;
  return (
    <>
      {failure && !isGone && <OutdatedMessage {...failure} />}
      {children({ connectionId, project })}
    </>
  );
}
