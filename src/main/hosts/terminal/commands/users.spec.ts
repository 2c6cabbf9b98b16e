import { expect, test } from 'vitest';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import type { OptionName } from '../command-table';
import { exitCodes } from '../exit-code';
import type { CommandRun } from './command-run';
import { exportUsers, listUsers } from './users';

type Page = { readonly items: readonly object[]; readonly next: string | null; readonly omitted?: number };
type Query = Readonly<Record<string, unknown>>;

/** Lists users of a service that responds with these pages, by their cursors. */
async function listed(pageOf: (cursor: string) => Page, options: Partial<Record<OptionName, string>> = { json: '' }) {
  const [out, said, queries]: [string[], string[], Query[]] = [[], [], []];
  const list = async ({ query }: { query: Query }) => {
    queries.push(query);
    const { items, next, omitted } = pageOf(String(query.cursor ?? ''));
    const left = omitted === undefined ? {} : { omitted: { count: omitted, path: 'items' } };
    return { items, is_paginated: true, pagination: { next_cursor: next }, ...left };
  };
  const run = {
    opened: { connection: async () => ({ id: 'c' }), service: { users: { list } } },
    options: { has: (name: OptionName) => name in options, text: (name: OptionName) => options[name], texts: () => [] },
    terminal: {
      print: async (text: string) => void out.push(text),
      say: (text: string) => said.push(text),
      progress: () => undefined,
      columns: null,
    },
    ...{ args: [], env: {} },
  } as unknown as CommandRun;
  return { code: await listUsers(run), out: out.join(''), said, queries };
}

const user = (id: string, own: object = {}) => ({ ...sampleServerUser, id, ...own });
const ids = (text: string) => (JSON.parse(text) as { users: { id: string }[] }).users.map(({ id }) => id);

test('a time that no date has costs no list', async () => {
  const odd = user('odd', { signed_up_at_millis: 8.64e15 + 1, last_active_at_millis: -(8.64e15 + 1) });
  const { code, out } = await listed(() => ({ items: [odd, user('a')], next: null }));
  expect([code, ids(out)]).toEqual([exitCodes.done, ['odd', 'a']]);
  expect(JSON.parse(out).users[0]).toMatchObject({ signedUpAt: null, lastActiveAt: null });
  expect((await listed(() => ({ items: [odd], next: null }), {})).out).toContain('odd');
});

test('users after one who was deleted at the start of a page are listed', async () => {
  const pages: Record<string, Page> = {
    '': { items: [user('a'), user('b')], next: 'deleted' },
    deleted: { items: [], next: null },
    b: { items: [user('b'), user('c')], next: null },
  };
  expect(ids((await listed((cursor) => pages[cursor] ?? { items: [], next: null })).out)).toEqual(['a', 'b', 'c']);
});

test('users who couldn’t be read are said to be left out, and don’t end the list', async () => {
  const { out, said } = await listed((cursor) =>
    cursor === '' ? { items: [], next: 'a', omitted: 100 } : { items: [user('a')], next: null },
  );
  expect([ids(out), said]).toEqual([['a'], ['100 users couldn’t be read and were left out.']]);
});

test('an export says that a user who is left out couldn’t be read', async () => {
  const said: string[] = [];
  const run = { id: 'e', state: 'done', error: null, rows: 3, omitted: 1 };
  const command = {
    opened: {
      connection: async () => ({ id: 'c' }),
      api: { exports: { start: async () => 'e', runs: async () => ({ value: [run] }) } },
      app: { onPush: () => () => undefined },
    },
    options: { has: () => false, text: (name: OptionName) => (name === 'output' ? 'users.csv' : undefined), texts: () => [] },
    terminal: { say: (text: string) => said.push(text), progress: () => undefined },
  } as unknown as CommandRun;
  expect([await exportUsers(command), said]).toEqual([exitCodes.done, ['3 users. 1 user couldn’t be read and was left out.']]);
});

test('a list ends at its limit, and says whether there are more', async () => {
  const { out, queries } = await listed((cursor) => ({ items: [user(`${cursor}x`), user(`${cursor}y`)], next: `${cursor}x` }), {
    json: '',
    limit: '3',
  });
  expect([ids(out), JSON.parse(out).hasMore, queries.length]).toEqual([['x', 'y', 'xx'], true, 2]);
});
