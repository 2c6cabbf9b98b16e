/** Providers, redirects, and addresses at the releases that change them (wire/newer 1, 2.2, and 2.3). */
import { describe, expect, test } from 'vitest';
import { authorizeUrl, createOAuthBrowser, exchange, locationOf, signInWith } from '../oauth-browser';
import { readClaims, releaseScene } from '../release-scene';
import { ada, newestEmail } from '../test-sandbox';

const elsewhere = 'https://elsewhere.example/cb';

describe('a callback to an untrusted address', () => {
  test.each([
    ['2.8.16', false],
    ['2.8.17', true],
    ['2.8.29', true],
    ['2.8.30', false],
  ])('on %s is refused with a text of its own: %s (wire/newer 2.3, 2.8.17–2.8.29)', async (release, hasText) => {
    const { sandbox } = await releaseScene(release);
    const answer = await createOAuthBrowser(sandbox).signIn({ query: { redirect_uri: elsewhere } });
    expect(answer.headers.get('location')).toBeNull();
    const expected = hasText ? /^Invalid redirect URI\. / : /REDIRECT_URL_NOT_WHITELISTED/;
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(expected)]);
  });
});

test.each([
  ['2.8.62', 400],
  ['2.8.63', 303],
])('a callback to the scheme of native applications on %s: %i (wire/newer 2.3, 2.8.63)', async (release, status) => {
  const { sandbox } = await releaseScene(release);
  sandbox.configure({ allow_localhost: false });
  const redirect_uri = 'stack-auth-mobile-oauth-url://success';
  expect((await createOAuthBrowser(sandbox).signIn({ query: { redirect_uri } })).status).toBe(status);
});

describe('an authorization', () => {
  const begin = async (release: string, query: Record<string, string>) => {
    const { sandbox } = await releaseScene(release);
    return createOAuthBrowser(sandbox)
      .toCallback({ query })
      .then(() => 'begun')
      .catch((error: Error) => error.message);
  };

  test.each<[query: Record<string, string>, error: string]>([
    [{ unknown: 'x' }, 'begun'],
    [{ after_callback_redirect_url: 'http://localhost:1/after' }, 'begun'],
    [{ after_callback_redirect_url: elsewhere }, 'REDIRECT_URL_NOT_WHITELISTED'],
    [{ type: 'link' }, 'No redirect but 400: A token'],
  ])('of 2.8.78 with %j: %s (wire/newer 2.3, 2.8.78)', async (query, error) => {
    expect(await begin('2.8.78', query)).toContain(error);
  });

  test.each<[query: Record<string, string>, error: string]>([
    [{ unknown: 'x' }, 'SCHEMA_ERROR'],
    [{ after_callback_redirect_url: elsewhere }, 'begun'],
  ])('of 2.8.77 with %j: %s', async (query, error) => {
    expect(await begin('2.8.77', query)).toContain(error);
  });

  test('of a client that names the main branch is completed (wire/newer 1, 2.8.12)', async () => {
    const { sandbox } = await releaseScene('2.8.12');
    const client_id = `${sandbox.project.id}#main`;
    const done = await createOAuthBrowser(sandbox).signIn({ query: { client_id } });
    const code = new URL(locationOf(done)).searchParams.get('code') ?? '';
    expect((await exchange(sandbox, code, { client_id })).status).toBe(200);
  });

  test.each([
    ['2.8.12', false],
    ['2.8.13', true],
  ])('for which a provider needs consent was denied on %s: %s (wire/newer 1, 2.8.13)', async (release, isDenied) => {
    const { sandbox } = await releaseScene(release);
    const browser = createOAuthBrowser(sandbox);
    const { address } = await browser.toCallback({});
    const { text } = await browser.go('GET', address.replace(/code=[^&]+/, 'error=consent_required'));
    expect(text.includes('OAUTH_PROVIDER_ACCESS_DENIED')).toBe(isDenied);
  });
});

describe('a trusted domain (wire/newer 2.3, 2.8.33)', () => {
  test.each<[domain: string, callback: string, before: number, since: number]>([
    ['https://app.example', 'https://app.example:8443/x', 200, 400],
    ['https://app.example/area', 'https://app.example/other', 400, 200],
    ['https://*.app.example', 'https://a.app.example/x', 400, 200],
  ])('%s trusts %s: %i, then %i', async (domain, callback_url, before, since) => {
    const send = async (release: string) => {
      const { call, sandbox } = await releaseScene(release);
      sandbox.configure({ domains: [{ domain, handler_path: '/handler' }] });
      return (await call('client', 'POST /auth/password/send-reset-code', { body: { email: ada.email, callback_url } })).status;
    };
    expect([await send('2.8.32'), await send('2.8.33')]).toEqual([before, since]);
  });
});

describe('a used address', () => {
  const details = (hint: object) => ({ email: ada.email, ...hint });
  const hint = { would_work_if_email_was_verified: false };

  test.each([
    ['2.8.21', {}],
    ['2.8.22', hint],
  ])('on %s has the details %j more (wire/newer 2.2, 2.8.22)', async (release, more) => {
    const { call } = await releaseScene(release);
    const { json: other } = await call('server', 'POST /users', { body: {} });
    const body = { email: ada.email, password: ada.password, verification_callback_url: 'http://localhost:1/v' };
    const again = await call('client', 'POST /auth/password/sign-up', { body });
    expect([again.known, again.details]).toEqual(['USER_EMAIL_ALREADY_EXISTS', details(more)]);
    const channel = { user_id: other.id, type: 'email', value: ada.email, used_for_auth: true };
    const added = await call('server', 'POST /contact-channels', { body: channel });
    expect([added.known, added.details]).toEqual([
      'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      { type: 'email', contact_channel_value: ada.email, ...more },
    ]);
  });
});

test.each([
  ['2.8.15', 500, /^Something went wrong/],
  ['2.8.16', 400, /^Contact channel not found\. Was your contact channel deleted\?$/],
])('verifying an address that was deleted on %s: %i %s (wire/endpoints 3)', async (release, status, text) => {
  const { call, sandbox } = await releaseScene(release);
  const { json: user } = await call('server', 'POST /users', { body: { primary_email: 'gone@x.example' } });
  const [channel] = (await call('server', `GET /contact-channels?user_id=${user.id}`)).items;
  const body = { callback_url: 'http://localhost:1/v' };
  await call('server', `POST /contact-channels/${user.id}/${channel?.id}/send-verification-code`, { body });
  const { code } = await newestEmail(sandbox, 'gone@x.example');
  await call('server', `DELETE /contact-channels/${user.id}/${channel?.id}`);
  const verified = await call('client', 'POST /contact-channels/verify', { body: { code } });
  expect([verified.status, verified.known, verified.text]).toEqual([status, null, expect.stringMatching(text)]);
});

test.each([
  ['2.8.11', 'the project ID, and'],
  ['2.8.12', 'the project ID (potentially with a hash and a branch ID), and'],
])('a wrong OAuth client on %s is told about %s (wire/newer 1, 2.8.12)', async (release, words) => {
  const { sandbox } = await releaseScene(release);
  const began = await sandbox.raw('GET', authorizeUrl(sandbox, { query: { client_id: 'unknown' } }));
  const exchanged = await exchange(sandbox, 'code', { client_id: 'unknown' });
  for (const { json, details } of [began, exchanged]) {
    expect(json.code).toBe('INVALID_OAUTH_CLIENT_ID_OR_SECRET');
    expect(json.error).toContain(`must be equal to ${words} the client secret`);
    expect(Object.keys(details)).toEqual(['client_id']);
  }
});

test.each([
  ['2.8.47', 400],
  ['2.8.48', 200],
])('a sign-up without a verification URL on %s: %i (wire/newer 2.2, 2.8.48)', async (release, status) => {
  const { call } = await releaseScene(release);
  const body = { email: 'new@x.example', password: ada.password };
  expect((await call('client', 'POST /auth/password/sign-up', { body })).status).toBe(status);
});

test.each([
  ['2.8.7', true],
  ['2.8.8', false],
])('a code of %s for an address that got a user later is of a new user: %s (wire/newer 1, 2.8.8)', async (release, isRefused) => {
  const { call, sandbox } = await releaseScene(release);
  const email = 'new@x.example';
  await call('client', 'POST /auth/otp/send-sign-in-code', { body: { email, callback_url: 'http://localhost:1/m' } });
  const body = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true, otp_auth_enabled: true };
  await call('server', 'POST /users', { body });
  const { code } = await newestEmail(sandbox, email);
  const signedIn = await call('client', 'POST /auth/otp/sign-in', { body: { code } });
  expect([signedIn.known, signedIn.json.is_new_user]).toEqual(isRefused ? ['USER_EMAIL_ALREADY_EXISTS', undefined] : [null, false]);
});

describe('requests of 2.8.12 (wire/newer 1)', () => {
  test.each([
    ['2.8.11', 'UNPARSABLE_ACCESS_TOKEN', 'UNPARSABLE_ACCESS_TOKEN'],
    ['2.8.12', null, 'ACCESS_TYPE_REQUIRED'],
  ])('of %s without an access type and with a bad token: %s at the root, else %s (wire/conventions 2.1)', async (release, root, known) => {
    const { sandbox } = await releaseScene(release);
    const headers = { 'x-stack-project-id': sandbox.project.id, 'x-stack-access-token': 'garbage' };
    const codeOf = async (path: string) => (await sandbox.raw('GET', path, headers)).headers.get('x-stack-known-error');
    expect([await codeOf('/api/v1'), await codeOf('/users/me')]).toEqual([root, known]);
  });

  test.each([
    ['2.8.11', 'UNPARSABLE_ACCESS_TOKEN'],
    ['2.8.12', 'ACCESS_TYPE_WITHOUT_PROJECT_ID'],
  ])('of %s check what first: %s', async (release, known) => {
    const { call } = await releaseScene(release);
    const headers = release === '2.8.11' ? {} : { 'x-stack-project-id': '' };
    expect((await call('client', 'GET /users/me', { token: 'garbage', headers })).known).toBe(known);
  });

  test.each([
    ['2.8.11', false],
    ['2.8.12', true],
  ])('of pages may have the headers on %s: %s', async (release, isListed) => {
    const { sandbox } = await releaseScene(release);
    const listed = ((await sandbox.raw('OPTIONS', '/users/me')).headers.get('access-control-allow-headers') ?? '').split(', ');
    expect(['x-stack-branch-id', 'ngrok-skip-browser-warning'].map((name) => listed.includes(name))).toEqual([isListed, isListed]);
  });

  test('may have a token with the issuer of earlier releases', async () => {
    const earlier = await releaseScene('2.8.11');
    expect(readClaims(await earlier.signIn()).iss).not.toContain('/api/v1/projects/');
  });

  test.each([
    ['2.8.12', 'BRANCH_DOES_NOT_EXIST'],
    ['2.8.86', 'BRANCH_DOES_NOT_EXIST'],
  ])('for another branch on %s: %s', async (release, known) => {
    const { call } = await releaseScene(release);
    const answer = await call('client', 'GET /projects/current', { headers: { 'x-stack-branch-id': 'other' } });
    expect([answer.status, answer.known]).toEqual([400, known]);
  });

  test('for an unknown project say so from 2.8.27 on (wire/newer 2.1)', async () => {
    const { call } = await releaseScene('2.8.27');
    const unknown = { project: '00000000-0000-4000-8000-000000000000', headers: { 'x-stack-publishable-client-key': 'pck_any' } };
    const answer = await call('client', 'GET /projects/current', unknown);
    expect([answer.status, answer.known]).toEqual([400, 'CURRENT_PROJECT_NOT_FOUND']);
  });
});

describe('a provider under another name in the configuration (wire/later 8)', () => {
  const named = async () => {
    const scene = await releaseScene('2.8.86');
    const providers = {
      work: { type: 'gitlab', isShared: true, allowSignIn: true },
      gitlab: { type: 'gitlab', isShared: true, allowSignIn: true },
    };
    const body = { config_override_string: JSON.stringify({ 'auth.oauth.providers': providers }) };
    await scene.call('admin', 'PATCH /internal/config/override/environment', { body });
    return scene;
  };

  test('is named by sign-ins, users, and their accounts', async () => {
    const { call, sandbox } = await named();
    const { access_token, is_new_user } = await signInWith(sandbox, { provider: 'work', account: 'Mary Somerville' });
    expect(is_new_user).toBe(true);
    const { json: me } = await call('client', 'GET /users/me', { token: String(access_token) });
    const [account] = me.oauth_providers as { id: string; account_id: string }[];
    expect(account?.id).toBe('work');
    const { items } = await call('server', `GET /oauth-providers?user_id=${me.id}`);
    expect(items).toMatchObject([{ type: 'gitlab', provider_config_id: 'work', account_id: account?.account_id }]);
    expect(await signInWith(sandbox, { provider: 'work', account: 'Mary Somerville' })).toMatchObject({ is_new_user: false });
  });

  test('is another one than that of its type', async () => {
    const { call, sandbox } = await named();
    await signInWith(sandbox, { provider: 'work', account: 'Mary Somerville' });
    const other = await signInWith(sandbox, { provider: 'gitlab', account: 'Ángela Ruiz Robles' });
    expect(other.is_new_user).toBe(true);
    const { json: me } = await call('client', 'GET /users/me', { token: String(other.access_token) });
    expect(me.oauth_providers).toMatchObject([{ id: 'gitlab' }]);
    const addition = { user_id: me.id, provider_config_id: 'work', account_id: '1', allow_sign_in: true, allow_connected_accounts: true };
    const added = await call('server', 'POST /oauth-providers', { body: addition });
    expect([added.status, added.json]).toEqual([201, expect.objectContaining({ type: 'gitlab', provider_config_id: 'work' })]);
  });
});
