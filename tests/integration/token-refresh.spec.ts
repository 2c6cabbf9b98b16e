import { describe, expect, test } from 'vitest';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { advanceSandbox, type LaunchedApp } from '../support/main/launch-app';
import { openedRelease } from '../support/main/release-app';
import { tokenReleases } from '../support/samples/access-token';
import { signedIn } from '../support/steps';

const refreshes = ({ exchanges }: LaunchedApp) => exchanges.filter(({ request }) => request.url.endsWith('/auth/oauth/token'));
const elevenMinutes = 11 * 60_000;

describe.each(tokenReleases)('an expired access token of %s', (release) => {
  test('is refreshed once for concurrent calls, which succeed', async () => {
    const launched = await openedRelease(release);
    await advanceSandbox(launched, elevenMinutes);
    const users = await Promise.all(Array.from({ length: 50 }, () => launched.service.users.me(launched.asAccount)));
    expect(new Set(users.map(({ display_name }) => display_name))).toEqual(new Set(['Ada Lovelace']));
    expect(refreshes(launched)).toHaveLength(1);
  });

  test('is not sent once the server’s time is known', async () => {
    const launched = await openedRelease(release);
    await advanceSandbox(launched, elevenMinutes);
    await launched.service.projects.current({ actor: 'none', connectionId: launched.connectionId });
    await launched.service.users.me(launched.asAccount);
    const refused = launched.exchanges.filter(({ response }) => response.headers['x-stack-known-error'] === 'ACCESS_TOKEN_EXPIRED');
    expect([refreshes(launched).length, refused.length]).toEqual([1, 0]);
  });

  test('is refreshed repeatedly while the session is valid', async () => {
    const launched = await openedRelease(release);
    for (let round = 1; round <= 5; round += 1) {
      await advanceSandbox(launched, elevenMinutes);
      expect((await launched.service.users.me(launched.asAccount)).display_name).toBe('Ada Lovelace');
      expect(refreshes(launched)).toHaveLength(round);
    }
  });

  test('of a project’s owner is refreshed before the next request', async () => {
    const launched = await openedRelease(release);
    const { api, service, played } = launched;
    const { project_id: projectId, publishable_client_key: client } = played.projects.internal;
    const draft = { name: 'Owner', environment: 'development', baseUrl: played.url, projectId, keys: { client } } as const;
    const { id: internalConnectionId } = await api.connections.add({ draft });
    const { accountId } = signedIn(await api.signIn.withPassword({ connectionId: internalConnectionId, ...ada }));
    const owned = { internalConnectionId, accountId, projectId: played.projects.demo.project_id, name: 'Owned' };
    const { id: connectionId } = await api.connections.openOwned(owned);
    const read = () => service.projects.read({ actor: 'project', connectionId });
    expect((await read()).id).toBe(owned.projectId);
    await advanceSandbox(launched, elevenMinutes);
    await service.projects.current({ actor: 'none', connectionId: launched.connectionId });
    expect((await read()).id).toBe(owned.projectId);
    expect(refreshes(launched)).toHaveLength(1);
  });
});

describe.each(tokenReleases)('a revoked session of %s', (release) => {
  test('works until its token runs out, then the account is invalid and its call fails', async () => {
    const launched = await openedRelease(release);
    const { service, asAccount, asProject, api, connectionId, pushed } = launched;
    const { id } = await service.users.me(asAccount);
    const own = (await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } })).items.find(
      ({ is_current_session }) => is_current_session,
    );
    await service.auth.revokeSession({ ...asProject, params: { id: own?.id ?? '' }, query: { user_id: id } });
    expect((await service.users.me(asAccount)).id).toBe(id);

    await advanceSandbox(launched, elevenMinutes);
    await expect(service.users.me(asAccount)).rejects.toMatchObject({ report: { code: 'session-ended' } });
    await pushed('accounts.list', ([account]) => account?.state === 'invalid');
    await expect(service.users.me(asAccount)).rejects.toMatchObject({ report: { code: 'signed-out' } });

    const { accountId } = signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
    expect(accountId).toBe(asAccount.accountId);
    expect((await api.accounts.list({})).value).toMatchObject([{ id: accountId, state: 'signed-in', current: true }]);
  });

  test('expires after a year', async () => {
    const launched = await openedRelease(release);
    await advanceSandbox(launched, 366 * 86_400_000);
    await expect(launched.service.users.me(launched.asAccount)).rejects.toMatchObject({ report: { code: 'session-ended' } });
    expect(await launched.api.accounts.signOut({ accountId: launched.accountId })).toEqual({ endedAtService: true });
  });
});
