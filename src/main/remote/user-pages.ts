/** Pages of the service's list of users, read one after another. */
import { AppError, fail } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';

export interface UserPage {
  readonly users: readonly ServerUser[];
  /** Users, at least so many, that couldn't be parsed, or are too large for a response. */
  readonly omitted: number;
}

/** Where reading starts: at a cursor, after users that were read before, the last one at the end. */
export interface PageStart {
  readonly cursor: string | null;
  readonly last: readonly string[];
}

/** Reads a page that starts with the user whose ID is the cursor; with `fromEnd` in the other direction. */
export type ReadUserPage = (query: {
  readonly limit: number;
  readonly cursor?: string;
  readonly fromEnd?: true;
}) => Promise<UserPage & { readonly next: string | null }>;

/** Users of a page. */
const pageSize = 100;

/**
 * Yields all pages. Continues from the last user that still exists if the user at the start of a page was deleted: the page is empty then, and
 * looks like the end. Reads smaller pages where the users are too large for one response. The users after one who is too large alone are read from
 * the other end, because only the response that is too large says who they are. Throws `bad-response` for a cursor that comes twice.
 */
export async function* userPages(
  read: ReadUserPage,
  start: PageStart = { cursor: null, last: [] },
): AsyncGenerator<UserPage & { readonly next: string | null }> {
  const cursors = new Set<string>();
  let { cursor, last } = start;
  let limit = pageSize;
  for (;;) {
    const page: Awaited<ReturnType<ReadUserPage>> | 'too-large' = await orTooLarge(readFrom(read, cursor, limit, last));
    if (page === 'too-large') {
      if (limit === 1) return yield* fromOtherEnd(read, cursor);
      limit = Math.ceil(limit / 4);
      continue;
    }
    const known = new Set(last);
    const users = page.users.filter(({ id }) => !known.has(id));
    yield { users, omitted: page.omitted, next: page.next };
    if (page.next !== null && cursors.has(page.next)) throw fail('bad-response', { path: 'pagination.next_cursor' });
    if (page.next === null) return;
    cursor = page.next;
    cursors.add(cursor);
    last = [...last, ...users.map(({ id }) => id)].slice(-pageSize);
  }
}

async function orTooLarge<T>(reading: Promise<T>): Promise<T | 'too-large'> {
  return reading.catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'response-too-large') return 'too-large';
    throw thrown;
  });
}

/**
 * Yields the users after one who is too large, the last ones first. Each page says to continue there. Those between two such users can't be read:
 * they are neither yielded nor counted.
 */
async function* fromOtherEnd(read: ReadUserPage, end: string | null): ReturnType<typeof userPages> {
  const cursors = new Set<string>();
  let cursor: string | null = null;
  let limit = pageSize;
  for (;;) {
    const page: Awaited<ReturnType<ReadUserPage>> | 'too-large' = await orTooLarge(
      read({ limit, fromEnd: true, ...(cursor === null ? {} : { cursor }) }),
    );
    if (page === 'too-large' && limit > 1) limit = Math.ceil(limit / 4);
    else {
      const { users, omitted, next }: Awaited<ReturnType<ReadUserPage>> =
        page === 'too-large' ? { users: [], omitted: 0, next: null } : page;
      const isEnd = next === null || next === end || users.some(({ id }) => id === end);
      if (next !== null && cursors.has(next)) throw fail('bad-response', { path: 'pagination.next_cursor' });
      // The one who is too large at this end is another one, unless it is the last of the list, which can't be told for the first one that is read.
      const tooLarge = !isEnd ? 0 : page === 'too-large' && cursor !== null ? 2 : 1;
      yield { users: users.filter(({ id }) => id !== end), omitted: omitted + tooLarge, next: isEnd ? null : (end ?? '') };
      if (isEnd) return;
      cursor = next;
      cursors.add(next);
    }
  }
}

/** Last users of the page before that are tried as the start of a page whose own one was deleted. */
const maxFallbacks = 10;

async function readFrom(read: ReadUserPage, cursor: string | null, limit: number, last: readonly string[]): ReturnType<ReadUserPage> {
  const page = await read({ limit, ...(cursor === null ? {} : { cursor }) });
  if (cursor === null || page.users.length > 0 || page.omitted > 0) return page;
  for (const id of last.slice(-maxFallbacks).reverse()) {
    // One more, because the first one is already written.
    const found = await read({ limit: limit + 1, cursor: id });
    if (found.users.length > 0) return found;
  }
  throw fail('bad-response', { path: 'items' });
}
