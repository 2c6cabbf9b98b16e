/** Sessions whose tokens have the form of the first or the last releases: Latchkey reads IDs and times from their claims. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { releaseApp } from '../support/release-app';
import { type TokenRelease, tokenReleases } from '../support/release-overlay/access-token';

const hour = 3_600_000;
const ada = { email: 'ada@analytical.example', password: 'Analytical-Engine-1843' };

async function setUp(release: TokenRelease) {
  const launched = await releaseApp(release, ['client', 'server', 'admin']);
  const { service, connectionId, exchanges } = launched;
  const project = { actor: 'project', connectionId } as const;
  const { items } = await service.users.list({ ...project, query: { query: 'alan.turing' } });
  const userId = items[0]?.id ?? '';
  /** IDs of the user's sessions that are flagged as impersonation. */
  const flagged = async () =>
    (await service.auth.sessions({ ...project, query: { user_id: userId } })).items.flatMap(({ id, is_impersonation: is }) =>
      is ? id : [],
    );
  /** Claims of the token in the newest response of a request. */
  const claims = (path: string) => {
    const exchange = exchanges.findLast(({ request }) => request.method === 'POST' && request.url.endsWith(path));
    const { access_token: token } = JSON.parse(Buffer.from(exchange?.response.bytes ?? []).toString());
    return decodeJwt<{ refreshTokenId?: string; refresh_token_id?: string }>(token);
  };
  return { ...launched, project, userId, flagged, claims };
}

describe.each(tokenReleases)('with tokens of %s', (release) => {
  const sessionClaim = release === '2.8.4' ? 'refreshTokenId' : 'refresh_token_id';

  test('an impersonation is listed and revoked by the ID in its token', async () => {
    const { api, service, connectionId, userId, flagged, claims, exchanges } = await setUp(release);
    const { id, accountId } = await api.impersonations.start({ connectionId, userId, reason: 'Ticket 4821', durationMillis: hour });
    const sessionId = claims('/auth/sessions')[sessionClaim];
    expect(await flagged()).toEqual([sessionId]);
    const { value } = await api.impersonations.list({});
    expect(value).toMatchObject([{ sessionId, state: 'active' }]);
    expect((await service.users.me({ actor: 'account', connectionId, accountId })).id).toBe(userId);

    expect(await api.impersonations.end({ id })).toEqual({ endedAtService: true });
    const revocation = exchanges.findLast(({ request }) => request.method === 'DELETE');
    expect(new URL(revocation?.request.url ?? '').pathname).toBe(`/api/v1/auth/sessions/${sessionId}`);
    expect(await flagged()).toEqual([]);
  });

  test('an account finds its own session, and signs out of it', async () => {
    const { api, service, connectionId, claims } = await setUp(release);
    const step = await api.signIn.withPassword({ connectionId, ...ada });
    const accountId = 'accountId' in step ? step.accountId : '';
    const own = claims('/auth/password/sign-in')[sessionClaim];
    const account = { actor: 'account', connectionId, accountId } as const;
    const sessions = async () => (await service.auth.sessions({ ...account, query: { user_id: 'me' } })).items;
    const current = (await sessions()).filter(({ is_current_session: isCurrent }) => isCurrent);
    expect(current.map(({ id }) => id)).toEqual([own]);
    expect(await api.accounts.signOut({ accountId })).toEqual({ endedAtService: true });
    expect((await api.accounts.list({})).value).toEqual([]);
  });
});
