import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { EditConnectionButton } from './edit-connection-button';

interface NeedsAdminAccessProps {
  connectionId: string;
  /** What the connection can't do, and what is missing. */
  title: string;
  text: string;
  children: ReactNode;
}

/** Shows its children if the connection has admin access, else what is missing. */
export function NeedsAdminAccess({ connectionId, title, text, children }: NeedsAdminAccessProps) {
  const connection = useConnection(connectionId);
  if (connection === undefined) return null;
  if (hasAdminAccess(connection)) return children;
  return <EmptyState icon={Lock} title={title} text={text} action={<EditConnectionButton connectionId={connectionId} />} />;
}
