import { expect, test } from 'vitest';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import type { IndexRequest } from '#contract/workers/library.ts';
import { LibraryFailure } from '../library/library-client';
import { createFindHandlers, type FindDeps } from './find-handlers';

const caller = { windowId: 'w' } as never;
const text = (value: string) => ({ field: 'text', value }) as const;

/** An index that counts until it is canceled, unless it has the count. */
function startFinding(counts: readonly number[] | null) {
  const asked: string[] = [];
  const request = (body: IndexRequest, signal?: AbortSignal) => {
    asked.push(body.op);
    if (body.op === 'find') return Promise.resolve({ users: [], total: { count: 3, isExact: false } });
    if (counts !== null) return Promise.resolve(counts);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new LibraryFailure('cancelled'))));
  };
  const index = { request, run: { opened: async () => undefined }, state: () => ({ asOfMillis: 1 }) };
  const { handlers } = createFindHandlers({
    find: () => index as unknown as ReturnType<FindDeps['find']>,
    all: () => [],
    now: () => 1,
    clock: { monotonic: () => 1 },
  });
  const page = (offset: number) =>
    handlers.findUsers({ connectionId: 'c', query: text('b'), order: newestFirst, offset, limit: 100 }, caller);
  return { handlers, page, asked };
}

test('users of the list are counted exactly', async () => {
  const { handlers } = startFinding([1_204]);
  expect(await handlers.countMatching({ connectionId: 'c', query: everyUser }, caller)).toBe(1_204);
});

test('counting ends with the next search of the window, and not with the next page', async () => {
  const { handlers, page, asked } = startFinding(null);
  let isCanceled = false;
  const counting = handlers.countMatching({ connectionId: 'c', query: text('a') }, caller).catch((thrown: unknown) => {
    isCanceled = true;
    return thrown;
  });
  await page(100);
  expect([isCanceled, asked]).toEqual([false, ['count', 'find']]);
  await page(0);
  expect(await counting).toMatchObject({ code: 'cancelled' });
});

test('counting for the views goes on beside it', async () => {
  const { handlers, page } = startFinding(null);
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  void handlers.countUsers({ connectionId: 'c', queries: [everyUser] }, caller).then(end, end);
  const counting = handlers.countMatching({ connectionId: 'c', query: text('a') }, caller).catch((thrown: unknown) => thrown);
  await page(0);
  expect(await counting).toMatchObject({ code: 'cancelled' });
  expect(hasEnded).toBe(false);
});
