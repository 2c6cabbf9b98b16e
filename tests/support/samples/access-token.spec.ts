import { describe, expect, test } from 'vitest';
import { readClaims, releaseScene } from '#sandbox/testing/release-scene.ts';
import { claimsOf, type TokenFacts, tokenOf } from './access-token';

const user = {
  id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  display_name: 'Ada 💡 Łovelace',
  primary_email: 'ada@analytical.example',
  primary_email_verified: true,
  selected_team_id: '7d8f0b5a-9d52-4b7c-8a44-2a2f3f6b7f10',
  is_anonymous: false,
  requires_totp_mfa: true,
  signed_up_at_millis: 1_744_192_800_999,
};
const facts: TokenFacts = {
  origin: 'https://x.test',
  projectId: 'p',
  sessionId: '0f0b5a3a-9d52-4b7c-8a44-2a2f3f6b7f10',
  issuedAt: 1_744_192_800,
  expiresAt: 1_744_193_400,
  user,
  restricted: null,
};
const always = { sub: user.id, iat: 1_744_192_800, exp: 1_744_193_400, role: 'authenticated' };
const earlyIds = { branchId: 'main', refreshTokenId: facts.sessionId };
const ids = { branch_id: 'main', refresh_token_id: facts.sessionId, project_id: 'p' };
const place = (kind: string, suffix = '') => ({ iss: `https://x.test/api/v1/${kind}/p`, aud: `p${suffix}` });
const from12 = { ...always, ...earlyIds, ...place('projects') };
const from38 = {
  ...always,
  ...ids,
  ...place('projects'),
  name: 'Ada 💡 Łovelace',
  email: 'ada@analytical.example',
  email_verified: true,
  selected_team_id: user.selected_team_id,
  is_anonymous: false,
};
const from59 = { ...from38, is_restricted: false, restricted_reason: null };
const from77 = { ...from59, requires_totp_mfa: true };
const from80 = { ...from77, signed_up_at: 1_744_192_800 };

describe('the claims', () => {
  test.each([
    ['2.8.4', { ...always, ...earlyIds, iss: 'https://access-token.jwt-signature.stack-auth.com', aud: 'p' }],
    ['2.8.11', { ...always, ...earlyIds, iss: 'https://access-token.jwt-signature.stack-auth.com', aud: 'p' }],
    ['2.8.12', from12],
    ['2.8.37', from12],
    ['2.8.38', from38],
    ['2.8.58', from38],
    ['2.8.59', from59],
    ['2.8.76', from59],
    ['2.8.77', from77],
    ['2.8.79', from77],
    ['2.8.80', from80],
    ['2.8.86', from80],
    ['2.8.109', from80],
    ['1.0.0', from80],
    ['1.0.125', from80],
  ])('of %s are exactly those of the release', (release, claims) => {
    expect(claimsOf(release, facts)).toEqual(claims);
  });

  const anonymous: TokenFacts = { ...facts, user: { id: user.id, is_anonymous: true }, restricted: 'anonymous' };
  const nameless = { name: null, email: null, email_verified: false, selected_team_id: null, is_anonymous: true };
  const reason = (type: string) => ({ is_restricted: true, restricted_reason: { type } });

  test.each([
    ['2.8.33', anonymous, from12],
    ['2.8.34', anonymous, { ...from12, ...place('projects-anonymous-users', ':anon') }],
    ['2.8.38', anonymous, { ...from38, ...place('projects-anonymous-users', ':anon'), ...nameless }],
    [
      '2.8.86',
      anonymous,
      {
        ...from80,
        ...place('projects-anonymous-users', ':anon'),
        ...nameless,
        ...reason('anonymous'),
        requires_totp_mfa: false,
        signed_up_at: 0,
      },
    ],
    ['2.8.58', { ...facts, restricted: 'email_not_verified' }, { ...from38, email_verified: false }],
    [
      '2.8.59',
      { ...facts, restricted: 'email_not_verified' },
      { ...from59, email_verified: false, ...place('projects-restricted-users', ':restricted'), ...reason('email_not_verified') },
    ],
    [
      '1.0.125',
      { ...facts, restricted: 'restricted_by_administrator' },
      { ...from80, ...place('projects-restricted-users', ':restricted'), ...reason('restricted_by_administrator') },
    ],
  ] as const)('of an anonymous or restricted user of %s', (release, own, claims) => {
    expect(claimsOf(release, own)).toEqual(claims);
  });

  test('of a user without values are null, and none is missing', () => {
    const bare = { ...facts, user: { ...user, display_name: null, primary_email: null, selected_team_id: null } };
    expect(claimsOf('2.8.86', bare)).toEqual({ ...from80, name: null, email: null, selected_team_id: null });
  });

  test('of 2.8.4 are those of the sandbox', async () => {
    const claims = readClaims(await (await releaseScene('2.8.4')).signIn());
    const { sub, aud, iat, exp, refreshTokenId } = claims;
    const seen = { projectId: String(aud), sessionId: String(refreshTokenId), issuedAt: Number(iat), expiresAt: Number(exp) };
    expect(claims).toEqual(claimsOf('2.8.4', { ...facts, ...seen, user: { id: sub } }));
  });
});

test('a token has the header of the service’s tokens, and its claims can be read', () => {
  const token = tokenOf(from80);
  const [header = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', kid: expect.stringMatching(/^[\w-]{12}$/) });
  expect(readClaims(token)).toEqual(from80);
});

test.each(['', 'a.b.c', 'x', '..', `a.${Buffer.from('null').toString('base64url')}.c`])('%j has no claims', (text) => {
  expect(readClaims(text)).toEqual({});
});
