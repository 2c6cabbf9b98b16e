/** Ends the sessions of a profile at their services before its data is cleared. */
import type { KeptSession } from '#contract/bridge/local-data.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { Topics } from '../runtime/topics';
import type { Sessions } from '../session/sessions';

export interface EndSessionsDeps {
  readonly topics: Pick<Topics, 'accounts.list' | 'connections.list' | 'impersonations.list'>;
  readonly sessions: Pick<Sessions, 'signOut'>;
  /** Ends the impersonations on a connection. Never rejects. */
  readonly endImpersonations: (connectionId: string) => Promise<void>;
}

/** Ends impersonations, then signs out all accounts. Resolves to the sessions that weren't ended at their services. */
export async function endSessions({ topics, sessions, endImpersonations }: EndSessionsDeps): Promise<KeptSession[]> {
  const connections = topics['connections.list'].get().value;
  const nameOf = (connectionId: string) => connections.find(({ id }) => id === connectionId)?.name ?? '';
  await Promise.all(connections.map(({ id }) => endImpersonations(id)));
  const own = topics['accounts.list'].get().value.filter(({ impersonationId }) => impersonationId === undefined);
  const kept = await Promise.all(
    own.map(async ({ id, displayName, primaryEmail, connectionId }): Promise<KeptSession[]> => {
      // With tokens that can't be read, the session can't be ended.
      const ended = await sessions.signOut(id).catch(nullForAppError);
      return ended?.endedAtService ? [] : [{ user: displayName ?? primaryEmail, connection: nameOf(connectionId) }];
    }),
  );
  const impersonations = topics['impersonations.list'].get().value.map(({ displayName, primaryEmail, connectionName }) => ({
    user: displayName ?? primaryEmail,
    connection: connectionName,
  }));
  return [...kept.flat(), ...impersonations];
}
