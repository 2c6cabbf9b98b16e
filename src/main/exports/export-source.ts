/** What the exports of a connection read from: the service, and the index. */
import type { UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { Sender, Target } from '../remote/send';
import type { Sessions } from '../session/sessions';
import type { ExportSource } from './export-rows';

/** Yields the users of a scope from the index of a connection, in its order. Throws `object-gone` without an index. */
export type MatchingUsers = (connectionId: string, scope: UserScope, signal: AbortSignal) => AsyncIterable<readonly ServerUser[]>;

interface ExportSourceDeps {
  readonly sender: Pick<Sender, 'send'>;
  readonly sessions: Pick<Sessions, 'target'>;
  readonly matching: MatchingUsers;
}

interface Guards {
  readonly signal: AbortSignal;
  /** Throws if a request may not be sent. */
  readonly assertAllowed: () => void;
}

/** Creates the source. A request that fails is repeated as all reads are; a pause that the service asks for is waited for, however long. */
export function createExportSource(
  { sender, sessions, matching }: ExportSourceDeps,
  connectionId: string,
  { signal, assertAllowed }: Guards,
): ExportSource {
  const options = { signal, assertAllowed, watch: { signal, pause: () => undefined, done: () => undefined } };
  let target: Promise<Target> | undefined;
  const targetOf = () => {
    target ??= sessions.target(connectionId);
    return target;
  };
  return {
    call: async (endpoint, actor, input) => sender.send(endpoint, actor, await targetOf(), input, options),
    hasFeature: async (feature) => (await (await targetOf()).features?.())?.[feature] === true,
    matching: (scope) => matching(connectionId, scope, signal),
  };
}
