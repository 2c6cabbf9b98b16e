/** Sessions that remain on the service after being replaced, revoked elsewhere, or after their user was deleted. */
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { release2826 } from '#sandbox/testing/release-scene.ts';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { openedRelease } from '../support/main/release-app';
import { reportOf } from '../support/main/test-ports';
import { tokenReleases } from '../support/samples/access-token';
import { sandboxNow } from '../support/service/mailbox';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

type Scene = Awaited<ReturnType<typeof openedRelease>>;

const own = { user_id: 'me' } as const;

/** Returns the IDs of the account's sessions, the current one first. */
async function sessionsOf({ service, asAccount }: Scene): Promise<string[]> {
  const { items } = await service.auth.sessions({ ...asAccount, query: own });
  return items.toSorted((one, other) => Number(other.is_current_session) - Number(one.is_current_session)).map(({ id }) => id);
}

describe.each(tokenReleases)('on %s', (release) => {
  test('signing in again as the same user leaves one session', async () => {
    const scene = await openedRelease(release);
    const { api, connectionId, accountId } = scene;
    const [before = '', ...others] = await sessionsOf(scene);
    expect(signedIn(await api.signIn.withPassword({ connectionId, ...ada })).accountId).toBe(accountId);
    const [now, ...rest] = await sessionsOf(scene);
    expect(now).not.toBe(before);
    expect(rest.toSorted()).toEqual(others.toSorted());
  });

  test('connecting a provider with two-factor authentication leaves the account’s own session', async () => {
    const scene = await openedRelease(release);
    const { api, service, asAccount, accountId, last } = scene;
    const before = await sessionsOf(scene);
    const secret = new Secret({ size: 20 });
    await service.users.updateMe({ ...asAccount, body: { totp_secret_base64: Buffer.from(secret.buffer).toString('base64') } });
    const { flowId } = stepOf('browser', await api.signIn.linkOAuth({ accountId, provider: 'google' }));
    const [step] = await Promise.all([api.signIn.wait({ flowId }), createSystemBrowser().allow(last(), 'linked@elsewhere.example')]);
    const second = stepOf('totp', step);
    const totp = new TOTP({ secret }).generate({ timestamp: await sandboxNow(scene) });
    expect(signedIn(await api.signIn.submitTotp({ flowId: second.flowId, totp })).accountId).toBe(accountId);
    expect(await sessionsOf(scene)).toEqual(before);
    expect((await service.users.me(asAccount)).oauth_providers.map(({ id }) => id)).toContain('google');
  });

  test('a session that was revoked elsewhere ends when its list is read, though its access token still works', async () => {
    const scene = await openedRelease(release);
    const { api, service, asAccount, asProject, accountId } = scene;
    const [current = ''] = await sessionsOf(scene);
    const { id: userId } = await service.users.me(asAccount);
    await service.auth.revokeSession({ ...asProject, params: { id: current }, query: { user_id: userId } });
    expect((await service.users.me(asAccount)).id).toBe(userId);
    expect(await reportOf(service.auth.sessions({ ...asAccount, query: own }))).toEqual({ code: 'session-ended' });
    expect((await api.accounts.list({})).value).toMatchObject([{ id: accountId, state: 'invalid' }]);
  });
});

test('a user who was deleted on 2.8.26 is signed out, although their tokens are still renewed', async () => {
  const { api, service, asAccount, asProject, accountId } = await openedRelease(release2826);
  const { id } = await service.users.me(asAccount);
  await service.users.delete({ ...asProject, params: { user_id: id } });
  expect(await reportOf(service.users.me(asAccount))).toEqual({ code: 'session-ended' });
  expect((await api.accounts.list({})).value).toMatchObject([{ id: accountId, state: 'invalid' }]);
});
