import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeClock, settle, until } from '#tests/support/fake-clock.ts';
import { hour, pass, setUp } from '#tests/support/main/impersonation-profile.ts';
import { connect, isEnded } from '#tests/support/main/impersonation-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { tokenReleases } from '#tests/support/samples/access-token.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { impersonationsFileName } from './records-file';

test.each(tokenReleases)('when its time is up, the account is removed and the session revoked, with tokens of %s', async (form) => {
  const { first, service, impersonate, clock } = await setUp({ form });
  await impersonate(await connect(first));
  await clock.advance(hour - 1_000);
  await settle();
  expect(await first.accounts()).toHaveLength(1);
  await clock.advance(31_000);
  await pass(first.clock, () => isEnded(first));
  expect(service.ids()).toEqual([]);
});

test('a policy that forbids it later ends it at once, with a notice, and says nothing where there was none', async () => {
  const policyPlace = { file: join(await temporaryFolder(), 'latchkey', 'policy.json'), ownerId: process.getuid?.() ?? null };
  await mkdir(dirname(policyPlace.file), { mode: 0o755 });
  const forbid = (forbidden: readonly string[]) => writeFile(policyPlace.file, JSON.stringify({ version: 1, forbidden }), { mode: 0o644 });
  const { first, service, impersonate } = await setUp({ ports: { policyPlace } });
  const notices = async () => (await first.api.app.notices({})).value.map(({ kind }) => kind);
  const connectionId = await connect(first);
  const forbids = async (isForbidden: boolean) => {
    await forbid(isForbidden ? ['impersonation'] : []);
    const now = async () => (await first.api.policy.state({})).value;
    await pass(first.clock, async () => {
      const policy = await now();
      return policy.state === 'active' && policy.forbidden.includes('impersonation') === isForbidden;
    });
  };
  await forbids(true);
  expect(await notices()).toEqual([]);
  await forbids(false);
  await impersonate(connectionId);
  await forbids(true);
  await pass(first.clock, () => isEnded(first));
  expect([service.ids(), await first.accounts()]).toEqual([[], []]);
  expect(await notices()).toContain('impersonation-forbidden');
  expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'forbidden-by-policy' });
});

describe.each(tokenReleases)('ending, with tokens of %s,', (form) => {
  test('twice at once sends one request', async () => {
    const { first, impersonate } = await setUp({ form });
    const { id } = await impersonate(await connect(first));
    const before = first.transport.requests.length;
    const both = await Promise.all([first.api.impersonations.end({ id }), first.api.impersonations.end({ id })]);
    expect(both).toEqual([{ endedAtService: true }, { endedAtService: true }]);
    expect(first.transport.requests.slice(before).map(({ method }) => method)).toEqual(['DELETE']);
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
  });

  test('counts a session that the service no longer has as revoked', async () => {
    const { first, service, impersonate } = await setUp({ form });
    const { id } = await impersonate(await connect(first));
    service.sessions.clear();
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
    expect(await first.list()).toEqual([]);
  });

  test('removes the account at once when the service is unreachable, and is repeated until it succeeds', async () => {
    const { first, service, impersonate, clock } = await setUp({ form });
    const { id } = await impersonate(await connect(first));
    service.mode = 'unreachable';
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: false });
    expect(await first.accounts()).toEqual([]);
    expect(await first.list()).toMatchObject([{ id, state: 'ending', problem: 'failed' }]);
    await clock.advance(6_000);
    expect(await first.list()).toMatchObject([{ id, problem: 'failed' }]);
    service.mode = 'up';
    await pass(clock, () => isEnded(first));
    expect(service.ids()).toEqual([]);
  });

  test('uses the session’s own token if the server key was withdrawn', async () => {
    const { first, service, impersonate } = await setUp({ form });
    const { id } = await impersonate(await connect(first));
    service.mode = 'server-key-refused';
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
    expect(service.ids()).toEqual([]);
  });

  test('while it starts cancels it, and revokes what the service has created', async () => {
    const { first, service, impersonate } = await setUp({ form });
    const connectionId = await connect(first);
    let release = () => {};
    service.hold = new Promise((resolve) => {
      release = resolve;
    });
    const starting = reportOf(impersonate(connectionId));
    await until(async () => (await first.list()).length > 0);
    const ending = first.api.impersonations.end({ id: (await first.list())[0]?.id ?? '' });
    await until(async () => (await first.list())[0]?.state === 'ending');
    release();
    expect(await starting).toEqual({ code: 'cancelled' });
    expect(await ending).toEqual({ endedAtService: true });
    expect([service.ids(), await first.accounts(), await first.list()]).toEqual([[], [], []]);
  });
});

describe.each(tokenReleases)('what ends with something else, with tokens of %s,', (form) => {
  const ways: {
    what: string;
    end: (one: Awaited<ReturnType<typeof setUp>>, connectionId: string, accountId: string) => Promise<unknown>;
  }[] = [
    { what: 'signing the account out', end: ({ first }, _id, accountId) => first.api.accounts.signOut({ accountId }) },
    { what: 'signing all accounts out', end: ({ first }, connectionId) => first.api.accounts.signOutAll({ connectionId }) },
    { what: 'removing the connection', end: ({ first }, id) => first.api.connections.remove({ id }) },
    {
      what: 'pointing the connection elsewhere',
      end: ({ first }, id) => {
        const keys = { server: `ssk_${'n'.repeat(45)}` };
        return first.api.connections.edit({ id, change: { baseUrl: 'https://y.test', keys } });
      },
    },
    { what: 'quitting', end: ({ first }) => first.app.close() },
  ];

  test.each(ways)('$what revokes the session', async ({ end }) => {
    const one = await setUp({ form });
    const connectionId = await connect(one.first);
    const { accountId } = await one.impersonate(connectionId);
    await end(one, connectionId, accountId);
    await until(() => one.service.ids().length === 0);
    await until(async () => (await one.file()).length === 0);
  });

  test('quitting waits three seconds for a service that doesn’t respond, and the next start revokes the session', async () => {
    const { first, service, impersonate, clock, start, file } = await setUp({ form });
    await impersonate(await connect(first));
    const respond = service.answer;
    let respondAgain = () => {};
    const hanging = new Promise<void>((resolve) => {
      respondAgain = resolve;
    });
    first.transport.answer = async (request) => {
      if (request.method === 'DELETE') await hanging;
      return respond(request);
    };
    let isClosed = false;
    const closing = first.app.close().then(() => {
      isClosed = true;
    });
    await until(() => first.transport.requests.at(-1)?.method === 'DELETE');
    await clock.advance(2_999);
    expect(isClosed).toBe(false);
    await clock.advance(1);
    await closing;
    expect(await file()).toMatchObject([{ state: 'ending' }]);
    const second = await start();
    await pass(second.clock, () => isEnded(second));
    expect(service.ids()).toEqual([]);
    respondAgain();
  });
});

describe('without its record, an account', () => {
  async function withoutRecord() {
    const one = await setUp();
    await one.impersonate(await connect(one.first));
    one.first.kill();
    await one.ageLocks();
    const profile = await one.copyProfile();
    await writeFile(join(profile, impersonationsFileName), 'not JSON');
    return { ...one, profile, startNext: () => one.start({ clock: createFakeClock({ hasteUpTo: 1_000 }) }, profile) };
  }

  test('signs out with its own token', async () => {
    const { profile, service, startNext } = await withoutRecord();
    const next = await startNext();
    await pass(next.clock, () => isEnded(next));
    expect(service.ids()).toEqual([]);
    expect((await readdir(profile)).some((name) => name.startsWith(`${impersonationsFileName}.broken-`))).toBe(true);
  });

  test('signs out once the keychain can be read', async () => {
    const { secrets, service, startNext } = await withoutRecord();
    secrets.locked = true;
    const next = await startNext();
    await next.clock.advance(60_000);
    expect(await next.accounts()).toHaveLength(1);
    secrets.locked = false;
    await pass(next.clock, () => isEnded(next));
    expect(service.ids()).toEqual([]);
  });
});
