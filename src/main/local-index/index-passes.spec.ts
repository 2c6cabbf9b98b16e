import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import type { IndexRequest, IndexResults, NamedItem } from '#contract/workers/library.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { indexUsers } from '#tests/support/samples/index-users.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openIndex } from '../library/open-index';
import { type ReadUserPage, userPages } from '../remote/user-pages';
import { readNewest, refreshUser, runPass } from './index-passes';
import type { IndexSource } from './index-source';

const { signal } = new AbortController();
const noPause = async () => undefined;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A service whose users a spec changes, and an index of them. */
async function scene(count: number) {
  const random = seeded(count);
  let users = indexUsers(count, random).map((user, at) => ({ ...user, signed_up_at_millis: 1_700_000_000_000 + at }));
  const large = new Set<string>();
  const orTooLarge = (found: typeof users) => {
    if (found.some(({ id }) => large.has(id))) throw fail('response-too-large');
    return found;
  };
  const read: ReadUserPage = async ({ limit, cursor, fromEnd }) => {
    const list = fromEnd === true ? users.toReversed() : users;
    const at = cursor === undefined ? 0 : list.findIndex(({ id }) => id === cursor);
    const found = at < 0 ? [] : orTooLarge(list.slice(at, at + limit));
    return { users: found, omitted: 0, next: at < 0 ? null : (list[at + limit]?.id ?? null) };
  };
  const asked: string[] = [];
  const source: IndexSource = {
    pages: (_signal, start) => userPages((query) => service.read(query), start),
    newest: async (_signal, cursor) => {
      const newest = users.toReversed();
      const at = cursor === null ? 0 : newest.findIndex(({ id }) => id === cursor);
      return { users: orTooLarge(newest.slice(at, at + 100)), next: newest[at + 100]?.id ?? null };
    },
    user: async (_signal, id) => {
      asked.push(id);
      return orTooLarge(users.filter((user) => user.id === id))[0] ?? null;
    },
    teams: async () => [],
    team: async () => null,
    named: async (_signal, kind) => (kind === 'template' ? service.templates : kind === 'key-set' ? service.keySets : null),
    total: async () => users.length,
  };
  const service = {
    read,
    /** Those who are too large for a response. */
    large,
    users: () => users,
    /** Null while they can't be read. */
    templates: [] as readonly NamedItem[] | null,
    keySets: null as readonly NamedItem[] | null,
    set(next: typeof users) {
      users = next;
    },
  };
  const path = join(await temporaryFolder(), 'index.db');
  const open = () => openIndex({ path, key: 'ab'.repeat(32), subject: 's' }, () => 0);
  let index = open();
  onTestFinished(() => index.close());
  const request = async <R extends IndexRequest>(body: R) => (await index.handle(body, noPause)) as IndexResults[R['op']];
  let time = 1000;
  const pass = (through = request) => runPass({ source, request: through, serverTime: () => (time += 1) }, signal, async () => undefined);
  const ids = () => request({ op: 'ids', query: everyUser, order: { ...newestFirst, by: 'id', desc: false }, nowMillis: 0 });
  return {
    service,
    source,
    request,
    pass,
    ids,
    asked,
    reopen() {
      index.close();
      index = open();
    },
    isComplete: async () => {
      const found = await ids();
      expect(found).toEqual(users.map(({ id }) => id).sort());
      const state = await request({ op: 'state' });
      return state.pass === null && state.asOfMillis !== null;
    },
  };
}

describe('a full pass', () => {
  test.each([0, 1, 100, 250])('has all of %i users', async (count) => {
    const { pass, isComplete } = await scene(count);
    await pass();
    expect(await isComplete()).toBe(true);
  });

  test('survives 200 kills, before and after what is stored, without losing or doubling a user', async () => {
    const { pass, request, reopen, isComplete, ids } = await scene(700);
    const random = seeded(42);
    let kills = 0;
    const killed = async <R extends IndexRequest>(body: R): Promise<IndexResults[R['op']]> => {
      const isDue = kills < 200 && random() < 0.7;
      if (isDue) kills += 1;
      if (isDue && random() < 0.5) throw new Error('killed');
      const result = await request(body);
      if (isDue) throw new Error('killed');
      return result;
    };
    for (;;) {
      const end = await pass(killed).then(
        () => 'done',
        (thrown: Error) => thrown.message,
      );
      if (end === 'done' && kills >= 200) break;
      expect(['done', 'killed']).toContain(end);
      reopen();
      const found = await ids();
      expect(new Set(found).size).toBe(found.length);
    }
    expect(await isComplete()).toBe(true);
  });

  test('keeps the names of templates, those of before while they can’t be read', async () => {
    const { service, pass, request } = await scene(1);
    const found = async (text: string) => (await request({ op: 'find-any', text, limit: 5, nowMillis: 0 })).named.map(({ name }) => name);
    service.templates = ['Welcome', 'Crème brûlée', 'Magic link'].map((name) => ({ kind: 'template', id: `${name}-id`, name }));
    await pass();
    expect([await found('creme brul'), await found('link magic'), await found('welcome-id')]).toEqual([
      ['Crème brûlée'],
      ['Magic link'],
      ['Welcome'],
    ]);
    service.templates = null;
    await pass();
    expect(await found('magic')).toEqual(['Magic link']);
    service.templates = [];
    await pass();
    expect(await found('magic')).toEqual([]);
  });

  test.each([
    ['deploy', ['Deploy script']],
    ['9XQ4', ['Deploy script']],
    ['deploy 9xq4', ['Deploy script']],
    ['deploy 0000', []],
    ['k2', ['']],
    ['7b2m', ['']],
    ['undefined', []],
  ])('finds %j among names and ends of keys', async (text, names) => {
    const { service, pass, request } = await scene(1);
    const secret_server_key = { last_four: '9xq4' };
    service.keySets = [
      { kind: 'key-set', id: 'k1', name: 'Deploy script', keys: { secret_server_key, super_secret_admin_key: { last_four: '41ww' } } },
      { kind: 'key-set', id: 'k2', name: '', keys: { publishable_client_key: { last_four: '7b2m' } } },
      { kind: 'key-set', id: 'k3', name: 'No known kinds', keys: {} },
    ];
    await pass();
    const { named } = await request({ op: 'find-any', text, limit: 5, nowMillis: 0 });
    expect(named.map(({ name }) => name)).toEqual(names);
    expect(named).toEqual(service.keySets.filter(({ name }) => names.some((wanted) => wanted === name)));
  });

  test('removes users who were deleted, and asks for them first', async () => {
    const { service, pass, isComplete, asked } = await scene(250);
    await pass();
    const gone = service.users().slice(100, 103);
    service.set(service.users().filter((user) => !gone.includes(user)));
    await pass();
    expect(await isComplete()).toBe(true);
    expect(asked.toSorted()).toEqual(gone.map(({ id }) => id).sort());
  });

  test('keeps users whom the list left out because its order changed', async () => {
    const { service, pass, isComplete } = await scene(250);
    await pass();
    const { read } = service;
    service.read = async (query) => {
      const page = await read(query);
      return { ...page, users: page.users.filter((_user, at) => at % 7 !== 3) };
    };
    await pass();
    expect(await isComplete()).toBe(true);
  });

  test('continues after the user at the start of a page was deleted, also after a restart', async () => {
    const { service, pass, request, reopen, isComplete } = await scene(350);
    let pages = 0;
    const stopped = async <R extends IndexRequest>(body: R): Promise<IndexResults[R['op']]> => {
      const result = await request(body);
      if (body.op === 'put-page') pages += 1;
      if (pages === 2) throw new Error('killed');
      return result;
    };
    await pass(stopped).catch(() => undefined);
    service.set(service.users().filter((_user, at) => at !== 200 && at !== 201));
    reopen();
    await pass();
    expect(await isComplete()).toBe(true);
  });

  test('over a list that repeats itself ends, and isn’t taken for complete', async () => {
    const { service, pass, request } = await scene(250);
    const { read } = service;
    service.read = async (query) => ({
      ...(await read({ ...query, cursor: undefined } as never)),
      next: service.users()[Math.floor(Math.random() * 50)]?.id ?? null,
    });
    expect(await reportOf(pass())).toMatchObject({ code: 'bad-response' });
    expect(await request({ op: 'state' })).toMatchObject({ pass: null, asOfMillis: null });
    service.read = read;
    await pass();
    expect(await request({ op: 'state' })).toMatchObject({ pass: null, users: 250 });
  });

  test('stops where the service can’t be reached, and goes on there', async () => {
    const { service, pass, isComplete, request } = await scene(450);
    const { read } = service;
    let reads = 0;
    service.read = async (query) => {
      reads += 1;
      if (reads === 3) throw fail('rate-limited');
      return read(query);
    };
    expect(await reportOf(pass())).toEqual({ code: 'rate-limited' });
    expect((await request({ op: 'state' })).pass).toMatchObject({ isRead: false, read: 200 });
    await pass();
    expect(await isComplete()).toBe(true);
    expect(reads).toBe(6);
  });
});

describe('users who are too large for a response', () => {
  test('are counted, also after a restart, and those between them stay until the service says that they are gone', async () => {
    const { service, pass, request, ids, reopen } = await scene(350);
    await pass();
    const all = service.users();
    for (const at of [120, 260]) service.large.add(all[at]?.id ?? '');
    service.set(all.filter((_user, at) => at !== 200));
    await pass();
    reopen();
    expect(await request({ op: 'state' })).toMatchObject({ users: 347, unread: 2, pass: null });
    const expected = all.filter(({ id }, at) => !service.large.has(id) && at !== 200).map(({ id }) => id);
    expect(await ids()).toEqual(expected.sort());
    service.large.clear();
    await pass();
    expect(await request({ op: 'state' })).toMatchObject({ users: 349, unread: 0 });
  });

  test('at both ends of the list don’t end a pass, and those between them stay', async () => {
    const { service, pass, request, ids } = await scene(250);
    await pass();
    const all = service.users();
    for (const at of [0, 249]) service.large.add(all[at]?.id ?? '');
    await pass();
    const state = await request({ op: 'state' });
    expect(state).toMatchObject({ users: 248, pass: null });
    expect(state.unread).toBeGreaterThan(0);
    expect(await ids()).toEqual(
      all
        .slice(1, -1)
        .map(({ id }) => id)
        .sort(),
    );
    service.large.clear();
    await pass();
    expect(await request({ op: 'state' })).toMatchObject({ users: 250, unread: 0 });
  });

  test('are counted until the end of the next pass, and once', async () => {
    const { service, source, request, pass } = await scene(250);
    await pass();
    const id = service.users()[30]?.id ?? '';
    service.large.add(id);
    await refreshUser({ source, request }, signal, id);
    await refreshUser({ source, request }, signal, id);
    expect(await request({ op: 'state' })).toMatchObject({ users: 249, unread: 1 });
    await pass();
    expect(await request({ op: 'state' })).toMatchObject({ users: 249, unread: 1 });
    service.large.clear();
    await request({ op: 'start-pass', startedAtMillis: 5 });
    expect(await request({ op: 'state' })).toMatchObject({ unread: 1 });
    await pass();
    expect(await request({ op: 'state' })).toMatchObject({ users: 250, unread: 0 });
  });

  test('don’t end the look at the newest users', async () => {
    const { service, source, request, pass } = await scene(150);
    await pass();
    service.large.add(service.users()[149]?.id ?? '');
    await readNewest({ source, request }, signal);
    expect(await request({ op: 'state' })).toMatchObject({ users: 150 });
  });
});

test('new users are found from the newest end, in as many pages as they fill', async () => {
  const { service, source, request, pass, ids } = await scene(350);
  const all = service.users();
  service.set(all.slice(0, 100));
  await pass();
  service.set(all);
  await readNewest({ source, request }, signal);
  expect(await ids()).toHaveLength(350);
});
