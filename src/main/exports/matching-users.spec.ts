import { expect, test } from 'vitest';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { createMatchingUsers } from './matching-users';

const named = (id: string) => ({ ...sampleServerUser, id });
const total = { count: 0, isExact: true };

async function read(count: number, afterPage: (ids: string[]) => string[] = (ids) => ids) {
  const all = Array.from({ length: count }, (_none, at) => `u${at}`);
  let ids = all;
  const reader = createMatchingUsers(
    () => ({
      matchingIds: async () => all,
      async findUsers({ offset, limit }) {
        const users = ids.slice(offset, offset + limit).map(named);
        ids = afterPage(ids);
        return { users, total, tookMillis: 1, asOfMillis: null, membersAsOfMillis: null };
      },
      readUser: async ({ userId }) => (userId === 'u1' ? null : { user: named(userId), asOfMillis: 0 }),
    }),
    () => 'export',
  );
  const found: string[] = [];
  for await (const users of reader('c', { query: everyUser, order: newestFirst }, new AbortController().signal))
    found.push(...users.map(({ id }) => id));
  return found;
}

test.each([0, 1, 500, 1_201])('%i users are read once each, in their order', async (count) => {
  expect(await read(count)).toEqual(Array.from({ length: count }, (_none, at) => `u${at}`));
});

test('users that come or move in the meantime are neither added nor missed', async () => {
  const found = await read(1_100, (ids) => ['new', ...ids.slice(20), ...ids.slice(0, 20)]);
  expect([found.length, new Set(found).size, found.includes('new')]).toEqual([1_100, 1_100, false]);
});

test('a user that the index no longer has is left out', async () => {
  expect(await read(3, () => [])).toEqual(['u0', 'u1', 'u2']);
  expect((await read(600, () => [])).length).toBe(600);
});
