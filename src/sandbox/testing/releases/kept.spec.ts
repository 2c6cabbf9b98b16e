/** What releases keep, and what was observed on 2.8.26 and 2.8.86 (wire/corrections 2.8.26 and 2.8.86). */
import { describe, expect, test } from 'vitest';
import { codeOf, createOAuthBrowser, exchange } from '../oauth-browser';
import { type ReleaseScene, readClaims, release2826, release2886, release10125, releaseScene } from '../release-scene';
import { ada, totpAt } from '../test-sandbox';

const signInAs = (scene: ReleaseScene) => scene.call('client', 'POST /auth/password/sign-in', { body: ada });

test.each(['2.8.4', release2826, release2886])('a TOTP secret of a new user on %s has no effect before an update', async (release) => {
  const { call } = await releaseScene(release);
  const body = { primary_email: 'totp@x.example', totp_secret_base64: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=' };
  const { json } = await call('server', 'POST /users', { body });
  expect(json.requires_totp_mfa).toBe(false);
  const { totp_secret_base64 } = body;
  expect((await call('server', `PATCH /users/${json.id}`, { body: { totp_secret_base64 } })).json.requires_totp_mfa).toBe(true);
});

test.each([
  ['2.8.25', null],
  [release2826, 'SCHEMA_ERROR'],
])('an image that is no URL on %s: %s', async (release, known) => {
  const { call, signIn } = await releaseScene(release);
  const answer = await call('client', 'PATCH /users/me', { token: await signIn(), body: { profile_image_url: 'x' } });
  expect([answer.status, answer.known]).toEqual([400, known]);
});

test.each([release2826, release2886])('a search on %s has wildcards', async (release) => {
  const { call } = await releaseScene(release);
  for (const display_name of ['100% sure', 'under_score']) await call('server', 'POST /users', { body: { display_name } });
  const found = async (query: string) => (await call('server', `GET /users?query=${encodeURIComponent(query)}`)).items.length;
  expect([await found('100%e'), await found('under_scor_'), await found('under\\_score'), await found('100x')]).toEqual([1, 1, 1, 0]);
});

test('a search for a user’s ID finds the user on 2.8.86', async () => {
  const { call } = await releaseScene(release2886);
  const [, user] = (await call('server', 'GET /users')).items;
  expect((await call('server', `GET /users?query=${user?.id}`)).items).toEqual([user]);
});

test.each([release2826, release2886])('a program gets the session of the page on %s, and both end together', async (release) => {
  const scene = await releaseScene(release);
  const { json: own } = await signInAs(scene);
  const token = String(own.access_token);
  const sessions = async () => (await scene.call('server', `GET /auth/sessions?user_id=${own.user_id}`)).items.map(({ id }) => id);
  const before = await sessions();
  const { json: login } = await scene.call('client', 'POST /auth/cli', { body: {} });
  const completion = { login_code: login.login_code, refresh_token: own.refresh_token };
  expect((await scene.call('client', 'POST /auth/cli/complete', { body: completion })).json).toEqual({ success: true });
  const polled = await scene.call('client', 'POST /auth/cli/poll', { body: { polling_code: login.polling_code } });
  expect(polled.json.refresh_token).toBe(own.refresh_token);
  expect(await sessions()).toEqual(before);
  await scene.call('client', 'DELETE /auth/sessions/current', { token });
  const headers = { 'x-stack-refresh-token': String(polled.json.refresh_token) };
  expect((await scene.call('client', 'POST /auth/sessions/current/refresh', { body: {}, headers })).known).toBe(
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  );
});

test.each([
  ['2.8.80', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', expect.any(Number)],
  ['2.8.81', null, 500],
])('signing out of a session that has ended on %s: %s', async (release, known, status) => {
  const { call, signIn } = await releaseScene(release);
  const token = await signIn();
  expect((await call('client', 'DELETE /auth/sessions/current', { token })).status).toBe(200);
  const again = await call('client', 'DELETE /auth/sessions/current', { token });
  expect([again.status, again.known]).toEqual([status, known]);
});

test.each([release2886, release10125])('sessions and keys on %s are those of before (wire/newer 2.7)', async (release) => {
  const scene = await releaseScene(release);
  const { json: own } = await signInAs(scene);
  const token = String(own.access_token);
  const created = await scene.call('server', 'POST /auth/sessions', { body: { user_id: own.user_id } });
  expect(readClaims(String(created.json.access_token))).toMatchObject({ refresh_token_id: expect.any(String), branch_id: 'main' });
  const { items } = await scene.call('client', 'GET /auth/sessions?user_id=me', { token });
  const other = items.find((session) => session.is_current_session === false);
  expect((await scene.call('client', `DELETE /auth/sessions/${other?.id}`, { token })).known).toBe('SCHEMA_ERROR');
  expect((await scene.call('client', `DELETE /auth/sessions/${other?.id}?user_id=me`, { token })).json).toEqual({ success: true });
  const body = { user_id: 'me', description: 'k', expires_at_millis: null };
  const key = await scene.call('client', 'POST /user-api-keys', { token, body });
  expect([key.status, key.json.value, Object.keys(key.json)]).toEqual([
    200,
    expect.stringMatching(/^sk_[0-9a-z]+$/),
    expect.not.arrayContaining(['scopes']),
  ]);
  const sets = (await scene.call('admin', 'GET /internal/api-keys')).items;
  expect(sets[0]).toMatchObject({ publishable_client_key: { last_four: expect.any(String) } });
});

test('two-factor authentication works as before on the newest release (wire/newer 2.3)', async () => {
  const { call, sandbox } = await releaseScene(release10125);
  const started = await call('client', 'POST /auth/password/sign-in', { body: { ...ada, email: 'alan.turing@analytical.example' } });
  expect(started.known).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED');
  const body = { type: 'totp', totp: totpAt(sandbox.clock.now()), code: started.details.attempt_code };
  expect((await call('client', 'POST /auth/mfa/sign-in', { body })).json.refresh_token).toEqual(expect.any(String));
});

describe('texts that clients compare (wire/hexclave 4.4)', () => {
  test.each([
    [release2886, 'Welcome to the Stack API endpoint! ', "404 — this page does not exist in Stack Auth's API."],
    ['1.0.0', 'Welcome to the Hexclave API endpoint! ', "404 — this page does not exist in Hexclave's API."],
  ])('of %s: %s and %s', async (release, welcome, missing) => {
    const { sandbox } = await releaseScene(release);
    const { text } = await sandbox.raw('GET', '/api/v1');
    expect([text.startsWith(welcome), text.endsWith('\n\nAuthentication: None')]).toEqual([true, true]);
    expect((await sandbox.raw('GET', '/nowhere')).text.split('\n')[0]).toBe(missing);
  });

  test.each([
    [release2886, 'SCHEMA_ERROR'],
    ['1.0.0', null],
  ])('a check of the version with a package on %s: %s', async (release, known) => {
    const { call } = await releaseScene(release);
    const body = { clientVersion: '99.0.0', clientPackageName: '@hexclave/js' };
    expect((await call('client', 'POST /check-version', { body })).known).toBe(known);
  });
});

const configured = 'http://localhost:8102';

test.each([
  ['2.8.109', 'http://api.hexclave.com', {}, configured],
  ['1.0.0', 'http://other.example:8102', {}, configured],
  ['1.0.0', 'https://api2.hexclave.com', {}, 'https://api.hexclave.com'],
  ['1.0.0', 'https://r.stack-auth.com', {}, 'https://api.stack-auth.com'],
  ['1.0.0', 'https://api1.dev.hexclave.com', {}, 'https://api.dev.hexclave.com'],
  ['1.0.0', 'https://api.staging.stack-auth.com', {}, 'https://api.staging.stack-auth.com'],
  ['1.0.0', 'https://api4.hexclave.com', {}, configured],
  ['1.0.0', 'https://api.hexclave.com.evil.example', {}, configured],
  ['1.0.0', configured, { 'x-forwarded-host': 'API3.stack-auth.com' }, 'https://api.stack-auth.com'],
  ['1.0.0', 'https://api.hexclave.com', { 'x-forwarded-host': 'proxy.example' }, configured],
])('the issuer of a token of %s from %s with %j is at %s (wire/hexclave 3.2)', async (release, host, headers, origin) => {
  const { sandbox } = await releaseScene(release);
  const signIn = new Request(`${host}/api/v1/auth/password/sign-in`, {
    method: 'POST',
    headers: { ...sandbox.headers('client'), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(ada),
  });
  const { access_token } = (await (await sandbox.sandbox.fetch(signIn)).json()) as { access_token: string };
  expect(readClaims(access_token).iss).toBe(`${origin}/api/v1/projects/${sandbox.project.id}`);
  // Either host takes it.
  expect((await sandbox.raw('GET', '/users/me', sandbox.headers('client', access_token))).status).toBe(200);
});

test.each([
  ['2.8.5', 200],
  ['2.8.6', 400],
])('an address with an empty part before the @ on %s: %i (wire/newer 1, 2.8.6)', async (release, status) => {
  const { call } = await releaseScene(release);
  const body = { email: 'a..b@x.example', password: ada.password, verification_callback_url: 'http://localhost:1/v' };
  expect((await call('client', 'POST /auth/password/sign-up', { body })).status).toBe(status);
  const code = { email: 'c..d@x.example', callback_url: 'http://localhost:1/m' };
  expect((await call('client', 'POST /auth/otp/send-sign-in-code', { body: code })).status).toBe(status);
  const dotted = await call('client', 'POST /auth/password/sign-up', { body: { ...body, email: '.a@x.example' } });
  expect([dotted.known, dotted.text]).toEqual(['SCHEMA_ERROR', expect.stringContaining('body.email must be a valid email')]);
});

test('an authorization without a client secret is refused on 2.8.86', async () => {
  const { sandbox } = await releaseScene(release2886);
  const query = new URLSearchParams({ client_id: sandbox.project.id, redirect_uri: 'http://localhost:1/cb', scope: 'legacy', state: 's' });
  expect((await sandbox.raw('GET', `/auth/oauth/authorize/github?${query}`)).json.code).toBe('SCHEMA_ERROR');
});

test.each([
  ['2.8.68', false],
  ['2.8.69', true],
])('invitations of a team on %s name it: %s', async (release, isNamed) => {
  const { call } = await releaseScene(release);
  const [team] = (await call('server', 'GET /teams')).items;
  const body = { email: 'new@x.example', team_id: team?.id, callback_url: 'http://localhost/join' };
  await call('server', 'POST /team-invitations/send-code', { body });
  const { items } = await call('server', `GET /team-invitations?team_id=${team?.id}`);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(item.team_display_name).toBe(isNamed ? team?.display_name : undefined);
});

test.each([
  ['2.8.4', { type: 'email' }, 'Other@X.example'],
  [release2886, { type: 'email' }, 'other@x.example'],
  [release2886, {}, 'Other@X.example'],
])('%s stores a changed address with %j as %s (wire/endpoints 3)', async (release, type, stored) => {
  const { call, signIn } = await releaseScene(release);
  const token = await signIn();
  const [channel] = (await call('client', 'GET /contact-channels?user_id=me', { token })).items;
  const body = { value: 'Other@X.example', ...type };
  const { status, json } = await call('client', `PATCH /contact-channels/me/${channel?.id}`, { token, body });
  expect([status, json.value]).toEqual([200, stored]);
});

test.each([release2826, release2886])('an address in capitals is the same address on %s', async (release) => {
  const { call } = await releaseScene(release);
  const body = { email: ada.email.toUpperCase(), password: ada.password, verification_callback_url: 'http://localhost:1/v' };
  const again = await call('client', 'POST /auth/password/sign-up', { body });
  expect([again.status, again.known]).toEqual([409, 'USER_EMAIL_ALREADY_EXISTS']);
  const { json } = await call('server', 'POST /users', { body: { primary_email: 'Big@X.example' } });
  expect(json.primary_email).toBe('big@x.example');
  const changed = await call('server', `PATCH /users/${json.id}`, { body: { primary_email: 'Other@X.example' } });
  expect(changed.json.primary_email).toBe('other@x.example');
});

test.each([release2826, release2886])(
  'an anonymous user who gets an address and a password on %s stays anonymous, until a server says otherwise (wire/flows 7)',
  async (release) => {
    const { call } = await releaseScene(release);
    const own = { project: 'internal', headers: { 'x-stack-allow-anonymous-user': 'true' } };
    const { json } = await call('client', 'POST /auth/anonymous/sign-up', { ...own, body: {} });
    const signedIn = { ...own, token: String(json.access_token) };
    const channel = { user_id: 'me', type: 'email', value: 'kept@x.example', used_for_auth: true, is_primary: true };
    await call('client', 'POST /contact-channels', { ...signedIn, body: channel });
    await call('client', 'POST /auth/password/set', { ...signedIn, body: { password: ada.password } });
    const kept = { is_anonymous: true, primary_email: 'kept@x.example', has_password: true };
    expect((await call('client', 'GET /users/me', signedIn)).json).toMatchObject(kept);
    const body = { is_anonymous: false };
    expect((await call('server', `PATCH /users/${json.user_id}`, { project: 'internal', body })).json).toMatchObject({ ...kept, ...body });
  },
);

test.each([
  ['2.8.108', 'Stack Auth'],
  ['2.8.109', 'Hexclave'],
  ['1.0.0', 'Hexclave'],
])('an untrusted address on %s is one to add on the dashboard of %s (wire/hexclave 5)', async (release, name) => {
  const { call, sandbox } = await releaseScene(release);
  const callback_url = 'https://elsewhere.example/cb';
  const team_id = (await call('server', 'GET /teams')).items[0]?.id;
  const refused = [
    await call('client', 'POST /auth/otp/send-sign-in-code', { body: { email: ada.email, callback_url } }),
    await call('server', 'POST /team-invitations/send-code', { body: { email: ada.email, team_id, callback_url } }),
    await createOAuthBrowser(sandbox).signIn({ query: { redirect_uri: callback_url } }),
    await exchange(sandbox, codeOf(await createOAuthBrowser(sandbox).signIn({})), { redirect_uri: callback_url }),
  ];
  for (const { json } of refused) {
    expect(json.code).toBe('REDIRECT_URL_NOT_WHITELISTED');
    expect(json.error).toContain(`trusted domains list on the ${name} dashboard?`);
  }
});
