/** What windows ask the indexes. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { FoundItem } from '#contract/bridge/local-index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { UserQuery, UserScope } from '#contract/query/user-query.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { type IndexRequest, type IndexResults, type MatchCount, namedKind, type UserField } from '#contract/workers/library.ts';
import { toAppError } from '../library/library-client';
import type { Caller } from '../ports/caller';
import type { Clock } from '../ports/ports';
import { listedUsers, matchingUsers, parsedUsers } from './matching-users';
import type { StoredIndex } from './stored-index';
import { readMembers } from './team-members';

export interface FindDeps {
  /** Returns the index of a connection. Throws `object-gone` without one. */
  readonly find: (connectionId: string) => StoredIndex;
  readonly all: () => readonly { readonly connectionId: string; readonly index: StoredIndex }[];
  /** Returns the time of a connection's service. */
  readonly now: (connectionId: string) => number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

type FindCalls = 'findUsers' | 'countUsers' | 'countMatching' | 'matchingIds' | 'readUser' | 'findTeams' | 'find';

export interface FindHandlers {
  readonly handlers: Pick<Handlers<Bridge, Caller>['localIndex'], FindCalls>;
  /** Makes a request about the index of a connection, as a window would. */
  request<R extends IndexRequest>(connectionId: string, request: R, signal?: AbortSignal): Promise<IndexResults[R['op']]>;
  /** Yields the users of a scope, in its order: with `fields`, at least these of each, and who it is. Throws `object-gone` without an index. */
  matching(
    connectionId: string,
    scope: UserScope,
    signal: AbortSignal,
    fields?: readonly UserField[],
  ): AsyncIterable<readonly ServerUser[]>;
  /** Cancels what a closed window asked for. */
  forgetWindow(windowId: string): void;
}

/** Creates the handlers. */
export function createFindHandlers(deps: FindDeps): FindHandlers {
  const { find, now } = deps;
  const latest = createLatest();
  const request: FindHandlers['request'] = async (connectionId, body, signal) => {
    const index = find(connectionId);
    await index.run.opened();
    if (signal?.aborted) throw fail('cancelled');
    try {
      const found = await index.request(body, signal);
      // It may be that of another project by now.
      if (find(connectionId) !== index) throw fail('object-gone');
      if (signal?.aborted) throw fail('cancelled');
      return found;
    } catch (thrown) {
      throw toAppError(thrown);
    }
  };
  const members = async (connectionId: string, query: UserQuery, signal: AbortSignal) => {
    const index = find(connectionId);
    await index.run.opened();
    return readMembers({ index, now: () => now(connectionId) }, query, signal).catch((thrown: unknown) =>
      Promise.reject(toAppError(thrown)),
    );
  };
  return {
    request,
    forgetWindow: latest.forgetWindow,
    async *matching(connectionId, scope, signal, fields) {
      await members(connectionId, scope.query, signal);
      const at = { ...scope, nowMillis: now(connectionId) };
      yield* matchingUsers((of) => request(connectionId, of, signal), at, fields);
    },
    handlers: { ...createUserHandlers(deps, { request, members, latest }), ...createItemHandlers(deps, { request, latest }) },
  };
}

const teamsOf = (json: readonly string[]) => json.map((text) => JSON.parse(text) as ServerTeam);

interface Reading extends Pick<FindHandlers, 'request'> {
  readonly latest: ReturnType<typeof createLatest>;
  /** Reads members that a query is about. */
  readonly members: (connectionId: string, query: UserQuery, signal: AbortSignal) => Promise<number | null>;
}

/** Creates the handlers that answer queries over the users of one project. */
function createUserHandlers(
  { find, now, clock }: FindDeps,
  { request, members, latest }: Reading,
): Pick<FindHandlers['handlers'], 'findUsers' | 'countUsers' | 'countMatching' | 'matchingIds' | 'readUser'> {
  const asOf = (connectionId: string) => find(connectionId).state().asOfMillis;
  const count = async (connectionId: string, queries: readonly UserQuery[], signal: AbortSignal) => {
    for (const query of queries) await members(connectionId, query, signal);
    return request(connectionId, { op: 'count', queries: [...queries], nowMillis: now(connectionId) }, signal);
  };
  return {
    findUsers: ({ connectionId, query, order, offset, limit }, { windowId }) => {
      // What is counted belongs to the list before, and would keep this one waiting.
      if (offset === 0) latest.cancel(`${windowId} matching`);
      return latest.run(`${windowId} users`, async (signal) => {
        const startedAt = clock.monotonic();
        const membersAsOfMillis = await members(connectionId, query, signal);
        const of = { op: 'find', query, order, offset, limit, nowMillis: now(connectionId) } as const;
        const { users, total } = await request(connectionId, of, signal);
        const tookMillis = clock.monotonic() - startedAt;
        return { users: parsedUsers(users), total, tookMillis, asOfMillis: asOf(connectionId), membersAsOfMillis };
      });
    },
    countUsers: ({ connectionId, queries }, { windowId }) =>
      latest.run(`${windowId} counts ${connectionId}`, (signal) => count(connectionId, queries, signal)),
    countMatching: ({ connectionId, query }, { windowId }) =>
      latest.run(`${windowId} matching`, async (signal) => (await count(connectionId, [query], signal))[0] ?? 0),
    async matchingIds({ connectionId, scope }) {
      await members(connectionId, scope.query, new AbortController().signal);
      return request(connectionId, { op: 'ids', ...scope, nowMillis: now(connectionId) });
    },
    async readUser({ connectionId, userId }) {
      const [user] = listedUsers(await request(connectionId, { op: 'read-users', ids: [userId] }));
      // Before the first pass has ended, each user was read after its start.
      const asOfMillis = asOf(connectionId) ?? find(connectionId).run.known().stored?.pass?.startedAtMillis ?? null;
      return user === undefined || asOfMillis === null ? null : { user, asOfMillis };
    },
  };
}

/** Creates the handlers that find teams, and anything in all projects. */
function createItemHandlers(
  { find, all, now }: FindDeps,
  { request, latest }: Pick<Reading, 'request' | 'latest'>,
): Pick<FindHandlers['handlers'], 'findTeams' | 'find'> {
  return {
    async findTeams({ connectionId, ...of }) {
      const { teams, total } = await request(connectionId, { op: 'find-teams', ...of });
      return { teams: teamsOf(teams), total, asOfMillis: find(connectionId).state().asOfMillis };
    },
    find: ({ text, connectionId, limit }, { windowId }) =>
      latest.run(`${windowId} all`, async (signal) => {
        if (connectionId !== null) find(connectionId);
        const chosen = all().filter((one) => connectionId === null || one.connectionId === connectionId);
        const reading = chosen.map(async ({ connectionId: id, index }) => {
          const value = await request(id, { op: 'find-any', text, limit, nowMillis: now(id) }, signal);
          return { id, value, asOfMillis: index.state().asOfMillis };
        });
        const found = await Promise.allSettled(reading);
        const failure = found.find((one) => one.status === 'rejected');
        // The others still have something to show.
        if (failure !== undefined && (signal.aborted || connectionId !== null)) throw failure.reason;
        return joined(
          found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
          limit,
        );
      }),
  };
}

interface FoundInIndex {
  readonly id: string;
  readonly value: IndexResults['find-any'];
  readonly asOfMillis: number | null;
}

/** Joins what was found in several indexes: of each kind as many as are wanted, evenly from all. */
function joined(found: readonly FoundInIndex[], limit: number) {
  const users = interleaved(
    found.map(({ id, value }) => parsedUsers(value.users).map((user) => ({ kind: 'user', connectionId: id, user }) as const)),
  );
  const teams = interleaved(
    found.map(({ id, value }) => teamsOf(value.teams).map((team) => ({ kind: 'team', connectionId: id, team, members: null }) as const)),
  );
  const named = namedKind.options.flatMap((kind) =>
    interleaved(
      found.map(({ id: connectionId, value }) => value.named.filter((one) => one.kind === kind).map((one) => ({ ...one, connectionId }))),
    ).slice(0, limit),
  );
  const items: FoundItem[] = [...users.slice(0, limit), ...teams.slice(0, limit), ...named];
  const times = found.map(({ asOfMillis }) => asOfMillis);
  return {
    items,
    users: sumOf(found.map(({ value }) => value.userTotal)),
    teams: sumOf(found.map(({ value }) => value.teamTotal)),
    asOfMillis: times.includes(null) || times.length === 0 ? null : Math.min(...times.map(Number)),
  };
}

function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_none, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

function sumOf(counts: readonly MatchCount[]): MatchCount {
  return { count: counts.reduce((sum, { count }) => sum + count, 0), isExact: counts.every(({ isExact }) => isExact) };
}

/** Creates what cancels a task when a later one of the same name starts. */
function createLatest() {
  const active = new Map<string, AbortController>();
  return {
    async run<T>(name: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
      active.get(name)?.abort();
      const own = new AbortController();
      active.set(name, own);
      try {
        return await task(own.signal);
      } catch (thrown) {
        if (own.signal.aborted) throw fail('cancelled', {}, thrown);
        throw thrown;
      } finally {
        if (active.get(name) === own) active.delete(name);
      }
    },
    /** Cancels a task, if it runs. */
    cancel: (name: string) => active.get(name)?.abort(),
    forgetWindow(windowId: string) {
      for (const [name, controller] of active) if (name.startsWith(`${windowId} `)) controller.abort();
    },
  };
}
