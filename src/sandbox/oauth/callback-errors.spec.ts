import { beforeEach, describe, expect, it } from 'vitest';
import { type Browser, createOAuthBrowser, locationOf } from '../testing/oauth-browser';
import { ada, createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let browser: Browser;
beforeEach(async () => {
  test = await createTestSandbox();
  browser = createOAuthBrowser(test);
});

const stranger = { email: 'new@stranger.example', isVerified: true };
const countUsers = () => test.store.one<{ n: number }>('SELECT count(*) AS n FROM users')?.n;
const minutes = (count: number) => count * 60_000;

describe('errors of the callback', () => {
  const errorPage = 'https://app.analytical.example/error?own=1';

  it.each(['error_redirect_uri', 'error_redirect_url'])('are sent to a trusted %s', async (name) => {
    test.configure({ oauth_account_merge_strategy: 'raise_error' });
    const answer = await browser.signIn({ email: ada.email, provider: 'gitlab', query: { [name]: errorPage } });
    expect([answer.status, answer.headers.has('x-stack-known-error')]).toEqual([307, false]);
    const url = new URL(locationOf(answer));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      own: '1',
      errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      message: `The email (${ada.email}) is already used for authentication by another account.`,
      details: JSON.stringify({ type: 'email', contact_channel_value: ada.email }),
    });
  });

  it('without details have an empty object; the newer parameter takes precedence', async () => {
    const query = { error_redirect_url: 'https://app.analytical.example/older', error_redirect_uri: errorPage };
    const url = new URL(locationOf(await browser.signIn({ deny: true, query })));
    expect([url.pathname, url.searchParams.get('errorCode'), url.searchParams.get('details')]).toEqual([
      '/error',
      'OAUTH_PROVIDER_ACCESS_DENIED',
      '{}',
    ]);
  });

  it.each([
    undefined,
    'https://evil.example/',
    'https://app.analytical.example.evil.example/',
    'http://app.analytical.example/',
    'https://app.analytical.example@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://localhost.evil.example/',
    'http://[::1]:1234/',
  ])('are shown here if the error URL is %s', async (address) => {
    const answer = await browser.signIn({ deny: true, query: { error_redirect_uri: address } });
    expect([answer.status, answer.json.code, answer.headers.get('location')]).toEqual([400, 'OAUTH_PROVIDER_ACCESS_DENIED', null]);
  });

  it.each([
    'https://evil.example/',
    'https://app.analytical.example.evil.example/',
    'javascript:alert(1)',
    'myapp://callback',
    'http://[::1]:1234/cb',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
  ])('report the untrusted URL %s and create no user', async (redirect_uri) => {
    const before = countUsers();
    const answer = await browser.signIn({ ...stranger, query: { redirect_uri } });
    expect([answer.status, answer.json.code]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED']);
    expect(countUsers()).toBe(before);
  });

  it.each(['http://127.8.9.1:7/x', 'http://app.localhost:1/', 'myapp://localhost/cb', 'https://app.analytical.example/x'])(
    'accept the URL %s',
    async (redirect_uri) => {
      expect(locationOf(await browser.signIn({ query: { redirect_uri } }))).toContain('code=');
    },
  );

  it('reject localhost if the project doesn’t allow it', async () => {
    test.configure({ allow_localhost: false });
    expect((await browser.signIn({})).json.code).toBe('REDIRECT_URL_NOT_WHITELISTED');
  });

  it('report an authorization of more than ten minutes', async () => {
    const { address } = await browser.toCallback({ query: { error_redirect_uri: errorPage } });
    test.clock.advance(minutes(10));
    const url = new URL(locationOf(await browser.go('GET', address)));
    expect(url.searchParams.get('errorCode')).toBe('OUTER_OAUTH_TIMEOUT');
    const late = await browser.toCallback({});
    test.clock.advance(minutes(10));
    expect((await browser.go('GET', late.address)).status).toBe(408);
  });

  it('report a provider that was disabled in the meantime', async () => {
    const { address } = await browser.toCallback({});
    test.configure({ oauth_providers: [] });
    expect((await browser.go('GET', address)).json.code).toBe('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  });

  it('aren’t redirected for a wrong code, unknown keys and unknown scopes', async () => {
    const query = { error_redirect_uri: errorPage };
    const mixed = await browser.toCallback({ query });
    const grant = await browser.go('GET', mixed.address.replace('/github', '/google'));
    expect([grant.status, grant.text]).toEqual([400, 'Inner OAuth callback failed due to invalid grant. Please try again.']);

    const { address } = await browser.toCallback({ query, provider: 'gitlab' });
    test.configure({
      oauth_providers: [{ id: 'gitlab', type: 'standard', enabled: true, client_id: 'sandbox-gitlab', client_secret: 'x' }],
    });
    expect((await browser.go('GET', address)).text).toMatch(/^Invalid client credentials for this OAuth provider\. /);

    test.configure({ oauth_providers: test.project.config.oauth_providers });
    const scope = await browser.signIn({ query: { ...query, provider_scope: 'not"a"scope' } });
    expect([scope.status, scope.text]).toEqual([400, 'Invalid scope requested. Please check the scopes you are requesting.']);
  });

  it.each([
    ['unauthorized_scope_error', 400, /^The OAuth provider does not allow the requested scope/],
    ['consent_required', 500, /^Something went wrong/],
    ['server_error', 500, /^Something went wrong/],
  ])('report a provider’s %s', async (error, status, text) => {
    const { address } = await browser.toCallback({});
    const answer = await browser.go('GET', address.replace(/code=[^&]+/, `error=${error}`));
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    expect(browser.cookies.size).toBe(0);
  });

  it.each([
    [{ scope: 'openid' }, 400],
    [{ response_type: 'token' }, 500],
    [{ code_challenge_method: 'S512' }, 500],
    [{ state: '' }, 500],
  ])('validate the fixed values, and create no user: %j', async (query, status) => {
    const before = countUsers();
    expect((await browser.signIn({ ...stranger, query })).status).toBe(status);
    expect(countUsers()).toBe(before);
  });
});
