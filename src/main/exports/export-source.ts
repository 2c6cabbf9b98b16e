/** What the exports of a connection read from: the service, and the index. */
import type { ActorOf, Endpoint, InputOf, ResponseOf } from '#contract/definitions.ts';
import type { Feature } from '#contract/features.ts';
import type { UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { UserField } from '#contract/workers/library.ts';
import type { OptionsOf, Sender, Target } from '../remote/send';
import type { Sessions } from '../session/sessions';
import type { ExportRow } from './row-values';

/** Calls the service, with the project's keys as the only actor. */
type ProjectCall = <E extends Endpoint, A extends ActorOf<E> & 'project'>(
  endpoint: E,
  actor: A,
  input: InputOf<E, A>,
) => Promise<ResponseOf<E, A>>;

/** What an export reads from. */
export interface ExportSource {
  /** Throws once the export was canceled, or is no longer allowed. */
  readonly call: ProjectCall;
  readonly hasFeature: (feature: Feature) => Promise<boolean>;
  /** Yields the users of a scope from the index: with `fields`, at least these of each, and who it is. Throws `object-gone` without one. */
  readonly matching: (scope: UserScope, fields?: readonly UserField[]) => AsyncIterable<readonly ServerUser[]>;
  /** Resolves to those of the users that the index has, in no order; to none without an index. */
  readonly indexed: (ids: readonly string[]) => Promise<readonly ServerUser[]>;
}

/** Rows that follow one another. */
export interface Batch {
  readonly rows: readonly ExportRow[];
  readonly omitted: number;
}

/**
 * Yields the users of a scope from the index of a connection, in its order: with `fields`, at least these of each, besides its ID, address, and name.
 * Throws `object-gone` without an index.
 */
export type MatchingUsers = (
  connectionId: string,
  scope: UserScope,
  signal: AbortSignal,
  fields?: readonly UserField[],
) => AsyncIterable<readonly ServerUser[]>;

/** Resolves to a user as the index of a connection has it; to null if it doesn't. Throws `object-gone` without an index. */
export type IndexedUser = (connectionId: string, userId: string) => Promise<ServerUser | null>;

export interface ExportSourceDeps {
  readonly sender: Pick<Sender, 'send'>;
  readonly sessions: Pick<Sessions, 'target'>;
  readonly matching: MatchingUsers;
  readonly indexed: IndexedUser;
}

interface Guards {
  readonly signal: AbortSignal;
  /** Throws if a request may not be sent. */
  readonly assertAllowed: () => void;
}

/** Creates the source. A request that fails is repeated as all reads are; a pause that the service asks for is waited for, however long. */
export function createExportSource(
  { sender, sessions, matching, indexed }: ExportSourceDeps,
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
    // Reads, which have no origin.
    call: async (endpoint, actor, input) => sender.send(endpoint, actor, await targetOf(), input, ...([options] as OptionsOf<never>)),
    hasFeature: async (feature) => (await (await targetOf()).features?.())?.[feature] === true,
    matching: (scope, fields) => matching(connectionId, scope, signal, fields),
    async indexed(ids) {
      // Without an index, and with one that can't be read at the moment, the service is asked.
      const found = await Promise.all(ids.map((id) => indexed(connectionId, id).catch(() => null)));
      return found.filter((user) => user !== null);
    },
  };
}
