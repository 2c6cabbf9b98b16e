import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '#data/topics.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { EditConnectionButton } from './edit-connection-button';

interface NeedsProjectAccessProps {
  connectionId: string;
  /** What the connection can't do, and what is missing. */
  title: string;
  text: string;
  children: ReactNode;
}

/** Shows its children if the connection can read users and teams, else what is missing. */
export function NeedsProjectAccess({ connectionId, title, text, children }: NeedsProjectAccessProps) {
  const connection = useConnection(connectionId);
  if (connection === undefined) return null;
  if (hasProjectAccess(connection)) return children;
  return <EmptyState icon={Lock} title={title} text={text} action={<EditConnectionButton connectionId={connectionId} />} />;
}
