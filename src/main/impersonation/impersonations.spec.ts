import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '#tests/support/fake-clock.ts';
import { hour, setUp } from '#tests/support/main/impersonation-profile.ts';
import { connect, user } from '#tests/support/main/impersonation-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { tokenReleases } from '#tests/support/samples/access-token.ts';

test.each(tokenReleases)(
  'a session of release %s is flagged, recorded with the ID of its token, and used by a separate account',
  async (form) => {
    const { first, service, impersonate, file, clock } = await setUp({ form });
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
    expect(first.app.impersonations()).toBe(1);
    expect(await first.accounts()).toMatchObject([{ id: accountId, impersonationId: id, displayName: 'Alan Turing', current: true }]);

    expect(await first.api.impersonations.end({ id })).toEqual({ endedAtService: true });
    expect([service.ids(), await first.list(), await first.accounts(), await file()]).toEqual([[], [], [], []]);
    expect(first.app.impersonations()).toBe(0);
  },
);

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
    const report = (await reportOf(impersonate(connectionId))) as { confirmation: { id: string; endpoint: string } };
    expect(report.confirmation.endpoint).toBe('auth.createSession');
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

describe.each(['without-id', 'no token'] as const)('a session whose ID is unknown (%s) is revoked with its own token', (form) => {
  test.each(['impersonation', 'session'] as const)('after creating an %s', async (kind) => {
    const { first, service, impersonate, file } = await setUp({ form, ports: { confirm: async () => true } });
    const connectionId = await connect(first);
    const request = { connectionId, userId: user.id, durationMillis: hour };
    const creating = kind === 'impersonation' ? impersonate(connectionId) : first.api.impersonations.createSession(request);
    expect(await reportOf(creating)).toMatchObject({ code: 'bad-response' });
    expect(service.ids()).toEqual([]);
    await until(async () => kind === 'session' || (await file()).length === 0);
  });
});

test('a keychain that is locked prevents the request', async () => {
  const { first, service, impersonate, secrets } = await setUp();
  const connectionId = await connect(first);
  secrets.locked = true;
  expect(await reportOf(impersonate(connectionId))).toMatchObject({ code: 'keychain-locked' });
  expect(service.sessions.size).toBe(0);
});
