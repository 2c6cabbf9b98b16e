import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { reportOf } from '../../lib/errors/error-text';
import { useAdminProject } from '../../queries/project/admin-project';
import { ErrorState } from '../../ui/feedback/error-state';
import { OutdatedCallout } from '../account/account-state';
import { NeedsAdminAccess } from './needs-admin-access';

interface LoadedProject {
  readonly connectionId: string;
  readonly project: AdminProject;
  /** Says that the project couldn't be read again; for the top of the screen. */
  readonly notice: ReactNode;
}

interface AdminProjectScreenProps {
  /** What the connection can't do without admin access, and what is missing. */
  lockedTitle: string;
  lockedText: string;
  /** The screen while it loads. */
  skeleton: ReactNode;
  children: (loaded: LoadedProject) => ReactNode;
}

/** A screen about the project's configuration, which takes admin access. Its children start anew for another connection. */
export function AdminProjectScreen({ lockedTitle, lockedText, ...rest }: AdminProjectScreenProps) {
  const { connection: connectionId = '' } = useParams();
  return (
    <NeedsAdminAccess connectionId={connectionId} title={lockedTitle} text={lockedText}>
      <ReadProject key={connectionId} connectionId={connectionId} {...rest} />
    </NeedsAdminAccess>
  );
}

function ReadProject({
  connectionId,
  skeleton,
  children,
}: Pick<AdminProjectScreenProps, 'skeleton' | 'children'> & { connectionId: string }) {
  const { data: project, error, isFetching, refetch } = useAdminProject(connectionId, true);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (project === undefined) return failure ? <ErrorState {...failure} /> : skeleton;
  return children({ connectionId, project, notice: failure && <OutdatedCallout {...failure} /> });
}
