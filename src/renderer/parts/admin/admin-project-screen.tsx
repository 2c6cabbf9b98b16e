import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { NeedsAdminAccess } from './needs-admin-access';
import { type LoadedProject, ReadAdminProject } from './read-admin-project';

interface AdminProjectScreenProps {
  /** What the connection can't do without admin access, and what is missing. */
  lockedTitle: string;
  lockedText: string;
  /** The screen while it loads. */
  skeleton: ReactNode;
  children: (loaded: LoadedProject) => ReactNode;
}

/** A screen about the project's configuration, which takes admin access. Nothing in it is kept for another connection. */
export function AdminProjectScreen({ lockedTitle, lockedText, skeleton, children }: AdminProjectScreenProps) {
  const { connection: connectionId = '' } = useParams();
  return (
    <NeedsAdminAccess connectionId={connectionId} title={lockedTitle} text={lockedText}>
      <ReadAdminProject key={connectionId} connectionId={connectionId} skeleton={skeleton}>
        {children}
      </ReadAdminProject>
    </NeedsAdminAccess>
  );
}
