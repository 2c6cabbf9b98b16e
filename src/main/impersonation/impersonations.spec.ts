import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock, type FakeClock, settle, until } from '../../../tests/support/fake-clock';
import {
  connect,
  createSessionService,
  isEnded,
  type Mode,
  type ProcessOptions,
  startProcess,
  user,
} from '../../../tests/support/impersonation-scene';
import { ageLock } from '../../../tests/support/stale-lock';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { createLockableStore, reportOf } from '../../../tests/support/test-ports';
import { impersonationsFileName } from './records-file';

const hour = 3_600_000;

/** Lets time pass until the condition is true. */
const pass = (clock: FakeClock, condition: () => Promise<boolean>) =>
  until(async () => {
    if (await condition()) return true;
    await clock.advance(1_000);
    return false;
  });

async function setUp({ ports }: Pick<ProcessOptions, 'ports'> = {}) {
  const profile = await temporaryFolder();
  const secrets = createLockableStore();
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const service = createSessionService(clock);
  const start = async (options: ProcessOptions = {}) => {
    const started = await startProcess(profile, secrets, service, { clock, ...(ports ? { ports } : {}), ...options });
    onTestFinished(() => started.app.close());
    return started;
  };
  const first = await start();
  const file = async () => JSON.parse(await readFile(join(profile, impersonationsFileName), 'utf8')).data.impersonations;
  /** Makes the locks of processes that have ended look stale. */
  const ageLocks = async () => {
    for (const name of await readdir(profile)) if (name.startsWith('impersonation-')) await ageLock(join(profile, name), 20);
  };
  const impersonate = (connectionId: string, reason = 'Ticket 4821') =>
    first.api.impersonations.start({ connectionId, userId: user.id, reason, durationMillis: hour });
  return { profile, secrets, clock, service, first, start, file, ageLocks, impersonate };
}

test('a session is flagged, recorded with the ID of its token, and used by an account of its own', async () => {
  const { first, service, impersonate, file, clock } = await setUp();
  const connectionId = await connect(first);
  const { id, accountId } = await impersonate(connectionId, ' Ticket 4821 ');
  const [session] = [...service.sessions.values()];
  expect(session).toMatchObject({ isImpersonation: true, lifeMillis: hour });
  expect(await first.list()).toEqual([
    {
      id,
      connectionId,
      connectionName: 'Engines',
      userId: user.id,
      displayName: 'Alan Turing',
      primaryEmail: 'alan@bletchley.example',
      reason: 'Ticket 4821',
      by: null,
      startedAt: clock.now(),
      expiresAt: clock.now() + hour,
      sessionId: session?.id,
      state: 'active',
      problem: null,
    },
  ]);
  expect(await file()).toMatchObject([{ id, sessionId: session?.id, state: 'active' }]);
  expect(await first.accounts()).toMatchObject([{ id: accountId, impersonationId: id, displayName: 'Alan Turing', current: true }]);

  expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
  expect([service.ids(), await first.list(), await first.accounts(), await file()]).toEqual([[], [], [], []]);
});

test('tokens are in the keychain only: not in a file, a push, or the log', async () => {
  const { profile, first, service, impersonate } = await setUp();
  const pushed: unknown[] = [];
  first.app.onPush((push) => pushed.push(push));
  const { id } = await impersonate(await connect(first));
  await first.api.impersonations.end({ id });
  await first.app.close();
  const tokens = first.transport.requests.length > 0 && /refresh[x\d]{38}|eyJ/;
  const names = await readdir(profile, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(names.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')));
  expect(texts.length).toBeGreaterThan(2);
  for (const text of [...texts, JSON.stringify(pushed)]) expect(text).not.toMatch(tokens as RegExp);
  expect(service.ids()).toEqual([]);
});

test('the account that was current before is current again, and one of the same user is left alone', async () => {
  const { first, service, impersonate } = await setUp();
  const connectionId = await connect(first);
  const { id: before } = await impersonate(connectionId, 'First');
  // Signing in as the user whom the admin impersonates.
  const { id, accountId } = await impersonate(connectionId, 'Second');
  expect(await first.accounts()).toHaveLength(2);
  await first.api.impersonations.leave({ connectionId });
  expect((await first.accounts()).every(({ current }) => !current)).toBe(true);
  await first.api.accounts.use({ accountId });
  await first.api.impersonations.end({ id });
  expect((await first.list()).map((one) => one.id)).toEqual([before]);
  expect((await first.accounts()).map(({ current }) => current)).toEqual([false]);
  expect(service.ids()).toHaveLength(1);
});

describe('the safety level', () => {
  test('of a read-only connection refuses, and records nothing', async () => {
    const { first, service, impersonate } = await setUp();
    const connectionId = await connect(first, ['server'], 'read-only');
    expect(await reportOf(impersonate(connectionId))).toEqual({ code: 'read-only-connection' });
    expect([service.ids(), await first.list()]).toEqual([[], []]);
  });

  test('requires a confirmation, once for each session', async () => {
    const { first, impersonate } = await setUp();
    const connectionId = await connect(first, ['server'], 'confirm-writes');
    const report = (await reportOf(impersonate(connectionId))) as { confirmation: { id: string; row: string } };
    expect(report.confirmation.row).toBe('auth.createSession');
    await first.api.safety.confirm({ id: report.confirmation.id });
    await impersonate(connectionId);
    expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'confirmation-required' });
  });
});

test('a connection without a server key can’t start one', async () => {
  const { first, impersonate } = await setUp();
  expect(await reportOf(impersonate(await connect(first, [])))).toMatchObject({ code: 'missing-credentials' });
  expect(await first.list()).toEqual([]);
});

test('a user who doesn’t exist is reported, and nothing is recorded', async () => {
  const { first } = await setUp();
  const connectionId = await connect(first);
  const request = { connectionId, userId: crypto.randomUUID(), reason: 'x', durationMillis: hour };
  expect(await reportOf(first.api.impersonations.start(request))).toMatchObject({ known: 'USER_NOT_FOUND' });
  expect(await first.list()).toEqual([]);
});

test.each([
  { what: 'no reason', input: { reason: '  ' } },
  { what: 'a reason of 301 characters', input: { reason: 'x'.repeat(301) } },
  { what: 'no time', input: { durationMillis: 0 } },
  { what: 'more than 367 days', input: { durationMillis: 367 * 86_400_000 + 1 } },
])('$what is refused before a request', async ({ input }) => {
  const { first, service } = await setUp();
  const request = { connectionId: await connect(first), userId: user.id, reason: 'x', durationMillis: hour, ...input };
  expect(await reportOf(first.api.impersonations.start(request))).toMatchObject({ code: 'bad-input' });
  expect(service.ids()).toEqual([]);
});

test('when its time is up, the account is removed and the session revoked', async () => {
  const { first, service, impersonate, clock } = await setUp();
  await impersonate(await connect(first));
  await clock.advance(hour - 1_000);
  await settle();
  expect(await first.accounts()).toHaveLength(1);
  await clock.advance(31_000);
  await pass(first.clock, () => isEnded(first));
  expect(service.ids()).toEqual([]);
});

describe('ending', () => {
  test('twice at once sends one request', async () => {
    const { first, impersonate } = await setUp();
    const { id } = await impersonate(await connect(first));
    const before = first.transport.requests.length;
    const both = await Promise.all([first.api.impersonations.end({ id }), first.api.impersonations.end({ id })]);
    expect(both).toEqual([{ endedAtService: true }, { endedAtService: true }]);
    expect(first.transport.requests.slice(before).map(({ method }) => method)).toEqual(['DELETE']);
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
  });

  test('counts a session that the service no longer has as revoked', async () => {
    const { first, service, impersonate } = await setUp();
    const { id } = await impersonate(await connect(first));
    service.sessions.clear();
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
    expect(await first.list()).toEqual([]);
  });

  test('removes the account at once when the service is unreachable, and is repeated until it succeeds', async () => {
    const { first, service, impersonate, clock } = await setUp();
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
    const { first, service, impersonate } = await setUp();
    const { id } = await impersonate(await connect(first));
    service.mode = 'server-key-refused';
    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
    expect(service.ids()).toEqual([]);
  });

  test('while it starts cancels it, and revokes what the service has created', async () => {
    const { first, service, impersonate } = await setUp();
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

describe('what ends with something else', () => {
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
    const one = await setUp();
    const connectionId = await connect(one.first);
    const { accountId } = await one.impersonate(connectionId);
    await end(one, connectionId, accountId);
    await until(() => one.service.ids().length === 0);
    await until(async () => (await one.file()).length === 0);
  });

  test('quitting waits three seconds for a service that doesn’t respond, and the next start revokes the session', async () => {
    const { first, service, impersonate, clock, start, file } = await setUp();
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

  test('of a request that never arrived leaves nothing', async () => {
    const { first, service, impersonate } = await setUp();
    const connectionId = await connect(first, ['admin']);
    service.mode = 'unreachable';
    expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'unreachable' });
    expect(await first.list()).toEqual([]);
  });
});

test('a token without the claim of its session is revoked with itself', async () => {
  const { first, service, impersonate } = await setUp();
  const connectionId = await connect(first);
  service.withClaim = false;
  expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'bad-response' });
  expect(service.ids()).toEqual([]);
});

test('a keychain that is locked prevents the request', async () => {
  const { first, service, impersonate, secrets } = await setUp();
  const connectionId = await connect(first);
  secrets.locked = true;
  expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'keychain-locked' });
  expect(service.sessions.size).toBe(0);
});

describe('several processes of a profile', () => {
  test('a running one keeps its session when another starts and quits; either can end it', async () => {
    const { first, service, impersonate, start } = await setUp();
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
    const { first, service, impersonate, start, ageLocks } = await setUp();
    await impersonate(await connect(first));
    first.kill();
    const next = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
    await until(async () => (await next.list()).length === 1);
    expect(service.ids()).toHaveLength(1);
    await ageLocks();
    await pass(next.clock, () => isEnded(next));
    expect(service.ids()).toEqual([]);
  });

  test('one that was killed before the response is cleaned up by the next', async () => {
    const { first, service, start, ageLocks, impersonate } = await setUp();
    const connectionId = await connect(first, ['admin']);
    let respond = () => {};
    service.hold = new Promise((resolve) => {
      respond = resolve;
    });
    let isOver = false;
    void reportOf(impersonate(connectionId)).finally(() => {
      isOver = true;
    });
    await until(async () => (await first.list()).length > 0);
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

test('without its record, an account signs out with its own token', async () => {
  const { profile, first, service, impersonate, start, ageLocks } = await setUp();
  await impersonate(await connect(first));
  first.kill();
  await ageLocks();
  await writeFile(join(profile, impersonationsFileName), 'not JSON');
  const next = await start({ clock: createFakeClock({ hasteUpTo: 1_000 }) });
  await pass(next.clock, () => isEnded(next));
  expect(service.ids()).toEqual([]);
  expect((await readdir(profile)).some((name) => name.startsWith(`${impersonationsFileName}.broken-`))).toBe(true);
});

describe('a session that isn’t impersonation', () => {
  test('withholds its token, and is neither recorded nor ended', async () => {
    const copied: string[] = [];
    const clipboard = { read: async () => copied.at(-1) ?? '', write: async (text: string) => void copied.push(text) };
    const { first, service, clock } = await setUp({ ports: { clipboard } });
    const connectionId = await connect(first);
    const created = await first.api.impersonations.createSession({ connectionId, userId: user.id, durationMillis: hour });
    const [session] = [...service.sessions.values()];
    expect(session).toMatchObject({ isImpersonation: false, lifeMillis: hour });
    expect(created).toEqual({
      sessionId: session?.id,
      expiresAt: clock.now() + hour,
      refreshToken: { ref: expect.any(String), last_four: 'xxx1' },
    });
    await first.api.secrets.copy({ ref: created.refreshToken.ref });
    expect(copied).toEqual([session?.token]);
    expect([await first.list(), await first.accounts()]).toEqual([[], []]);
    await first.app.close();
    expect(service.ids()).toHaveLength(1);
  });
});

describe('the refresh token of an impersonation', () => {
  const withConfirm = (approves: boolean) => {
    const copied: string[] = [];
    const clipboard = { read: async () => copied.at(-1) ?? '', write: async (text: string) => void copied.push(text) };
    return { copied, ports: { clipboard, confirm: async () => approves } };
  };

  test('is copied after the host’s confirmation', async () => {
    const { copied, ports } = withConfirm(true);
    const { first, service, impersonate } = await setUp({ ports });
    const { id } = await impersonate(await connect(first));
    await first.api.impersonations.copyRefreshToken({ id });
    expect(copied).toEqual([[...service.sessions.values()][0]?.token]);
  });

  test('isn’t copied without it, nor without a clipboard', async () => {
    const { copied, ports } = withConfirm(false);
    const { first, impersonate } = await setUp({ ports });
    const { id } = await impersonate(await connect(first));
    expect(await reportOf(first.api.impersonations.copyRefreshToken({ id }))).toMatchObject({ code: 'not-confirmed' });
    expect(copied).toEqual([]);
    expect(await reportOf(first.api.impersonations.copyRefreshToken({ id: 'other' }))).toMatchObject({ code: 'unknown-account' });
    const other = await setUp();
    const started = await other.impersonate(await connect(other.first));
    expect(await reportOf(other.first.api.impersonations.copyRefreshToken(started))).toMatchObject({ code: 'bad-input' });
    expect(await reportOf(other.first.api.impersonations.copyRefreshToken({ id: started.id }))).toMatchObject({
      code: 'clipboard-unavailable',
    });
  });
});

describe('what would outlive the impersonation', () => {
  const changes: { what: string; call: string; input: (accountId: string) => object }[] = [
    { what: 'a password', call: 'service.auth.setPassword', input: () => ({ body: { password: 'a long password' } }) },
    { what: 'one-time codes', call: 'service.users.updateMe', input: () => ({ body: { otp_auth_enabled: true } }) },
    {
      what: 'an email address',
      call: 'service.contactChannels.create',
      input: () => ({ body: { user_id: 'me', type: 'email', value: 'eve@x.test', used_for_auth: true } }),
    },
  ];

  test.each(changes)('$what can’t be changed', async ({ call, input }) => {
    const { first, impersonate } = await setUp();
    const connectionId = await connect(first);
    const { accountId } = await impersonate(connectionId);
    const request = { actor: 'account', connectionId, accountId, ...input(accountId) };
    expect(await first.app.dispatch(call, request, { windowId: 'w' })).toEqual({ ok: false, error: { code: 'impersonating' } });
  });

  test('the account can’t be deleted, get 2FA, a passkey or a provider', async () => {
    const { first, impersonate } = await setUp();
    const { accountId } = await impersonate(await connect(first));
    for (const changing of [
      first.api.accounts.deleteUser({ accountId, typed: user.primary_email }),
      first.api.twoFactor.begin({ accountId }),
      first.api.signIn.registerPasskey({ accountId, replace: false }),
      first.api.signIn.linkOAuth({ accountId, provider: 'github' }),
    ])
      expect(await reportOf(changing)).toEqual({ code: 'impersonating' });
  });

  test('the name can be changed', async () => {
    const { first, impersonate } = await setUp();
    const connectionId = await connect(first);
    const { accountId } = await impersonate(connectionId);
    const request = { actor: 'account', connectionId, accountId, body: { display_name: 'Alan' } };
    const reply = await first.app.dispatch('service.users.updateMe', request, { windowId: 'w' });
    expect(reply).not.toMatchObject({ error: { code: 'impersonating' } });
  });
});
