import { describe, expect, test } from 'vitest';
import { authorizeUrl, createOAuthBrowser, locationOf } from '../oauth-browser';
import { readClaims, release2826, release2886, releaseScene } from '../release-scene';
import type { TestSandbox } from '../test-sandbox';

describe('a round through a provider', () => {
  const redirect_uri = 'http://localhost:1/handler/oauth-callback?connection=c&flow=secret';

  const round = async (release: string, decision: 'allow' | 'deny', own: Record<string, string> = {}) =>
    roundOf((await releaseScene(release)).sandbox, decision, own);

  const begin = async (release: string, own: Record<string, string>) => beginOf((await releaseScene(release)).sandbox, own);

  async function beginOf(sandbox: TestSandbox, own: Record<string, string>) {
    const query = new URLSearchParams({
      client_id: sandbox.project.id,
      client_secret: sandbox.keys.publishable_client_key,
      redirect_uri,
      scope: 'legacy',
      state: 'outer',
      grant_type: 'authorization_code',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      response_type: 'code',
      ...own,
    });
    const begun = await sandbox.sandbox.fetch(new Request(`http://localhost:8102/api/v1/auth/oauth/authorize/github?${query}`));
    return { begun };
  }

  async function roundOf(sandbox: TestSandbox, decision: 'allow' | 'deny', own: Record<string, string> = {}) {
    const { begun } = await beginOf(sandbox, own);
    const page = new URL(begun.headers.get('location') ?? 'http://refused.invalid');
    const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const form = new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision, email: 'p@x.example', email_verified: 'true' });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const decided = await sandbox.sandbox.fetch(new Request(page, { method: 'POST', headers: type, body: form.toString() }));
    const back = decided.headers.get('location') ?? 'http://refused.invalid';
    const response = await sandbox.sandbox.fetch(new Request(back, { headers: { cookie } }));
    return { begun, status: response.status, location: response.headers.get('location'), text: await response.text() };
  }

  test.each([
    ['2.8.11', 307],
    [release2826, 303],
    [release2886, 303],
  ] as const)('ends in %s with %i', async (release, status) => {
    const done = await round(release, 'allow');
    expect([done.status, new URL(done.location ?? '').searchParams.get('state')]).toEqual([status, 'outer']);
  });

  test('sends errors to the redirect URL on 2.8.86, without state and code', async () => {
    const { status, location } = await round(release2886, 'deny');
    expect(status).toBe(307);
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
      connection: 'c',
      flow: 'secret',
      error: 'server_error',
      error_description: expect.any(String),
      errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED',
      message: expect.any(String),
      details: '{}',
    });
  });

  test('keeps errors on the host before that', async () => {
    expect(await round('2.8.81', 'deny')).toMatchObject({ status: 400, location: null });
  });

  test('sends errors elsewhere where the redirect URL is not trusted', async () => {
    const own = { redirect_uri: 'https://elsewhere.example/cb', error_redirect_uri: 'http://localhost:2/error' };
    const { location } = await round(release2886, 'allow', own);
    expect(new URL(location ?? '').searchParams.get('errorCode')).toBe('REDIRECT_URL_NOT_WHITELISTED');
    expect((await round(release2826, 'allow', own)).text).toMatch(/^Invalid redirect URI/);
  });

  test.each(['2.8.4', '2.8.12', release2826, release2886])(
    'of %s redirects errors with 307 (wire/flows 5.4, wire/later 2)',
    async (release) => {
      const own = { error_redirect_uri: 'http://localhost:2/error' };
      const { status, location } = await round(release, 'deny', own);
      expect([status, new URL(location ?? '').searchParams.get('errorCode')]).toEqual([307, 'OAUTH_PROVIDER_ACCESS_DENIED']);
    },
  );

  test.each([
    ['2.8.81', 500, null],
    ['2.8.82', 307, 'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE'],
  ])('of %s with a provider that can’t be reached: %i (wire/newer 2.3, 2.8.82)', async (release, status, code) => {
    const { sandbox } = await releaseScene(release);
    const setReachable = (reachable: boolean) =>
      sandbox.raw(
        'POST',
        '/sandbox/identity-provider',
        { 'content-type': 'application/json' },
        JSON.stringify({ provider: 'github', reachable }),
      );
    expect((await setReachable(false)).json).toEqual({ success: true });
    const failed = await roundOf(sandbox, 'allow');
    const shown = failed.location && new URL(failed.location).searchParams.get('errorCode');
    expect([failed.status, shown]).toEqual([status, code]);
    await setReachable(true);
    expect((await roundOf(sandbox, 'allow')).status).toBe(303);
  });

  test('whose redirect URL isn’t trusted says with 503 that a provider can’t be reached', async () => {
    const { sandbox } = await releaseScene(release2886);
    const json = { 'content-type': 'application/json' };
    await sandbox.raw('POST', '/sandbox/identity-provider', json, '{"provider": "github", "reachable": false}');
    const { status, text } = await roundOf(sandbox, 'allow', { redirect_uri: 'https://elsewhere.example/cb' });
    expect([status, JSON.parse(text).code]).toEqual([503, 'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE']);
  });

  test.each([
    ['2.8.62', 400, 'stack-auth-mobile-oauth-url:'],
    ['2.8.63', 303, 'stack-auth-mobile-oauth-url:'],
    ['2.8.109', 400, 'hexclave-mobile-oauth-url:'],
    ['1.0.0', 303, 'hexclave-mobile-oauth-url:'],
    ['1.0.0', 303, 'stack-auth-mobile-oauth-url:'],
  ])('of %s to an app on a phone: %i for %s (wire/newer 2.3, 2.8.63, wire/hexclave 1)', async (release, status, scheme) => {
    const done = await round(release, 'allow', { redirect_uri: `${scheme}//signed-in` });
    expect([done.status, done.location && new URL(done.location).protocol]).toEqual([status, status === 303 ? scheme : null]);
  });

  test.each([
    ['2.8.109', undefined],
    ['1.0.125', 'http://localhost:3/after'],
  ])('of %s that fails leads to the redirect URL with the address for afterwards: %s (wire/hexclave 4.3)', async (release, after) => {
    const { location } = await round(release, 'deny', { after_callback_redirect_url: 'http://localhost:3/after' });
    const { errorCode, after_callback_redirect_url } = Object.fromEntries(new URL(location ?? '').searchParams);
    expect([errorCode, after_callback_redirect_url]).toEqual(['OAUTH_PROVIDER_ACCESS_DENIED', after]);
  });

  test.each([
    ['2.8.109', 1],
    ['1.0.125', 2],
  ])('of %s that a provider ends with a form takes %i steps (wire/hexclave 4.3)', async (release, steps) => {
    const { sandbox } = await releaseScene(release);
    const browser = createOAuthBrowser(sandbox);
    const { method, address, fields } = await browser.toCallback({ provider: 'apple' });
    const posted = await browser.go(method, address, fields);
    const last = steps === 1 ? posted : await browser.go('GET', locationOf(posted));
    expect(posted.status).toBe(303);
    const target = new URL(locationOf(posted));
    if (steps === 2) expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([new URL(address).pathname, fields]);
    expect(new URL(locationOf(last)).searchParams.get('state')).toBe('outer state');
  });

  test.each([
    ['2.8.109', 'stack-oauth-inner-'],
    ['1.0.0', 'hexclave-oauth-inner-'],
  ])('of %s is bound to its browser by a cookie %s… (wire/hexclave 1)', async (release, prefix) => {
    const { sandbox } = await releaseScene(release);
    const browser = createOAuthBrowser(sandbox);
    const { method, address } = await browser.toCallback({});
    const [[name = '', value = ''] = []] = [...browser.cookies];
    expect(name.startsWith(prefix)).toBe(true);
    // A browser that began before the service was renamed.
    browser.cookies.clear();
    browser.cookies.set(name.replace('hexclave-', 'stack-'), value);
    expect((await browser.go(method, address)).status).toBe(303);
  });

  test.each([
    ['2.8.37', false],
    [release2886, true],
  ])('that links with an expired token of %s names its session: %s (wire/newer 2.1)', async (release, isNamed) => {
    const { sandbox, signIn } = await releaseScene(release);
    const token = await signIn();
    const { sub: user_id, refresh_token_id } = readClaims(token);
    sandbox.clock.advance(600_000);
    const { json, details } = await sandbox.raw('GET', authorizeUrl(sandbox, { query: { type: 'link', token } }));
    const ids = { project_id: sandbox.project.id, user_id, refresh_token_id };
    expect([json.code, details]).toEqual(['ACCESS_TOKEN_EXPIRED', { expired_at_millis: expect.any(Number), ...(isNamed ? ids : {}) }]);
  });

  test.each([
    ['2.8.77', 'stack_response_mode', 400],
    ['2.8.78', 'stack_response_mode', 200],
    ['1.0.125', 'hexclave_response_mode', 200],
  ])(
    'of %s responds with the address where %s asks for it: %i (wire/newer 2.3, 2.8.78, wire/hexclave 1)',
    async (release, mode, status) => {
      const { begun } = await begin(release, { [mode]: 'json', unknown: 'x' });
      expect(begun.status).toBe(status);
      if (status === 200) expect(await begun.json()).toEqual({ location: expect.stringContaining('/github/authorize') });
      expect(begun.headers.get('set-cookie')).toBeNull();
    },
  );

  test('upgrades the anonymous user whose token it carries (wire/newer 2.2)', async () => {
    const { call, sandbox } = await releaseScene(release2886);
    const { json } = await call('client', 'POST /auth/anonymous/sign-up', { body: {} });
    const done = await roundOf(sandbox, 'allow', { token: String(json.access_token) });
    expect(done.status).toBe(303);
    const { json: user } = await call('server', `GET /users/${json.user_id}`);
    expect(user).toMatchObject({ is_anonymous: false, primary_email: 'p@x.example' });
  });

  test('takes the secret of clients without a key from 2.8.71 on', async () => {
    const own = { client_secret: '__stack_public_client__' };
    expect((await round('2.8.70', 'allow', own)).begun.status).toBe(401);
    expect((await round(release2886, 'allow', own)).status).toBe(303);
  });
});
