import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock, settle, someDay } from '#tests/support/fake-clock.ts';
import { incomplete } from '#tests/support/main/connection-targets.ts';
import { fileOf, fresh, keychain, leftoversGone, live, over, start, target } from '#tests/support/main/profile-process.ts';
import { ada } from '#tests/support/main/sessions-scene.ts';
import { ageLock } from '#tests/support/main/stale-lock.ts';
import { type Answer, accessToken, knownError, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

describe('two processes of a profile', () => {
  /** Both signed in as Ada, with a token that has expired unless said otherwise; refreshes are counted together. */
  async function pair(answer: Answer = () => refreshed(fresh), access = over) {
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
      body?.includes('refresh-ada') ? new Promise((resolve) => (answerAda = () => resolve(refreshed(fresh)))) : refreshed(fresh),
    );
    const bob = await other.add('bob', over);
    const asking = tokensOf(one);
    expect((await other.sessions.source(bob, 'c').tokens()).access).toBe(fresh);
    await eventually(() => expect(one.transport.requests).toHaveLength(1));
    answerAda();
    expect((await asking).access).toBe(fresh);
  });

  test('tell each other of a refresh within 100 ms, and only then ask the keychain again', async () => {
    const issued = Array.from({ length: 6 }, (_, number) => accessToken(Date.now() + 86_400_000, `issue ${number}`));
    let count = 0;
    const { secrets, one, other, tokensOf, requests, id } = await pair(() => refreshed(issued[count++]));
    const waits: number[] = [];
    for (const access of issued) {
      await one.sessions.source(id, 'c').tokens();
      const before = performance.now();
      await eventually(async () => expect((await tokensOf(other)).access).toBe(access));
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
      await eventually(() => expect(other.list()).toEqual(expected));
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
    await eventually(() => expect(other.list()).toEqual([['ada', 'invalid', true]]));
    expect(await reportOf(source.tokens())).toEqual({ code: 'signed-out' });
    expect([secrets.items.size, other.pushed.length]).toEqual([0, 2]);
  });

  test('store nothing of a refresh whose account the other one signed out in the meantime', async () => {
    let answerRefresh = () => {};
    const { one, other, tokensOf, id, secrets, profile } = await pair(({ url }) =>
      url.endsWith('/token') ? new Promise((resolve) => (answerRefresh = () => resolve(refreshed(fresh)))) : response({ success: true }),
    );
    const asking = reportOf(tokensOf(one));
    await eventually(() => expect(one.transport.requests).toHaveLength(1));
    await other.sessions.forget(id);
    answerRefresh();
    expect(await asking).toEqual({ code: 'signed-out' });
    expect([secrets.items.size, (await fileOf(profile)).accounts]).toEqual([0, []]);
  });

  test('one that was stopped in the middle of a refresh keeps what the other one stored since', async () => {
    const stale = accessToken(Date.now() + 86_400_000, 'requested before the stop');
    const answers: (() => void)[] = [];
    let count = 0;
    const { profile, one, other, tokensOf, id, secrets, requests } = await pair(() => {
      count += 1;
      return count > 1 ? refreshed(fresh) : new Promise((resolve) => answers.push(() => resolve(refreshed(stale))));
    });
    const asking = tokensOf(one);
    await eventually(() => expect(answers).toHaveLength(1));
    await ageLock(join(profile, 'locks', `refresh-${id}`), 60);
    expect((await tokensOf(other)).access).toBe(fresh);
    answers[0]?.();
    expect((await asking).access).toBe(fresh);
    expect([requests(), secrets.items.get(`account/${id}/access`)?.endsWith(fresh)]).toEqual([2, true]);
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
    await eventually(() => expect(other?.list()).toEqual([['ada', 'signed-in', true]]));
  });

  test('that sign in as the same person at once end with one account', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const both = [await start(profile, secrets), await start(profile, secrets)];
    await Promise.all(both.flatMap(({ add }) => [add('ada'), add('bob'), add('ada')]));
    for (const { list } of both)
      await eventually(() =>
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

  test('leave an account ended that one of them describes before it has heard of the end', async () => {
    const { one, other, tokensOf, profile } = await pair(() => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401));
    other.sessions.close();
    await reportOf(tokensOf(one));
    expect(other.list()).toEqual([['ada', 'signed-in', true]]);
    await other.sessions.describe('c', ada);
    expect((await fileOf(profile)).accounts).toMatchObject([{ state: 'invalid', displayName: null }]);
    expect(other.list()).toEqual([['ada', 'invalid', true]]);
  });

  test('keep a current account when one of them chooses another that the other has removed', async () => {
    const { one, other, id, profile } = await pair();
    const bob = await one.add('bob');
    await eventually(() => expect(other.list()).toHaveLength(2));
    other.sessions.close();
    await one.sessions.forget(id);
    await other.sessions.use(id);
    expect((await fileOf(profile)).accounts).toMatchObject([{ id: bob, current: true }]);
  });

  test('share a token too long for the keychain only within themselves', async () => {
    const huge = accessToken(Date.now() + 86_400_000, 'x'.repeat(2_000));
    const { secrets, one, other, tokensOf, requests } = await pair(() => refreshed(huge));
    const set = secrets.set;
    secrets.set = async (key, value) => {
      if (value.length > 1_200) throw fail('keychain-full');
      await set(key, value);
    };
    for (const each of [one, other]) expect((await tokensOf(each)).access).toBe(huge);
    await eventually(() => expect(requests()).toBe(2));
    // Hearing of the other's refresh must not cost the own token.
    await eventually(async () => {
      for (const each of [one, other]) expect((await tokensOf(each)).access).toBe(huge);
    });
    expect([requests(), [...secrets.items.keys()].filter((key) => key.endsWith('/access'))]).toEqual([2, []]);
  });
});

test('a clock that is ten minutes off causes no refresh once the service’s time is known', async () => {
  for (const off of [-600_000, 600_000]) {
    const clock = createFakeClock({ start: someDay + off, hasteUpTo: 1_000 });
    const profile = await temporaryFolder();
    const one = await start(profile, keychain(), { clock });
    one.sessions.complete('c', incomplete(target)).onServerTime?.(new Date(someDay).toUTCString());
    const id = await one.add('ada', accessToken(someDay + 60_000));
    expect((await one.sessions.source(id, 'c').tokens()).access).toBe(accessToken(someDay + 60_000));
    expect(one.transport.requests).toEqual([]);
    await settle();
  }
});
