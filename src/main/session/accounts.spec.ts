import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeClock, settle, someDay } from '../../../tests/support/fake-clock';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import {
  type Answer,
  accessToken,
  createLockableStore,
  createScriptedTransport,
  knownError,
  reportOf,
  response,
  seededRandom,
} from '../../../tests/support/test-ports';
import type { Account } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { Push } from '../../contract/kit';
import type { Clock, SecretStore } from '../ports';
import { createSender } from '../service/send';
import type { JsonFile } from '../storage/json-file';
import { watchFile } from '../storage/watch-file';
import { systemClock } from '../system-clock';
import { createTopic } from '../topic';
import { type AccountsData, accountsFile, accountsFileName } from './accounts-file';
import { createRefreshLock } from './refresh-lock';
import { createSessions, type SessionsParts } from './sessions';
import { createTokenRevisions } from './token-revisions';
import { createTokenStore } from './token-store';

const live = accessToken(Date.now() + 86_400_000, 'live');
const over = accessToken(Date.now() - 60_000, 'over');
const fresh = accessToken(Date.now() + 86_400_000, 'fresh');
const target = { baseUrl: 'http://x.test', projectId: 'p', keys: { publishableKey: 'pck' } };

interface Options {
  readonly answer?: Answer;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Stands between the sessions and what they write. */
  readonly file?: (file: JsonFile<AccountsData>) => JsonFile<AccountsData>;
}

/** One process of a profile: its own sessions over the profile's folder and a keychain that all of them share. */
async function start(profile: string, secrets: SecretStore, options: Options = {}) {
  const { clock = systemClock, answer = () => response({ success: true }), file = (whole) => whole } = options;
  const transport = createScriptedTransport(answer);
  const pushed: Push[] = [];
  const topic = createTopic<Account[]>('accounts.changed', [], (push) => pushed.push(push));
  const random = seededRandom(Math.ceil(Math.random() * 2 ** 31));
  const parts: SessionsParts = {
    file: file(accountsFile(profile, clock, () => undefined)),
    onFileChange: (listener) => watchFile(join(profile, accountsFileName), listener),
    store: createTokenStore(secrets, clock),
    revisions: createTokenRevisions(profile, clock),
    lock: createRefreshLock(profile, clock),
    sender: createSender({ transport, clock, random, clientVersion: 'x @y/z@1' }),
    clock,
    newId: options.newId ?? (() => Buffer.from(random(8)).toString('hex')),
    target: async () => target,
    topic,
  };
  const sessions = createSessions(parts);
  await sessions.load();
  onTestFinished(() => sessions.close());
  const add = (userId: string, access = live, connectionId = 'c') =>
    sessions.add({ connectionId, userId, refreshToken: `refresh-${userId}`, accessToken: access });
  const list = () => topic.get().value.map(({ userId, state, current }) => [userId, state, current]);
  return { sessions, add, list, pushed, transport, topic };
}

/** A keychain that counts what it is asked. */
function keychain() {
  const store = createLockableStore();
  const items = new Map<string, string>();
  const asked: string[] = [];
  const { get, set, delete: remove } = store;
  return Object.assign(store, {
    items,
    asked,
    get: async (key: string) => {
      asked.push(key);
      return get(key);
    },
    set: async (key: string, value: string) => {
      await set(key, value);
      items.set(key, value);
    },
    delete: async (key: string) => {
      await remove(key);
      items.delete(key);
    },
  });
}

const fileOf = async (profile: string): Promise<AccountsData> => JSON.parse(await readFile(join(profile, accountsFileName), 'utf8')).data;
const leftoversGone = (profile: string) => vi.waitFor(async () => expect((await fileOf(profile)).leftovers).toEqual([]));

describe('a restart', () => {
  test('finds every account of every connection, and their tokens', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets);
    const ids = [await first.add('ada'), await first.add('bob'), await first.add('ada', live, 'other')];
    await first.sessions.use(ids[0] ?? '');
    first.sessions.close();
    const second = await start(profile, secrets);
    expect(second.topic.get().value.map(({ id, current }) => [id, current])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], true],
    ]);
    expect(await second.sessions.source(ids[1] ?? '', 'c').tokens()).toEqual({ access: live, refresh: 'refresh-bob' });
    expect(second.transport.requests).toEqual([]);
  });

  test('keeps an ended session invalid', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets, { answer: () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) });
    const id = await first.add('ada', over);
    await reportOf(first.sessions.source(id, 'c').tokens());
    const second = await start(profile, secrets);
    expect([second.list(), secrets.items.size]).toEqual([[['ada', 'invalid', true]], 0]);
    expect(await reportOf(second.sessions.source(id, 'c').tokens())).toEqual({ code: 'signed-out' });
  });

  test('writes no token into the profile', async () => {
    const profile = await temporaryFolder();
    const { add } = await start(profile, keychain());
    await add('ada');
    expect(await readFile(join(profile, accountsFileName), 'utf8')).not.toMatch(/eyJ|refresh-/);
  });

  test('removes what a crash left behind, and nothing else', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets);
    const id = await first.add('ada');
    first.sessions.close();
    const store = createTokenStore(secrets, systemClock);
    for (const gone of ['half-made', 'half-removed']) await store.write(gone, { refresh: 'r', access: live });
    const data = await fileOf(profile);
    const text = { format: 'latchkey/accounts', version: 1, data: { ...data, adding: ['half-made'], leftovers: ['half-removed'] } };
    await writeFile(join(profile, accountsFileName), JSON.stringify(text));
    const second = await start(profile, secrets);
    await leftoversGone(profile);
    expect([...secrets.items.keys()].sort()).toEqual([`account/${id}/access`, `account/${id}/refresh`]);
    expect([second.list(), (await fileOf(profile)).adding]).toEqual([[['ada', 'signed-in', true]], []]);
  });

  test('with a locked keychain signs nobody out and removes nothing; what was left goes at a later one', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets);
    const id = await first.add('ada');
    await createTokenStore(secrets, systemClock).write('gone', { refresh: 'r', access: live });
    const data = await fileOf(profile);
    await writeFile(
      join(profile, accountsFileName),
      JSON.stringify({ format: 'latchkey/accounts', version: 1, data: { ...data, leftovers: ['gone'] } }),
    );
    first.sessions.close();
    secrets.locked = true;
    const second = await start(profile, secrets);
    expect(second.list()).toEqual([['ada', 'signed-in', true]]);
    expect(await reportOf(second.sessions.source(id, 'c').tokens())).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(second.sessions.signOut(id))).toEqual({ code: 'keychain-locked' });
    expect([second.list(), second.transport.requests, secrets.items.size]).toEqual([[['ada', 'signed-in', true]], [], 4]);
    second.sessions.close();
    secrets.locked = false;
    const third = await start(profile, secrets);
    await leftoversGone(profile);
    expect([third.list(), secrets.items.size]).toEqual([[['ada', 'signed-in', true]], 2]);
    expect(await third.sessions.signOut(id)).toEqual({ endedAtService: true });
    expect([third.list(), secrets.items.size]).toEqual([[], 0]);
  });
});

describe('a keychain that is locked', () => {
  test('while a refresh is under way loses nothing', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { sessions, add, list, transport } = await start(profile, secrets);
    const id = await add('ada', over);
    transport.answer = () => {
      secrets.locked = true;
      return response({ access_token: fresh });
    };
    expect(await reportOf(sessions.source(id, 'c').tokens())).toEqual({ code: 'keychain-locked' });
    expect([list(), secrets.items.size]).toEqual([[['ada', 'signed-in', true]], 2]);
    secrets.locked = false;
    transport.answer = () => response({ access_token: fresh });
    expect((await sessions.source(id, 'c').tokens()).access).toBe(fresh);
  });

  test('when a sign-in is stored leaves neither an account nor secrets', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { add, list, pushed } = await start(profile, secrets);
    const set = secrets.set;
    secrets.set = async (key, value) => {
      await set(key, value);
      secrets.locked = key.endsWith('/refresh');
    };
    expect(await reportOf(add('ada'))).toEqual({ code: 'keychain-locked' });
    expect([list(), pushed, (await fileOf(profile)).leftovers.length]).toEqual([[], [], 1]);
    secrets.locked = false;
    await start(profile, secrets);
    await leftoversGone(profile);
    expect(secrets.items.size).toBe(0);
  });

  test('after the session was found over keeps the account invalid and the secrets for the next start', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { sessions, add, list, transport } = await start(profile, secrets);
    const id = await add('ada', over);
    transport.answer = () => {
      secrets.locked = true;
      return knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401);
    };
    expect(await reportOf(sessions.source(id, 'c').tokens())).toEqual({ code: 'session-ended' });
    expect([list(), (await fileOf(profile)).leftovers]).toEqual([[['ada', 'invalid', true]], [id]]);
  });

  test('and broken does not keep anyone signed in', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { sessions, add, list } = await start(profile, secrets);
    const id = await add('ada');
    await secrets.set(`account/${id}/refresh`, 'broken');
    expect(await sessions.signOut(id)).toEqual({ endedAtService: true });
    expect([list(), secrets.items.size]).toEqual([[], 0]);
  });
});

describe('two processes of a profile', () => {
  /** Both signed in as Ada, with a token that is over unless said otherwise; refreshes are counted together. */
  async function pair(answer: Answer = () => response({ access_token: fresh }), access = over) {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const one = await start(profile, secrets, { answer });
    const id = await one.add('ada', access);
    const other = await start(profile, secrets, { answer });
    const requests = () => one.transport.requests.length + other.transport.requests.length;
    return { profile, secrets, one, other, id, requests, tokensOf: (of: typeof one) => of.sessions.source(id, 'c').tokens() };
  }

  test('refresh once between them, however many ask', async () => {
    const { one, other, requests, tokensOf } = await pair();
    const found = await Promise.all(Array.from({ length: 40 }, (_, number) => tokensOf(number % 2 ? one : other)));
    expect([new Set(found.map(({ access }) => access)), requests()]).toEqual([new Set([fresh]), 1]);
  });

  test('do not wait for each other’s accounts', async () => {
    let answerAda = () => {};
    const { one, other, tokensOf } = await pair(({ body }) =>
      body?.includes('refresh-ada')
        ? new Promise((resolve) => (answerAda = () => resolve(response({ access_token: fresh }))))
        : response({ access_token: fresh }),
    );
    const bob = await other.add('bob', over);
    const asking = tokensOf(one);
    expect((await other.sessions.source(bob, 'c').tokens()).access).toBe(fresh);
    await vi.waitFor(() => expect(one.transport.requests).toHaveLength(1));
    answerAda();
    expect((await asking).access).toBe(fresh);
  });

  test('tell each other of a refresh within 100 ms, and only then ask the keychain again', async () => {
    const issued = Array.from({ length: 6 }, (_, number) => accessToken(Date.now() + 86_400_000, `issue ${number}`));
    let count = 0;
    const { secrets, one, other, tokensOf, requests, id } = await pair(() => response({ access_token: issued[count++] }));
    const waits: number[] = [];
    for (const access of issued) {
      await one.sessions.source(id, 'c').tokens();
      const before = performance.now();
      await vi.waitFor(async () => expect((await tokensOf(other)).access).toBe(access), { timeout: 10_000, interval: 5 });
      waits.push(performance.now() - before);
      one.sessions.source(id, 'c').refuse(access);
    }
    // A machine that is busy elsewhere may delay one of them.
    expect(Math.min(...waits.slice(1))).toBeLessThan(100);
    expect(requests()).toBe(issued.length);
    const asked = secrets.asked.length;
    for (let round = 0; round < 100; round += 1) await tokensOf(other);
    expect(secrets.asked.length).toBe(asked);
  });

  test('see each other’s accounts come, change and go within 100 ms', async () => {
    const { one, other, id } = await pair();
    const waits: number[] = [];
    const soon = async (expected: unknown) => {
      const before = performance.now();
      await vi.waitFor(() => expect(other.list()).toEqual(expected), { timeout: 10_000, interval: 5 });
      waits.push(performance.now() - before);
    };
    await one.add('bob');
    await soon([
      ['ada', 'signed-in', false],
      ['bob', 'signed-in', true],
    ]);
    await one.sessions.use(id);
    await soon([
      ['ada', 'signed-in', true],
      ['bob', 'signed-in', false],
    ]);
    await one.sessions.forget(id);
    await soon([['bob', 'signed-in', true]]);
    expect(Math.min(...waits)).toBeLessThan(100);
    expect(await reportOf((async () => other.sessions.source(id, 'c'))())).toEqual({ code: 'unknown-account' });
  });

  test('end a session in both, when one of them finds it over', async () => {
    const { one, other, tokensOf, secrets, id } = await pair(() => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401), live);
    const source = other.sessions.source(id, 'c');
    expect((await source.tokens()).access).toBe(live);
    one.sessions.source(id, 'c').refuse(live);
    expect(await reportOf(tokensOf(one))).toEqual({ code: 'session-ended' });
    await vi.waitFor(() => expect(other.list()).toEqual([['ada', 'invalid', true]]));
    expect(await reportOf(source.tokens())).toEqual({ code: 'signed-out' });
    expect([secrets.items.size, other.pushed.length]).toEqual([0, 2]);
  });

  test('store nothing of a refresh whose account the other one signed out meanwhile', async () => {
    let answerRefresh = () => {};
    const { one, other, tokensOf, id, secrets, profile } = await pair(({ url }) =>
      url.endsWith('/token')
        ? new Promise((resolve) => (answerRefresh = () => resolve(response({ access_token: fresh }))))
        : response({ success: true }),
    );
    const asking = reportOf(tokensOf(one));
    await vi.waitFor(() => expect(one.transport.requests).toHaveLength(1));
    await other.sessions.forget(id);
    answerRefresh();
    expect(await asking).toEqual({ code: 'signed-out' });
    expect([secrets.items.size, (await fileOf(profile)).accounts]).toEqual([0, []]);
  });

  test('one that starts while the other signs in does not take its secrets for a crash’s', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const one = await start(profile, secrets);
    const set = secrets.set;
    let other: Awaited<ReturnType<typeof start>> | undefined;
    secrets.set = async (key, value) => {
      await set(key, value);
      // The other one starts and sweeps in the middle of the first try.
      if (other === undefined) {
        other = await start(profile, secrets);
        await leftoversGone(profile);
      }
    };
    const id = await one.add('ada');
    expect(await one.sessions.source(id, 'c').tokens()).toEqual({ access: live, refresh: 'refresh-ada' });
    expect([...secrets.items.keys()].sort()).toEqual([`account/${id}/access`, `account/${id}/refresh`]);
    expect(await fileOf(profile)).toMatchObject({ accounts: [{ id }], adding: [], leftovers: [] });
    await vi.waitFor(() => expect(other?.list()).toEqual([['ada', 'signed-in', true]]));
  });

  test('that sign in as the same person at once end with one account', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const both = [await start(profile, secrets), await start(profile, secrets)];
    await Promise.all(both.flatMap(({ add }) => [add('ada'), add('bob'), add('ada')]));
    for (const { list } of both)
      await vi.waitFor(() =>
        expect(
          list()
            .map(([user]) => user)
            .sort(),
        ).toEqual(['ada', 'bob']),
      );
    const { accounts, adding } = await fileOf(profile);
    expect([accounts.filter(({ current }) => current).length, adding]).toEqual([1, []]);
    await leftoversGone(profile);
    expect(secrets.items.size).toBe(4);
  });

  test('share a token too long for the keychain only within themselves', async () => {
    const huge = accessToken(Date.now() + 86_400_000, 'x'.repeat(2_000));
    const { secrets, one, other, tokensOf, requests } = await pair(() => response({ access_token: huge }));
    const set = secrets.set;
    secrets.set = async (key, value) => {
      if (value.length > 1_200) throw fail('keychain-full');
      await set(key, value);
    };
    for (const each of [one, other]) expect((await tokensOf(each)).access).toBe(huge);
    await vi.waitFor(() => expect(requests()).toBe(2));
    // Hearing of the other's refresh must not cost the own token.
    await vi.waitFor(async () => {
      for (const each of [one, other]) expect((await tokensOf(each)).access).toBe(huge);
    });
    expect([requests(), [...secrets.items.keys()].filter((key) => key.endsWith('/access'))]).toEqual([2, []]);
  });
});

describe('a crash', () => {
  /** Fails for ever from one step on, as a process does that has died. */
  function dying(after: number) {
    let steps = 0;
    const step = () => {
      steps += 1;
      if (steps > after) throw new Error('dead');
    };
    return { step, steps: () => steps };
  }

  const doings: { what: string; doing: (one: Awaited<ReturnType<typeof start>>, id: string) => Promise<unknown>; after: unknown }[] = [
    { what: 'a sign-in', doing: ({ add }) => add('bob'), after: ['ada', 'bob'] },
    { what: 'a sign-in that replaces', doing: ({ add }) => add('ada'), after: ['ada'] },
    { what: 'a sign-out', doing: ({ sessions }, id) => sessions.forget(id), after: [] },
    { what: 'a refresh', doing: ({ sessions }, id) => sessions.source(id, 'c').tokens(), after: ['ada'] },
  ];

  test.each(doings)('between any two steps of $what leaves it as before or as after', async ({ doing, after }) => {
    for (let limit = 0, isDone = false; !isDone; limit += 1) {
      const profile = await temporaryFolder();
      const secrets = keychain();
      const first = await start(profile, secrets);
      const id = await first.add('ada', over);
      first.sessions.close();

      const life = dying(limit);
      const mortal: SecretStore = {
        kind: 'system',
        get: secrets.get,
        set: async (key, value) => {
          life.step();
          await secrets.set(key, value);
        },
        delete: async (key) => {
          life.step();
          await secrets.delete(key);
        },
      };
      const victim = await start(profile, mortal, {
        answer: () => response({ access_token: fresh }),
        file: ({ read, update }) => ({
          read,
          async update(change) {
            life.step();
            return update(change);
          },
        }),
      });
      isDone = await doing(victim, id).then(
        () => life.steps() <= limit,
        () => false,
      );
      victim.sessions.close();

      const next = await start(profile, secrets, { answer: () => response({ access_token: fresh }) });
      await leftoversGone(profile);
      const users = next.topic.get().value.map(({ userId }) => userId);
      expect([['ada'], after]).toContainEqual(users);
      if (isDone) expect(users).toEqual(after);
      for (const account of next.topic.get().value)
        expect((await next.sessions.source(account.id, 'c').tokens()).refresh).toBe(`refresh-${account.userId}`);
      const owners = new Set([...secrets.items.keys()].map((key) => key.split('/')[1]));
      expect([...owners].sort()).toEqual(
        next.topic
          .get()
          .value.map((account) => account.id)
          .sort(),
      );
    }
  });
});

test('a clock ten minutes off either way costs no refresh once the service has told its time', async () => {
  for (const off of [-600_000, 600_000]) {
    const clock = createFakeClock({ start: someDay + off, hasteUpTo: 1_000 });
    const profile = await temporaryFolder();
    const one = await start(profile, keychain(), { clock });
    one.sessions.timed('c', target).onServerTime?.(new Date(someDay).toUTCString());
    const id = await one.add('ada', accessToken(someDay + 60_000));
    expect((await one.sessions.source(id, 'c').tokens()).access).toBe(accessToken(someDay + 60_000));
    expect(one.transport.requests).toEqual([]);
    await settle();
  }
});
