import { useConnection, useCurrentAccount } from '#data/topics.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';

/** Returns whether the connection's keys can read what members may do. While impersonating, they aren't used. */
export function useReadsGrants(connectionId: string): boolean {
  const connection = useConnection(connectionId);
  const account = useCurrentAccount(connectionId);
  return connection !== undefined && hasProjectAccess(connection) && account?.impersonationId === undefined;
}
