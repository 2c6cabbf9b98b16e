import { describe, expect, test } from 'vitest';
import { isAtLeast } from '#contract/releases.ts';
import { demoProjectId } from '../../seed/seed-projects';
import { readClaims, release2826, release2886, release10125, releaseScene } from '../release-scene';

const latest = () => releaseScene(release2886);

describe('a release', () => {
  test.each(['2.8.4', '2.8.14', release2826, '2.8.47', release2886, '2.8.109'])('%s names its version', async (release) => {
    const { call } = await releaseScene(release);
    const answer = await call('client', 'POST /check-version', { body: { clientVersion: '99.0.0' } });
    expect(answer.json.error).toMatch(new RegExp(`the current version is v${release.replaceAll('.', '\\.')}\\)\\.$`));
    expect((await call('client', 'POST /check-version', { body: { clientVersion: release } })).json).toEqual({ upToDate: true });
  });

  test.each(['1.0.0', release10125])(
    '%s names its version to renamed packages only, and has both names in its headers (wire/hexclave 4.4)',
    async (release) => {
      const { call } = await releaseScene(release);
      const check = async (clientPackageName?: string) =>
        (await call('client', 'POST /check-version', { body: { clientVersion: '99.0.0', clientPackageName } })).json.error;
      const notices = [await check(), await check('@stackframe/js'), await check('@hexclave/js')];
      expect(notices.map((notice) => /v([\d.]+)\)\.$/.exec(String(notice))?.[1])).toEqual([undefined, undefined, release]);
      const { headers, text } = await call('client', 'GET /nowhere', { headers: { 'x-stack-override-error-status': 'true' } });
      expect([headers.get('x-hexclave-actual-status'), headers.get('x-hexclave-request-id')]).toEqual([
        '404',
        headers.get('x-stack-request-id'),
      ]);
      expect(text).toMatch(/^404 — this page does not exist in Hexclave's API\./);
    },
  );

  test.each([
    ['2.8.85', '2.8.56', true],
    [release2886, '2.8.56', false],
    [release2886, '2.8.57', true],
    [release2886, '2.7.99', false],
    ['2.8.109', '2.8.4', false],
    ['2.8.109', '3.0.0', true],
  ])('%s names its version to a client of %s: %s (wire/hexclave 4.4)', async (release, clientVersion, isNamed) => {
    const { call } = await releaseScene(release);
    const { json } = await call('client', 'POST /check-version', { body: { clientVersion } });
    expect([json.upToDate, String(json.error).includes(release)]).toEqual([false, isNamed]);
    if (!isNamed) expect(json.error).not.toMatch(/\d/);
  });

  test('says its errors with status 200 where the request wants that', async () => {
    const { call } = await latest();
    const answer = await call('client', 'GET /internal/config', { headers: { 'x-stack-override-error-status': 'true' } });
    expect([answer.status, answer.headers.get('x-stack-actual-status'), answer.known]).toEqual([200, '401', 'INSUFFICIENT_ACCESS_TYPE']);
  });

  test.each([
    [release2826, 200, '500'],
    [release2886, 500, null],
    [release10125, 500, null],
  ])('%s says its own failures with status %i', async (release, status, actual) => {
    const { call, sandbox, signIn } = await releaseScene(release);
    const token = await signIn();
    sandbox.store.script('DROP TABLE contact_channels');
    const answer = await call('client', 'GET /users/me', { token, headers: { 'x-stack-override-error-status': 'true' } });
    expect([answer.status, answer.headers.get('x-stack-actual-status')]).toEqual([status, actual]);
  });
});

describe('access tokens', () => {
  const place = (path: string) => `http://localhost:8102/api/v1/${path}/${demoProjectId}`;

  test.each([
    ['2.8.4', { refreshTokenId: expect.any(String), branchId: 'main', aud: demoProjectId }],
    ['2.8.12', { refreshTokenId: expect.any(String), iss: place('projects') }],
    ['2.8.38', { refresh_token_id: expect.any(String), branch_id: 'main', email: 'ada@analytical.example', is_anonymous: false }],
    [
      release2886,
      { is_restricted: false, restricted_reason: null, requires_totp_mfa: expect.any(Boolean), signed_up_at: expect.any(Number) },
    ],
  ])('of %s have the claims of the release, and are accepted', async (release, claims) => {
    const { call, signIn } = await releaseScene(release);
    const token = await signIn();
    expect(readClaims(token)).toMatchObject(claims);
    expect('refreshTokenId' in readClaims(token)).toBe(!isAtLeast(release, '2.8.38'));
    expect((await call('client', 'GET /users/me', { token })).status).toBe(200);
  });

  test.each([
    ['2.8.37', false],
    [release2886, true],
  ])('of %s that have expired name their session in the error: %s', async (release, isNamed) => {
    const { call, signIn, sandbox } = await releaseScene(release);
    const token = await signIn();
    const { sub: user_id, refresh_token_id } = readClaims(token);
    await sandbox.clock.advance(600_000);
    const { known, json } = await call('client', 'GET /users/me', { token });
    const facts = { project_id: demoProjectId, refresh_token_id, user_id };
    const expected = { expired_at_millis: expect.any(Number), ...(isNamed ? facts : {}) };
    expect([known, json.details]).toEqual(['ACCESS_TOKEN_EXPIRED', expected]);
    expect((await call('client', 'GET /users/me', { token: 'a.b.c' })).known).toBe('UNPARSABLE_ACCESS_TOKEN');
  });

  test('of anonymous and restricted users have an issuer and an audience of their own (wire/hexclave 3.2)', async () => {
    const { call, signIn } = await latest();
    const anonymous = await call('client', 'POST /auth/anonymous/sign-up');
    expect(readClaims(String(anonymous.json.access_token))).toMatchObject({
      iss: place('projects-anonymous-users'),
      aud: `${demoProjectId}:anon`,
      restricted_reason: { type: 'anonymous' },
    });
    const { sub } = readClaims(await signIn());
    await call('server', `PATCH /users/${sub}`, { body: { restricted_by_admin: true } });
    expect(readClaims(await signIn())).toMatchObject({
      iss: place('projects-restricted-users'),
      aud: `${demoProjectId}:restricted`,
      restricted_reason: { type: 'restricted_by_administrator' },
    });
  });
});

describe('paths', () => {
  test.each([
    ['2.8.4', 'admin', 'GET /internal/projects/current'],
    [release2826, 'client', 'GET /connected-accounts/me'],
    [release2826, 'admin', 'GET /internal/config'],
    [release2886, 'admin', 'GET /email-templates'],
    [release2886, 'admin', 'GET /email-templates/magic_link'],
    [release2886, 'admin', 'PATCH /internal/config/override'],
  ] as const)('in %s do not include, for %s, %s', async (release, access, path) => {
    const { call } = await releaseScene(release);
    const { status, text } = await call(access, path, path.startsWith('PATCH') ? { body: {} } : {});
    expect([status, text]).toEqual([
      404,
      expect.stringMatching(/^404 — this page does not exist[\s\S]*URL: http:\/\/localhost:8102\/api\/v1/),
    ]);
  });

  test('of the project take only GET from 2.8.5 on', async () => {
    const { call } = await releaseScene('2.8.5');
    expect((await call('admin', 'PATCH /projects/current', { body: { display_name: 'x' } })).status).toBe(405);
  });

  test('know invitations of a user from 2.8.69 on', async () => {
    const before = await releaseScene('2.8.68');
    const token = await before.signIn();
    const answer = await before.call('client', 'GET /team-invitations?user_id=me', { token });
    expect([answer.known, answer.text]).toEqual(['SCHEMA_ERROR', expect.stringContaining('query contains unknown properties: user_id')]);
  });
});
