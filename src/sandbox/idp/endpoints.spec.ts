import { beforeEach, describe, expect, it } from 'vitest';
import { authorizeUrl, type Browser, createOAuthBrowser, locationOf } from '../testing/oauth-browser';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { callbackUrl } from './endpoints';
import { idpProviders, isProviderId, type ProviderId, sharedClient, standardClient } from './providers';

let test: TestSandbox;
let browser: Browser;
beforeEach(async () => {
  test = await createTestSandbox();
  browser = createOAuthBrowser(test);
});

const origin = 'http://localhost:8102';
const usual = (provider: ProviderId) => ({
  client_id: standardClient(provider).client_id,
  redirect_uri: callbackUrl(origin, provider),
  state: 's&"<>',
  scope: 'email',
  response_type: 'code',
});
const page = (provider: ProviderId, change: Record<string, string> = {}) =>
  browser.go('GET', `/sandbox/idp/${provider}/authorize?${new URLSearchParams({ ...usual(provider), ...change })}`);
const decide = (provider: ProviderId, fields: Record<string, string>) =>
  browser.go('POST', `/sandbox/idp/${provider}/authorize`, { ...usual(provider), ...fields });
const token = (provider: ProviderId, fields: Record<string, string>) => browser.go('POST', `/sandbox/idp/${provider}/token`, fields);
const ids = Object.keys(idpProviders).filter(isProviderId);
const codeFrom = (address: string) => new URL(address).searchParams.get('code') ?? '';
const grantedCode = async () => codeFrom(locationOf(await decide('github', { email: 'a@b.example', decision: 'allow' })));
const exchangeOf = (code: string) => ({
  grant_type: 'authorization_code',
  ...standardClient('github'),
  code,
  redirect_uri: callbackUrl(origin, 'github'),
});

describe('the consent page', () => {
  it.each(ids)('of %s names it, in words and in buttons', async (provider) => {
    const { status, text, headers } = await page(provider);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>Sign in with ${idpProviders[provider].name}</h1>`);
    for (const button of ['>Allow</button>', '>Deny</button>']) expect(text).toContain(button);
  });

  it('allows on Enter, because Allow is the form’s first button', async () => {
    const buttons = [...(await page('github')).text.matchAll(/<button[^>]*value="(\w+)"/g)].map(([, value]) => value);
    expect(buttons).toEqual(['allow', 'deny']);
  });

  it('allows no scripts, resources or framing', async () => {
    const policy = (await page('github')).headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect((await page('github')).text).not.toContain('<script');
  });

  it.each(['"><script>alert(1)</script>', "'><img src=x onerror=alert(1)>", '&lt;b&gt;'])('shows %s as text', async (nasty) => {
    for (const { text } of [
      await page('github', { state: nasty, scope: nasty.replaceAll('"', '') }),
      await page('github', { client_id: nasty }),
    ]) {
      expect(text).not.toMatch(/<script>|<img/);
    }
    const again = await decide('github', { email: nasty, state: nasty, decision: 'allow' });
    expect(again.text).not.toMatch(/<script>|<img/);
  });

  it('offers the connected accounts of the named users', async () => {
    const linked = test.store.all<{ provider: ProviderId; account_id: string }>('SELECT provider, account_id FROM oauth_accounts');
    expect(linked.length).toBeGreaterThan(3);
    for (const { provider, account_id } of linked) expect((await page(provider)).text).toContain(`value="${account_id}"`);
  });

  it('uses one account per email and provider, typed or chosen', async () => {
    const accounts = async (provider: ProviderId) =>
      [...(await page(provider)).text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id);
    expect(await accounts('discord')).toEqual(await accounts('discord'));
    const [discord, bitbucket] = [await accounts('discord'), await accounts('bitbucket')];
    expect(new Set([...discord, ...bitbucket]).size).toBe(discord.length + bitbucket.length);
    const address = locationOf(await decide('discord', { email: 'mary.somerville@royal-society.example', decision: 'allow' }));
    const fields = { ...exchangeOf(codeFrom(address)), ...standardClient('discord'), redirect_uri: callbackUrl(origin, 'discord') };
    const { access_token } = (await token('discord', fields)).json;
    const { json } = await test.raw('GET', '/sandbox/idp/discord/userinfo', { authorization: `Bearer ${access_token}` });
    expect(discord).toContain(json.sub);
    expect(json.name).toBe('Mary Somerville');
  });
});

describe('a decision', () => {
  it('redirects with the unchanged state', async () => {
    const allowed = new URL(locationOf(await decide('github', { email: 'a@b.example', decision: 'allow' })));
    expect([allowed.searchParams.get('state'), allowed.searchParams.get('code')]).toEqual(['s&"<>', expect.stringMatching(/^\w{45}$/)]);
    const denied = new URL(locationOf(await decide('github', { decision: 'deny' })));
    expect(Object.fromEntries(denied.searchParams)).toEqual({ error: 'access_denied', state: 's&"<>' });
  });

  it('is requested again without a valid account', async () => {
    for (const fields of [{}, { account: 'unknown' }, { account: '', email: 'no address' }]) {
      const answer = await decide('github', { ...fields, decision: 'allow' });
      expect([answer.status, answer.text.includes('role="alert"')]).toEqual([400, true]);
    }
  });

  it('redirects with a form if the provider does so, with the one script that the policy allows', async () => {
    const { text, status } = await decide('apple', { email: 'a@b.example', decision: 'allow' });
    expect([status, text.match(/<script>/g)?.length]).toEqual([200, 1]);
    expect(text).toContain(`action="${callbackUrl(origin, 'apple')}"`);
    expect(text).toContain('value="s&amp;&quot;&lt;&gt;"');
    expect(text).toContain('>Continue</button>');
  });

  it.each(['', '  ', 'a"b', 'a\\b'])('isn’t requested for the scope %j', async (scope) => {
    expect(new URL(locationOf(await page('github', { scope }))).searchParams.get('error')).toBe('invalid_scope');
  });

  it.each([
    { client_id: 'unknown' },
    { client_id: '' },
    { client_id: 'sandbox-google' },
    { redirect_uri: '' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${origin}/api/v1/auth/oauth/callback/google` },
    { redirect_uri: `${origin}/api/v1/auth/oauth/callback/github?x` },
  ])('isn’t requested or accepted for %j', async (change) => {
    for (const answer of [await page('github', change), await decide('github', { ...change, decision: 'allow', email: 'a@b.example' })]) {
      expect([answer.status, answer.headers.get('location'), answer.text.includes('<form')]).toEqual([400, null, false]);
    }
  });

  it('shows the sandbox’s keys in the error', async () => {
    expect((await page('gitlab', { client_id: 'mine' })).text).toContain('sandbox-gitlab with the secret sandbox-gitlab-secret');
  });
});

describe('the token endpoint', () => {
  it('issues tokens once, to the authorized client', async () => {
    const code = await grantedCode();
    const answer = await token('github', exchangeOf(code));
    expect([answer.status, answer.json]).toMatchObject([200, { token_type: 'Bearer', expires_in: 3600, scope: 'email' }]);
    expect((await token('github', exchangeOf(code))).json).toEqual({ error: 'invalid_grant' });
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['no client', { client_id: '' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['the application next door', { ...sharedClient('github') }, 400, 'invalid_grant'],
    ['another address', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_grant'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another code', { code: 'x' }, 400, 'invalid_grant'],
  ])('rejects %s', async (_what, change, status, error) => {
    const answer = await token('github', { ...exchangeOf(await grantedCode()), ...change });
    expect([answer.status, answer.json]).toEqual([status, { error }]);
  });

  it('rejects a code of another provider and an expired code', async () => {
    const code = await grantedCode();
    const elsewhere = { ...exchangeOf(code), ...standardClient('google'), redirect_uri: callbackUrl(origin, 'google') };
    expect((await token('google', elsewhere)).json).toEqual({ error: 'invalid_grant' });
    test.clock.advance(5 * 60_000);
    expect((await token('github', exchangeOf(code))).json).toEqual({ error: 'invalid_grant' });
  });

  it('rotates refresh tokens', async () => {
    const first = (await token('github', exchangeOf(await grantedCode()))).json;
    const fields = { grant_type: 'refresh_token', ...standardClient('github'), refresh_token: String(first.refresh_token) };
    const second = await token('github', fields);
    expect(second.status).toBe(200);
    expect(second.json.refresh_token).not.toBe(first.refresh_token);
    expect((await token('github', fields)).json).toEqual({ error: 'invalid_grant' });
  });
});

it('returns the profile for an hour with the access token', async () => {
  const { access_token } = (await token('github', exchangeOf(await grantedCode()))).json;
  const ask = (text: string, provider = 'github') => test.raw('GET', `/sandbox/idp/${provider}/userinfo`, { authorization: text });
  expect((await ask(`Bearer ${access_token}`)).json).toMatchObject({ email: 'a@b.example', email_verified: false });
  expect((await ask(`Bearer ${access_token}`, 'google')).status).toBe(401);
  expect((await ask(String(access_token))).status).toBe(401);
  test.clock.advance(3_600_000);
  expect((await ask(`Bearer ${access_token}`)).json).toEqual({ error: 'invalid_token' });
});

it.each(['/sandbox/idp/unknown/authorize', '/sandbox/idp/github/other', '/sandbox/idp/github', '/sandbox/idp/__proto__/token'])(
  'does not have %s',
  async (path) => {
    expect((await test.raw('GET', path)).status).toBe(404);
  },
);

it('sends no CORS headers', async () => {
  const provider = locationOf(await test.raw('GET', authorizeUrl(test, {})));
  expect((await browser.go('GET', provider)).headers.has('access-control-allow-origin')).toBe(false);
});
