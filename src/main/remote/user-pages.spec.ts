import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { type ReadUserPage, userPages } from './user-pages';

const named = (id: string) => ({ ...sampleServerUser, id });

/** A service with users by number, of which some are deleted while they are read. */
function service(count: number) {
  let ids = Array.from({ length: count }, (_none, at) => `u${at}`);
  const read: ReadUserPage = async ({ limit, cursor, fromEnd }) => {
    const list = fromEnd === true ? ids.toReversed() : ids;
    const at = cursor === undefined ? 0 : list.indexOf(cursor);
    const found = at < 0 ? [] : list.slice(at, at + limit);
    return { users: found.map(named), omitted: 0, next: at < 0 ? null : (list[at + limit] ?? null) };
  };
  return {
    read,
    remove(...gone: string[]) {
      ids = ids.filter((id) => !gone.includes(id));
    },
  };
}

async function readIds(read: ReadUserPage, afterPage: (number: number) => void = () => undefined): Promise<string[]> {
  const found: string[] = [];
  let number = 0;
  for await (const { users } of userPages(read)) {
    found.push(...users.map(({ id }) => id));
    number += 1;
    afterPage(number);
  }
  return found;
}

test.each([0, 1, 99, 100, 101, 250])('%i users are read once each', async (count) => {
  const found = await readIds(service(count).read);
  expect([found.length, new Set(found).size]).toEqual([count, count]);
});

test.each([
  ['the user at the start of a page', ['u100'], 249],
  ['that one and the last ones before', ['u100', 'u99', 'u98'], 249],
])('%s is deleted while pages are read', async (_what, gone, expected) => {
  const { read, remove } = service(250);
  const found = await readIds(read, (number) => number === 1 && remove(...gone));
  expect([found.length, new Set(found).size]).toEqual([expected, expected]);
});

test('a cursor that comes twice ends the reading', async () => {
  const read: ReadUserPage = async () => ({ users: [named('a')], omitted: 0, next: 'b' });
  expect(await reportOf(readIds(read))).toMatchObject({ code: 'bad-response' });
});

test('pages that are too large are read in smaller ones, down to one user', async () => {
  const { read } = service(30);
  const limits: number[] = [];
  const found = await readIds(async (query) => {
    limits.push(query.limit);
    if (query.limit > 3) throw fail('response-too-large');
    return read(query);
  });
  expect([found.length, limits.slice(0, 4)]).toEqual([30, [100, 25, 7, 2]]);
});

test.each([[['u0']], [['u7']], [['u150']], [['u249']], [['u99', 'u100']]])(
  'users too large for a response (%j) are left out, and all others read',
  async (large) => {
    const { read } = service(250);
    const guarded: ReadUserPage = async (query) => {
      const page = await read(query);
      if (page.users.some(({ id }) => large.includes(id))) throw fail('response-too-large');
      return page;
    };
    const found = await readIds(guarded);
    expect([found.length, new Set(found).size]).toEqual([250 - large.length, 250 - large.length]);
  },
);

test.each([
  ['both ends', 250, ['u0', 'u249'], 0],
  ['the only user', 1, ['u0'], 0],
  ['all users', 3, ['u0', 'u1', 'u2'], 0],
])('%s too large for a response: the reading ends, and says that users are left out', async (_what, count, large, expected) => {
  const { read } = service(count);
  const pages = [];
  const guarded: ReadUserPage = async (query) => {
    const page = await read(query);
    if (page.users.some(({ id }) => large.includes(id))) throw fail('response-too-large');
    return page;
  };
  for await (const page of userPages(guarded)) pages.push(page);
  expect(pages.flatMap(({ users }) => users)).toHaveLength(expected);
  expect(pages).toMatchObject([{ omitted: 1, next: null }]);
});
