/** Pages of the service's list of users, read one after another. */
import { AppError, fail } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';

export interface UserPage {
  readonly users: readonly ServerUser[];
  /** Users that couldn't be parsed. */
  readonly omitted: number;
}

/** Where reading starts: at a cursor, after users that were read before, the last one at the end. */
export interface PageStart {
  readonly cursor: string | null;
  readonly last: readonly string[];
}

/** Reads a page that starts with the user whose ID is the cursor. */
export type ReadUserPage = (query: {
  readonly limit: number;
  readonly cursor?: string;
}) => Promise<UserPage & { readonly next: string | null }>;

/** Users of a page. */
const pageSize = 100;

/**
 * Yields all pages. Continues from the last user that still exists if the user at the start of a page was deleted: the page is empty then, and
 * looks like the end. Reads smaller pages where the users are too large for one response. Throws `bad-response` for a cursor that comes twice.
 */
export async function* userPages(
  read: ReadUserPage,
  start: PageStart = { cursor: null, last: [] },
): AsyncGenerator<UserPage & { readonly next: string | null }> {
  const cursors = new Set<string>();
  let { cursor, last } = start;
  let limit = pageSize;
  for (;;) {
    const page: Awaited<ReturnType<ReadUserPage>> | null = await readFrom(read, cursor, limit, last).catch((thrown: unknown) => {
      if (!(thrown instanceof AppError) || thrown.code !== 'response-too-large' || limit === 1) throw thrown;
      limit = Math.ceil(limit / 4);
      return null;
    });
    if (page === null) continue;
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
