/** A session whose token has the form of the first or the last releases: Latchkey and the service mean the same one. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { openedRelease } from '../support/main/release-app';
import { tokenReleases } from '../support/samples/access-token';

test.each(tokenReleases)('with tokens of %s, an account finds its own session, and signs out of it', async (release) => {
  const { api, service, asAccount, accountId, exchanges } = await openedRelease(release);
  const exchange = exchanges.findLast(({ request }) => request.url.endsWith('/auth/password/sign-in'));
  const { access_token: token } = JSON.parse(Buffer.from(exchange?.response.bytes ?? []).toString());
  const own = decodeJwt(token)[release === '2.8.4' ? 'refreshTokenId' : 'refresh_token_id'];
  const { items } = await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } });
  const current = items.filter(({ is_current_session: isCurrent }) => isCurrent);
  expect(current.map(({ id }) => id)).toEqual([own]);
  expect(await api.accounts.signOut({ accountId })).toEqual({ endedAtService: true });
  expect((await api.accounts.list({})).value).toEqual([]);
});
