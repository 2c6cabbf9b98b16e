/** The users that match a query, as the index has them. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { Caller } from '../ports/caller';
import type { MatchingUsers } from './export-source';

type IndexCalls = Pick<Handlers<Bridge, Caller>['localIndex'], 'matchingIds' | 'findUsers' | 'readUser'>;

/** Users that are read from the index at once. */
const pageSize = 500;

/** Returns the reader. `newId` returns a caller of the index for each export, so that no other question cancels its own. */
export function createMatchingUsers(index: () => IndexCalls, newId: () => string): MatchingUsers {
  return (connectionId, scope, signal) => readMatching(index(), connectionId, scope, signal, { windowId: newId() });
}

/**
 * Yields the users that match at the start, each once, whatever becomes of the index in the meantime: those that moved out of the pages are
 * read one by one at the end.
 */
async function* readMatching(
  index: IndexCalls,
  connectionId: string,
  scope: UserScope,
  signal: AbortSignal,
  caller: Caller,
): AsyncGenerator<readonly ServerUser[]> {
  const left = new Set(await index.matchingIds({ connectionId, scope }, caller));
  for (let offset = 0; left.size > 0; offset += pageSize) {
    signal.throwIfAborted();
    const { users } = await index.findUsers({ connectionId, ...scope, offset, limit: pageSize }, caller);
    yield users.filter(({ id }) => left.delete(id));
    if (users.length < pageSize) break;
  }
  for (const userId of left) {
    signal.throwIfAborted();
    const found = await index.readUser({ connectionId, userId }, caller);
    if (found !== null) yield [found.user];
  }
}
