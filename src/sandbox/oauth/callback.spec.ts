import { beforeEach, describe, expect, it } from 'vitest';
import { idpProviders, standardClient } from '../idp/providers';
import {
  appUrl,
  authorizeUrl,
  type Browser,
  type Consent,
  codeOf,
  createOAuthBrowser,
  exchange,
  locationOf,
  signInWith,
} from '../testing/oauth-browser';
import { ada, createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let browser: Browser;
beforeEach(async () => {
  test = await createTestSandbox();
  browser = createOAuthBrowser(test);
});

const stranger = { email: 'new@stranger.example', isVerified: true };
const ownUser = async (token: unknown) => (await test.call('client', 'GET', '/users/me', undefined, String(token))).json;
const countUsers = () => test.store.one<{ n: number }>('SELECT count(*) AS n FROM users')?.n;

describe('an authorization', () => {
  it('redirects to the application with code and state, keeping the rest of the URL', async () => {
    const answer = await browser.signIn({});
    expect([answer.status, answer.text]).toEqual([307, '{}']);
    expect(locationOf(answer)).toMatch(/^http:\/\/localhost:41999\/back\?kept=1&code=[0-9a-f]{64}&state=outer\+state$/);
    expect(browser.cookies.size).toBe(0);
  });

  it('overwrites a code and a state in the URL', async () => {
    const answer = await browser.signIn({ query: { redirect_uri: 'http://127.0.0.1:5/?code=old&state=old' } });
    const { searchParams } = new URL(locationOf(answer));
    expect([searchParams.getAll('code').length, searchParams.getAll('state')]).toEqual([1, ['outer state']]);
  });

  it.each(Object.keys(idpProviders))('works with %s, with shared keys or own ones', async (provider) => {
    const id = provider as keyof typeof idpProviders;
    test.configure({ oauth_providers: [{ id, type: 'standard', enabled: true, ...standardClient(id) }] });
    expect(codeOf(await browser.signIn({ provider, ...stranger }))).toHaveLength(64);
    test.configure({ oauth_providers: [{ id, type: 'shared', enabled: true }] });
    expect(codeOf(await browser.signIn({ provider, ...stranger }))).toHaveLength(64);
  });

  it('accepts POST from a provider that responds with a form', async () => {
    const back = await browser.toCallback({ provider: 'apple' });
    expect([back.method, Object.keys(back.fields ?? {})]).toEqual(['POST', ['code', 'state']]);
    expect((await browser.go(back.method, back.address, back.fields)).status).toBe(307);
  });
});

describe('the inner cookie', () => {
  const inner = 'Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process.';

  it('is required, and deleted by any attempt', async () => {
    const { address } = await browser.toCallback({});
    const foreign = await createOAuthBrowser(test).go('GET', address);
    expect([foreign.status, foreign.text]).toEqual([400, `${inner} Please try signing in again`]);
    expect(foreign.headers.get('set-cookie')).toMatch(/^stack-oauth-inner-[\w-]{43}=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT$/);
    expect((await browser.go('GET', address)).status).toBe(307);
    expect((await browser.go('GET', address)).text).toContain(inner);
  });

  it('of another authorization is rejected', async () => {
    const first = await browser.toCallback({});
    const other = createOAuthBrowser(test);
    await other.toCallback({});
    expect((await other.go('GET', first.address)).text).toContain(inner);
  });

  it('kept by the browser doesn’t make a code work twice', async () => {
    const { address } = await browser.toCallback({});
    const kept = [...browser.cookies];
    await browser.go('GET', address);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.go('GET', address)).text).toBe('Inner OAuth callback failed due to invalid grant. Please try again.');
  });

  it('for an unknown state is rejected', async () => {
    browser.cookies.set('stack-oauth-inner-made-up', 'true');
    const answer = await browser.go('GET', '/auth/oauth/callback/github?state=made-up&code=x');
    expect([answer.status, answer.text]).toEqual([400, 'Invalid OAuth cookie. Please try signing in again.']);
  });

  it.each(['', '?state=', '?state=a%0d%0aset-cookie:x', '?state=a%3B%20b', `?state=${'x'.repeat(101)}`])(
    'isn’t read for a state like %j',
    async (query) => {
      const answer = await browser.go('GET', `/auth/oauth/callback/github${query}`);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
      expect(answer.text).toContain(inner);
    },
  );
});

describe('accounts', () => {
  it('with a known provider account are signed in', async () => {
    const before = countUsers();
    const tokens = await signInWith(test, { account: 'Ada Lovelace' });
    expect(tokens.is_new_user).toBe(false);
    expect(await ownUser(tokens.access_token)).toMatchObject({ primary_email: ada.email });
    expect(countUsers()).toBe(before);
  });

  it('are created for new users, with the provider’s email', async () => {
    for (const isVerified of [true, false]) {
      const email = `new${isVerified}@stranger.example`;
      const tokens = await signInWith(test, { email, isVerified });
      expect(tokens.is_new_user).toBe(true);
      expect(await ownUser(tokens.access_token)).toMatchObject({
        primary_email: email,
        primary_email_verified: isVerified,
        has_password: false,
        oauth_providers: [{ id: 'github', email }],
      });
      expect((await signInWith(test, { email, isVerified })).is_new_user).toBe(false);
    }
  });

  it('are created without an email too', async () => {
    const tokens = await signInWith(test, { account: 'Ángela Ruiz Robles' });
    expect(await ownUser(tokens.access_token)).toMatchObject({ primary_email: null, display_name: 'Ángela Ruiz Robles' });
  });

  it('aren’t created with sign-up turned off, but still signed in', async () => {
    test.configure({ sign_up_enabled: false });
    expect((await browser.signIn(stranger)).json.code).toBe('SIGN_UP_NOT_ENABLED');
    expect((await signInWith(test, {})).is_new_user).toBe(false);
  });
});

describe('an email with which another user signs in', () => {
  const taken = (email: string) => ({
    code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    error: `The email (${email}) is already used for authentication by another account.`,
    details: { type: 'email', contact_channel_value: email },
  });
  const grace = { email: 'grace.hopper@analytical.example' };
  const charles = { email: 'charles.babbage@analytical.example' };

  it('connects the account if both sides have verified it', async () => {
    const before = countUsers();
    const tokens = await signInWith(test, { ...grace, isVerified: true });
    expect(tokens.is_new_user).toBe(false);
    const { oauth_providers: accounts } = await ownUser(tokens.access_token);
    expect((accounts as { id: string }[]).map(({ id }) => id)).toEqual(['github', 'google']);
    expect(countUsers()).toBe(before);
  });

  it.each([
    ['the provider has not verified it', { ...grace, isVerified: false }],
    ['the account has not verified it', { ...charles, isVerified: true }],
  ])('is rejected when %s', async (_why, consent) => {
    const before = countUsers();
    const answer = await browser.signIn(consent);
    expect([answer.status, answer.json]).toEqual([409, taken(consent.email)]);
    expect(countUsers()).toBe(before);
  });

  it('is rejected when that user has another account of the provider', async () => {
    test.store.run("UPDATE oauth_accounts SET account_id = 'another', email = 'other@x.example' WHERE provider = 'github'");
    expect((await browser.signIn({ email: ada.email, isVerified: true })).json).toEqual(taken(ada.email));
  });

  it('is always rejected if the project says so', async () => {
    test.configure({ oauth_account_merge_strategy: 'raise_error' });
    expect((await browser.signIn({ ...grace, isVerified: true })).json).toEqual(taken(grace.email));
  });

  it('creates a user who doesn’t sign in with it if duplicates are allowed', async () => {
    test.configure({ oauth_account_merge_strategy: 'allow_duplicates' });
    const tokens = await signInWith(test, { ...grace, isVerified: true });
    expect(tokens.is_new_user).toBe(true);
    const { id } = await ownUser(tokens.access_token);
    const { json } = await test.call('server', 'GET', `/users/${id}`);
    expect(json).toMatchObject({ primary_email: grace.email, primary_email_verified: true, primary_email_auth_enabled: false });
  });
});

describe('connecting', () => {
  const linkOf = async (consent: Consent = {}): Promise<Consent> => {
    const token = (await test.signIn()).access_token;
    return { provider: 'gitlab', ...consent, query: { type: 'link', token, ...consent.query } };
  };

  it('connects the account to the token’s user and starts a new session', async () => {
    const tokens = await signInWith(test, await linkOf(stranger));
    const user = await ownUser(tokens.access_token);
    expect([tokens.is_new_user, user.primary_email]).toEqual([false, ada.email]);
    expect(user.oauth_providers).toMatchObject([{ id: 'github' }, { id: 'gitlab', email: stranger.email }]);
  });

  it('changes nothing for the same account', async () => {
    await browser.signIn(await linkOf(stranger));
    expect((await browser.signIn(await linkOf(stranger))).status).toBe(307);
  });

  it('rejects a second account of the same provider', async () => {
    await browser.signIn(await linkOf(stranger));
    const answer = await browser.signIn(await linkOf({ email: 'other@stranger.example' }));
    expect([answer.status, answer.json.code]).toEqual([409, 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION']);
  });

  it('rejects another user’s account', async () => {
    await signInWith(test, { provider: 'gitlab', ...stranger });
    const answer = await browser.signIn(await linkOf(stranger));
    expect([answer.status, answer.json.code]).toEqual([409, 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER']);
  });

  it('fails if the user was deleted in the meantime', async () => {
    const { address } = await browser.toCallback(await linkOf(stranger));
    test.store.run("DELETE FROM users WHERE display_name = 'Ada Lovelace'");
    expect((await browser.go('GET', address)).json.code).toBe('USER_NOT_FOUND');
  });
});

it('uses the browser’s origin, so that it sends the cookie', async () => {
  const path = `/api/v1${authorizeUrl(test, {})}`;
  const answer = await test.sandbox.fetch(new Request(`http://127.0.0.1:8102${path}`));
  const provider = new URL(answer.headers.get('location') ?? '');
  expect(provider.origin).toBe('http://127.0.0.1:8102');
  expect(provider.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:8102/api/v1/auth/oauth/callback/github');
  expect((await test.sandbox.fetch(new Request(provider))).status).toBe(200);
});

it('issues codes that the application can exchange', async () => {
  const answer = await browser.signIn({ query: { redirect_uri: `${appUrl}#fragment` } });
  expect((await exchange(test, codeOf(answer))).status).toBe(200);
});
