import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { hour, pass, setUp } from '#tests/support/main/impersonation-profile.ts';
import { connect, isEnded, type Mode } from '#tests/support/main/impersonation-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { tokenReleases } from '#tests/support/samples/access-token.ts';

describe('a lost response', () => {
  const lose = async (keys: readonly ('server' | 'admin')[]) => {
    const one = await setUp();
    const connectionId = await connect(one.first, keys);
    one.service.mode = 'lost-response' satisfies Mode;
    expect(await reportOf(one.impersonate(connectionId))).toMatchObject({ code: 'connection-lost' });
    expect(one.service.ids()).toHaveLength(1);
    one.service.mode = 'up';
    return one;
  };

  test('is found by the admin key, and the session revoked', async () => {
    const { first, service, clock } = await lose(['admin']);
    await pass(clock, () => isEnded(first));
    expect(service.ids()).toEqual([]);
  });

  test('is unclear without an admin key, until the session has certainly expired', async () => {
    const { first, service, clock } = await lose(['server']);
    await pass(clock, async () => (await first.list())[0]?.problem === 'unclear');
    expect(await first.list()).toMatchObject([{ state: 'ending', sessionId: null }]);
    await clock.advance(3 * hour);
    await pass(clock, () => isEnded(first));
    expect(service.ids()).toHaveLength(1);
  });

  test('never ends the session of another admin: with two that fit, neither is revoked', async () => {
    const one = await setUp();
    const connectionId = await connect(one.first, ['admin']);
    one.service.mode = 'lost-response';
    await reportOf(one.impersonate(connectionId));
    const [mine] = [...one.service.sessions.values()];
    if (mine === undefined) throw new Error('no session');
    const id = crypto.randomUUID();
    one.service.sessions.set(id, { ...mine, id });
    one.service.mode = 'up';
    await pass(one.clock, async () => (await one.first.list())[0]?.problem === 'unclear');
    expect(one.service.ids()).toHaveLength(2);
  });

  test.each([
    { what: 'half a minute', afterMillis: 30_000, left: 0 },
    { what: 'five minutes', afterMillis: 300_000, left: 0 },
    // It may also be another admin's.
    { what: 'half an hour', afterMillis: 1_800_000, left: 1 },
  ])('of a session that the service creates $what after the request is not forgotten', async ({ afterMillis, left }) => {
    const { first, service, clock, impersonate } = await setUp();
    const connectionId = await connect(first, ['admin']);
    service.mode = 'lost-response';
    await reportOf(impersonate(connectionId));
    const [late] = [...service.sessions.values()];
    service.sessions.clear();
    service.mode = 'up';
    await clock.advance(afterMillis);
    expect(await first.list()).toMatchObject([{ state: 'ending', problem: null }]);
    if (late !== undefined) service.sessions.set(late.id, { ...late, created: clock.now() });
    await pass(clock, async () => (await isEnded(first)) || (await first.list())[0]?.problem === 'unclear');
    expect([service.ids(), await first.list()].map(({ length }) => length)).toEqual([left, left]);
  });

  test('is forgotten once the service has not created a session for an hour', async () => {
    const { first, service, clock, impersonate } = await setUp();
    const connectionId = await connect(first, ['admin']);
    service.mode = 'lost-response';
    await reportOf(impersonate(connectionId));
    service.sessions.clear();
    service.mode = 'up';
    await clock.advance(hour - 60_000);
    expect(await first.list()).toHaveLength(1);
    await clock.advance(600_000);
    await pass(clock, () => isEnded(first));
  });

  test.each(['admin', 'server'] as const)('is not forgotten by the next start with a clock that is ahead (%s key)', async (key) => {
    const { first, service, start, ageLocks } = await lose([key]);
    first.kill();
    await ageLocks();
    const clock = createFakeClock({ hasteUpTo: 1_000, start: first.clock.now() + 100 * hour });
    service.mode = 'unreachable';
    const next = await start({ clock });
    await pass(clock, async () => (await next.list())[0]?.state === 'ending');
    await clock.advance(hour);
    expect(await next.list()).toHaveLength(1);
    service.mode = 'up';
    await clock.advance(hour);
    if (key === 'admin') await pass(clock, () => isEnded(next));
    expect([service.ids(), await next.list()].map(({ length }) => length)).toEqual(key === 'admin' ? [0, 0] : [1, 1]);
  });

  test('of a request that never arrived leaves nothing', async () => {
    const { first, service, impersonate } = await setUp();
    const connectionId = await connect(first, ['admin']);
    service.mode = 'unreachable';
    expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'unreachable' });
    expect(await first.list()).toEqual([]);
  });
});

describe.each(tokenReleases)('several processes of a profile, with tokens of %s:', (form) => {
  test('a running one keeps its session when another starts and quits; either can end it', async () => {
    const { first, service, impersonate, start } = await setUp({ form });
    const { id } = await impersonate(await connect(first));
    const second = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
    await until(async () => (await second.list()).length === 1);
    await second.clock.advance(12_000);
    expect(await second.accounts()).toHaveLength(1);
    const third = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
    await third.app.close();
    expect(service.ids()).toHaveLength(1);
    expect(await second.api.impersonations.end({ id })).toEqual({ endedAtService: true });
    await pass(first.clock, () => isEnded(first));
    expect(service.ids()).toEqual([]);
  });

  test('the sessions of a killed one are revoked by the next, once its lock is stale', async () => {
    const { first, service, impersonate, start, ageLocks } = await setUp({ form });
    await impersonate(await connect(first));
    first.kill();
    const next = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
    await until(async () => (await next.list()).length === 1);
    expect(service.ids()).toHaveLength(1);
    await ageLocks();
    await pass(next.clock, () => isEnded(next));
    expect(service.ids()).toEqual([]);
  });

  test('the lock of a killed one that left nothing else is removed, and that of a running one is not', async () => {
    const { first, profile, impersonate, start, ageLocks } = await setUp({ form });
    const { id } = await impersonate(await connect(first));
    await first.api.impersonations.end({ id });
    const locks = async () => (await readdir(profile)).filter((name) => /^impersonation-.*\.lock$/.test(name));
    const [left] = await locks();
    const next = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
    await next.clock.advance(1_000);
    expect(await locks()).toEqual([left]);
    await ageLocks();
    await pass(next.clock, async () => (await locks()).length === 0);
  });

  test('one that was killed before the response is cleaned up by the next', async () => {
    const { first, service, start, ageLocks, impersonate } = await setUp({ form });
    const connectionId = await connect(first, ['admin']);
    let respond = () => {};
    service.hold = new Promise((resolve) => {
      respond = resolve;
    });
    let isOver = false;
    void reportOf(impersonate(connectionId)).finally(() => {
      isOver = true;
    });
    await until(() => service.asked > 0);
    first.kill();
    const id = crypto.randomUUID();
    service.sessions.set(id, { id, isImpersonation: true, created: first.clock.now(), token: 'x', lifeMillis: hour });
    await ageLocks();
    const next = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
    await pass(next.clock, () => isEnded(next));
    expect(service.ids()).toEqual([]);
    respond();
    await pass(first.clock, async () => isOver);
  });
});
