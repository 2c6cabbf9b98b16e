import type { ReactNode } from 'react';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { reportOf } from '../../lib/errors/error-text';
import { useAdminProject } from '../../queries/project/admin-project';
import { ErrorState } from '../../ui/feedback/error-state';
import { OutdatedCallout } from '../account/account-state';

/** The project's configuration, once it is read. */
export interface LoadedProject {
  readonly connectionId: string;
  readonly project: AdminProject;
  /** Says that the project couldn't be read again; for the top of the screen. */
  readonly notice: ReactNode;
}

interface ReadAdminProjectProps {
  connectionId: string;
  /** What is shown while it loads. */
  skeleton: ReactNode;
  children: (loaded: LoadedProject) => ReactNode;
}

/** Reads the project's configuration for its children, or says why it can't be read. */
export function ReadAdminProject({ connectionId, skeleton, children }: ReadAdminProjectProps) {
  const { data: project, error, isFetching, refetch } = useAdminProject(connectionId, true);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (project === undefined) return failure ? <ErrorState {...failure} /> : skeleton;
  return children({ connectionId, project, notice: failure && <OutdatedCallout {...failure} /> });
}
