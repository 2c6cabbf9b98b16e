/** What fills an index: full passes over all users and teams, and looks at the newest users. */
import { AppError, fail } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { type IndexRequest, type IndexResults, namedKind } from '#contract/workers/library.ts';
import type { IndexSource } from './index-source';

/** IDs before a cursor with which a page is read whose own user was deleted. */
const lastIds = 100;
/** Users whose absence is checked before the next ones are looked up. */
const missingBatch = 50;
/** Maximum number of pages in which new users are looked for. More are found by the next pass. */
const maxNewestPages = 20;

export interface PassDeps {
  readonly source: IndexSource;
  readonly request: <R extends IndexRequest>(request: R) => Promise<IndexResults[R['op']]>;
  /** Returns the time of the service. */
  readonly serverTime: () => number;
}

/**
 * Starts a full pass, or continues one where it was interrupted. Each page is stored together with where the next one starts, and read while the
 * one before is stored. Users that no page had are asked for by their IDs before they are removed, because they may only have changed places.
 */
export async function runPass(
  { source, request, serverTime }: PassDeps,
  signal: AbortSignal,
  onStored: () => Promise<void>,
): Promise<void> {
  const state = await request({ op: 'start-pass', startedAtMillis: serverTime() });
  await onStored();
  if (state.pass?.isRead !== true) {
    await request({ op: 'put-teams', teams: [...(await source.teams(signal))] });
    await readNamed({ source, request }, signal);
    // Empty for a first user who is too large, and before the first page.
    const cursor = state.pass?.next || null;
    const last = cursor === null ? [] : await request({ op: 'last-read', offset: 0, limit: lastIds });
    await readPages({ source, request }, signal, { cursor, last: last.toReversed() }, onStored);
  }
  await checkMissing({ source, request }, signal);
  await request({ op: 'finish-pass' });
}

type Reading = Pick<PassDeps, 'source' | 'request'>;

/** Reads the names of templates, permissions, and key sets. Those that can't be read at the moment stay as they are. */
export async function readNamed({ source, request }: Reading, signal: AbortSignal): Promise<void> {
  for (const kind of namedKind.options) {
    const items = await source.named(signal, kind);
    if (items !== null) await request({ op: 'put-named', kind, items: [...items] });
  }
}

async function readPages(
  { source, request }: Reading,
  signal: AbortSignal,
  start: { readonly cursor: string | null; readonly last: readonly string[] },
  onStored: () => Promise<void>,
): Promise<void> {
  const pages = source.pages(signal, start);
  let withoutNew = 0;
  try {
    for (let reading = pages.next(); ; ) {
      const { done, value: page } = await reading;
      if (done === true) return;
      if (page.next !== null) reading = pages.next();
      // It fails where it is awaited.
      reading.catch(() => undefined);
      const { added } = await request({ op: 'put-page', users: [...page.users], omitted: page.omitted, next: page.next });
      await onStored();
      if (page.next === null) return;
      signal.throwIfAborted();
      withoutNew = added === 0 ? withoutNew + 1 : 0;
      if (withoutNew >= maxPagesWithoutNew) throw fail('bad-response', { path: 'pagination.next_cursor' });
    }
  } catch (thrown) {
    // A list without an end, or one that can't be continued: the next pass starts from its beginning.
    if (thrown instanceof AppError && thrown.code === 'bad-response') await request({ op: 'abandon-pass' });
    throw thrown;
  }
}

/** Pages that have only users of earlier pages, after which the list is taken for one that repeats itself. */
const maxPagesWithoutNew = 3;

async function checkMissing({ source, request }: Reading, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await request({ op: 'missing', limit: missingBatch });
    if (ids.length === 0) return;
    for (const id of ids) {
      const user = await readUser(source, signal, id);
      // Who is unread was counted by the page that left them out.
      if (typeof user === 'string') await request({ op: 'remove-users', ids: [id] });
      else await request({ op: 'put-users', users: [user] });
    }
  }
}

/** Reads one user, and stores or removes them. One who can no longer be read is counted. */
export async function refreshUser({ source, request }: Reading, signal: AbortSignal, id: string): Promise<void> {
  const user = await readUser(source, signal, id);
  if (user === 'gone') await request({ op: 'remove-users', ids: [id] });
  else if (user === 'unread') await request({ op: 'drop-unread', id });
  else await request({ op: 'put-users', users: [user] });
}

async function readUser(source: IndexSource, signal: AbortSignal, id: string): Promise<ServerUser | 'gone' | 'unread'> {
  try {
    return (await source.user(signal, id)) ?? 'gone';
  } catch (thrown) {
    // The lists leave out what can't be parsed, or is too large, as well.
    if (thrown instanceof AppError && (thrown.code === 'bad-response' || thrown.code === 'response-too-large')) return 'unread';
    throw thrown;
  }
}

/** Reads the newest users until one of them is known. What is too large for a response is left to the next pass. */
export async function readNewest({ source, request }: Reading, signal: AbortSignal): Promise<void> {
  let cursor: string | null = null;
  for (let page = 0; page < maxNewestPages; page += 1) {
    const { users, next }: Awaited<ReturnType<IndexSource['newest']>> = await source.newest(signal, cursor).catch(noneIfTooLarge);
    const { known } = await request({ op: 'put-users', users: [...users] });
    if (known > 0 || next === null || next === cursor) return;
    cursor = next;
  }
}

function noneIfTooLarge(thrown: unknown): Awaited<ReturnType<IndexSource['newest']>> {
  if (thrown instanceof AppError && thrown.code === 'response-too-large') return { users: [], next: null };
  throw thrown;
}
