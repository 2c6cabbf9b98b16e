import { useConnection, useTopic } from '#data/topics.ts';
import { userRisks } from '#lib/rules/removal.ts';

/** Returns whether a user of the project is signed in to Latchkey, through any connection to the project. */
export function useIsOwnUser(connectionId: string, userId: string): boolean {
  const connection = useConnection(connectionId);
  const connections = useTopic('connections.list');
  const accounts = useTopic('accounts.list');
  if (connection === undefined) return false;
  return userRisks(userId, connection, connections, accounts).some(({ kind }) => kind === 'self');
}
