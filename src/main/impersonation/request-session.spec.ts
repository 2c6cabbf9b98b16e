import { describe, expect, test } from 'vitest';
import { setUpSender, target } from '#tests/support/main/sender-scene.ts';
import { response } from '#tests/support/main/test-ports.ts';
import { claimsOf, tokenOf, tokenReleases } from '#tests/support/samples/access-token.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { requestSession } from './request-session';

const sessionId = '0f0b5a3a-9d52-4b7c-8a44-2a2f3f6b7f10';
const facts = { origin: 'https://x.test', projectId: 'p', sessionId, issuedAt: 1744192800, expiresAt: 1744193400, user: sampleUser };
const latest = claimsOf('2.8.109', { ...facts, restricted: null });

function created(accessToken: string) {
  const { sender } = setUpSender(() => response({ access_token: accessToken, refresh_token: 'refresh' }));
  return requestSession(
    sender,
    target,
    { userId: sampleUser.id, durationMillis: 1_000, isImpersonation: true },
    { origin: { source: 'window' } },
  );
}

describe('the ID of a created session', () => {
  test.each(tokenReleases)('is a claim of its token of %s, also of an anonymous or restricted user', async (release) => {
    for (const restricted of [null, 'anonymous', 'restricted_by_administrator'] as const) {
      const user = { ...sampleUser, is_anonymous: restricted === 'anonymous' };
      expect(await created(tokenOf(claimsOf(release, { ...facts, user, restricted })))).toMatchObject({
        sessionId,
        refreshToken: 'refresh',
      });
    }
  });

  test.each([null, '', 7, true, [sessionId], { id: sessionId }, undefined])(
    'is the earlier claim where the later one is %j',
    async (claim) => {
      const claims = { ...latest, refresh_token_id: claim, refreshTokenId: sessionId };
      expect(await created(tokenOf(claims))).toMatchObject({ sessionId });
    },
  );

  test.each([
    ['no claim', tokenOf({ ...latest, refresh_token_id: undefined })],
    ['null', tokenOf({ ...latest, refresh_token_id: null })],
    ['no text', tokenOf({ ...latest, refresh_token_id: 7, refreshTokenId: {} })],
    ['an empty text', tokenOf({ ...latest, refresh_token_id: '', refreshTokenId: '' })],
    ['no claims at all', tokenOf({})],
    ['no token', 'undefined'],
    ['a damaged token', 'a.b.c'],
    ['nothing', ''],
  ])('is unknown where the token has %s, and its tokens are kept to revoke it', async (_what, accessToken) => {
    expect(await created(accessToken)).toEqual({ sessionId: null, accessToken, refreshToken: 'refresh' });
  });
});
