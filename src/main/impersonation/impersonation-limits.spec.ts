import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { setUp } from '#tests/support/main/impersonation-profile.ts';
import { connect, user } from '#tests/support/main/impersonation-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

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

  test('isn’t copied if a policy comes that forbids it while the user confirms', async () => {
    const file = join(await temporaryFolder(), 'latchkey', 'policy.json');
    await mkdir(dirname(file), { mode: 0o755 });
    const policyPlace = { file, ownerId: process.getuid?.() ?? null };
    const { copied, ports } = withConfirm(true);
    let whileConfirmed = async () => {};
    const confirm = () => whileConfirmed().then(() => true);
    const { first, impersonate } = await setUp({ ports: { ...ports, policyPlace, confirm } });
    const { id } = await impersonate(await connect(first));
    whileConfirmed = async () => {
      await writeFile(file, JSON.stringify({ version: 1, forbidden: ['reveal'] }), { mode: 0o644 });
      await eventually(async () => expect((await first.api.policy.state({})).value.state).toBe('active'));
    };
    expect(await reportOf(first.api.impersonations.copyRefreshToken({ id }))).toEqual({ code: 'forbidden-by-policy', path: 'reveal' });
    expect(copied).toEqual([]);
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
