/** Every example of the endpoints' reference, made by a real call: the same fields, of the same types. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signInWith } from './oauth-spec-support';
import { softwareAuthenticator } from './spec-authenticator';
import { mailServer } from './spec-mail-server';
import { signInOwner } from './spec-owner';
import { type Answer, type Fields, newestMail, type TestSandbox, testSandbox } from './spec-support';
import { demoProjectId } from './store/seed-projects';

const file = new URL('../../tests/fixtures/wire/examples.json', import.meta.url);
const examples = z.array(z.strictObject({ section: z.string(), value: z.json() })).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Fields that hold any JSON, and those that an object may lack; an addition of a later release beside the baseline's. */
const open = new Set(['client_metadata', 'client_read_only_metadata', 'server_metadata', 'content', 'users_by_country']);
const mayLack = new Set([
  'last_used_at_end_user_ip_info',
  'last_used_at',
  'expires_at_millis',
  'manually_revoked_at_millis',
  'description',
]);
const additions = new Set(['team_display_name']);

function unlike(example: unknown, ours: unknown, path = '$'): string[] {
  if (Array.isArray(example) && Array.isArray(ours))
    return ours.length > 0 && example.length > 0 ? unlike(example[0], ours[0], `${path}[]`) : [];
  if (isFields(example) && isFields(ours)) {
    return [...new Set([...Object.keys(example), ...Object.keys(ours)])].flatMap((key) => {
      if (open.has(key)) return key in ours ? [] : [`${path}.${key}: missing`];
      if (!(key in ours)) return mayLack.has(key) ? [] : [`${path}.${key}: missing`];
      if (!(key in example)) return mayLack.has(key) || additions.has(key) ? [] : [`${path}.${key}: surplus`];
      return unlike(example[key], ours[key], `${path}.${key}`);
    });
  }
  // What may be null is null in some objects only.
  if (example === null || ours === null || typeof example === typeof ours) return [];
  return [`${path}: ${typeof ours} instead of ${typeof example}`];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('the comparison', () => {
  it('finds what is missing, what is surplus and what is of another type', () => {
    expect(unlike({ a: 1, b: [{ c: 'x' }] }, { b: [{ c: 2 }], d: null })).toEqual([
      '$.a: missing',
      '$.b[].c: number instead of string',
      '$.d: surplus',
    ]);
  });
});

let test: TestSandbox;
let token: string;
let userId: string;
let teamId: string;
beforeAll(async () => {
  test = await testSandbox();
  test.configure({ allow_user_api_keys: true, allow_team_api_keys: true, passkey_enabled: true, magic_link_enabled: true });
  const signed = await test.signIn();
  [token, userId] = [signed.access_token, signed.user_id];
  teamId = String((await me('GET', '/teams?user_id=me')).items[0]?.id);
});

const me = (method: string, path: string, body?: unknown): Promise<Answer> => test.call('client', method, path, body, token);
const server = (method: string, path: string, body?: unknown): Promise<Answer> => test.call('server', method, path, body);
const admin = (method: string, path: string, body?: unknown): Promise<Answer> => test.call('admin', method, path, body);
const bodyOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).json;
const firstOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).items[0];
const callback = 'http://localhost:12345/callback';

async function invitation(): Promise<string> {
  await me('POST', '/team-invitations/send-code', { team_id: teamId, email: 'grace@example.com', callback_url: callback });
  return (await newestMail(test, 'grace@example.com')).code;
}

async function registered(): Promise<Answer> {
  const begun = z
    .object({ code: z.string(), options_json: z.object({ challenge: z.string() }) })
    .parse((await me('POST', '/auth/passkey/initiate-passkey-registration', {})).json);
  const ceremony = { challenge: begun.options_json.challenge, origin: 'http://localhost:8103', rpId: 'localhost' };
  const credential = softwareAuthenticator().create(ceremony);
  return me('POST', '/auth/passkey/register', { code: begun.code, credential });
}

async function cliSuccess(): Promise<Answer> {
  const { json } = await test.call('client', 'POST', '/auth/cli', {});
  const { refresh_token: refreshToken } = await test.signIn();
  await test.call('client', 'POST', '/auth/cli/complete', { login_code: json.login_code, refresh_token: refreshToken });
  return test.call('client', 'POST', '/auth/cli/poll', { polling_code: json.polling_code });
}

async function grant(path: string): Promise<Answer> {
  await admin('POST', '/team-permission-definitions', { id: 'parent', contained_permission_ids: [] });
  await admin('POST', '/project-permission-definitions', { id: 'p1', contained_permission_ids: [] });
  return server('POST', path, {});
}

async function refusedTestMail(): Promise<unknown> {
  const mail = await mailServer('login');
  const answer = await admin('POST', '/internal/send-test-email', { recipient_email: 'a@example.com', email_config: mail.config });
  await mail.close();
  return answer.json;
}

async function ownedProject(): Promise<unknown> {
  return (await signInOwner(test))
    .internal('POST', '/internal/projects', { display_name: 'New Project', description: '' })
    .then(({ json }) => json);
}

async function changedTemplate(): Promise<unknown> {
  test.configure({
    email_config: {
      type: 'standard',
      host: '127.0.0.1',
      port: 9,
      username: 'u',
      password: 'p',
      sender_name: 'P',
      sender_email: 'p@example.com',
    },
  });
  const answer = await admin('PATCH', '/email-templates/password_reset', { subject: 'Custom Password Reset' });
  test.configure({ email_config: { type: 'shared' } });
  return answer.json;
}

async function connectedToken(): Promise<unknown> {
  const signed = await signInWith(test, { provider: 'gitlab' });
  return bodyOf(test.call('client', 'POST', '/connected-accounts/me/gitlab/access-token', {}, String(signed.access_token)));
}

const refreshed = async () => {
  const { refresh_token: refreshToken } = await test.signIn();
  return test.raw('POST', '/auth/sessions/current/refresh', { ...test.headers('client'), 'x-stack-refresh-token': refreshToken });
};

const oauthRefreshed = async () => {
  const { refresh_token: refreshToken } = await test.signIn();
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: demoProjectId,
    client_secret: test.keys.publishable_client_key,
  };
  return test.raw(
    'POST',
    '/auth/oauth/token',
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams(fields).toString(),
  );
};

const otpSignedIn = async () => {
  await test.call('client', 'POST', '/auth/otp/send-sign-in-code', { email: 'otp@example.com', callback_url: callback });
  return test.call('client', 'POST', '/auth/otp/sign-in', { code: (await newestMail(test, 'otp@example.com')).code });
};

const inSessions = (items: readonly Fields[]) => items.find((item) => 'last_used_at' in item);

/** How each example is made, in the reference's order. */
const makers: readonly (() => Promise<unknown>)[] = [
  () => bodyOf(me('GET', '/users/me')),
  () => bodyOf(server('GET', `/users/${userId}`)),
  () => firstOf(me('GET', '/teams?user_id=me')),
  () => firstOf(server('GET', '/teams')),
  () => bodyOf(me('GET', `/team-member-profiles/${teamId}/me`)),
  () => firstOf(me('GET', '/contact-channels?user_id=me')),
  async () => inSessions((await me('GET', '/auth/sessions?user_id=me')).items),
  () => bodyOf(me('GET', '/projects/current')),
  ownedProject,
  () => firstOf(me('GET', '/user-api-keys?user_id=me')),
  async () => (await admin('GET', '/internal/api-keys')).items.find((item) => 'super_secret_admin_key' in item),
  () => bodyOf(otpSignedIn()),
  () => test.signIn(),
  () => bodyOf(test.call('client', 'POST', '/auth/anonymous/sign-up', {})),
  () => bodyOf(test.call('client', 'POST', '/auth/otp/send-sign-in-code', { email: 'nonce@example.com', callback_url: callback })),
  () => bodyOf(me('POST', '/auth/passkey/initiate-passkey-registration', {})),
  () => bodyOf(registered()),
  () => bodyOf(me('POST', '/auth/passkey/initiate-passkey-authentication', {})),
  () => bodyOf(refreshed()),
  () => bodyOf(me('GET', '/auth/sessions?user_id=me')),
  () => bodyOf(server('POST', '/auth/sessions', { user_id: userId })),
  () => bodyOf(test.call('client', 'POST', '/auth/cli', {})),
  () => bodyOf(cliSuccess()),
  () => signInWith(test, { provider: 'github' }),
  () => bodyOf(oauthRefreshed()),
  connectedToken,
  () => bodyOf(me('GET', '/contact-channels?user_id=me')),
  () => bodyOf(server('GET', '/users?limit=100')),
  () => bodyOf(me('GET', '/teams?user_id=me')),
  async () => {
    const { json } = await server('POST', '/users', { display_name: 'New member' });
    return bodyOf(server('POST', `/team-memberships/${teamId}/${String(json.id)}`, {}));
  },
  () => bodyOf(me('GET', `/team-member-profiles?team_id=${teamId}`)),
  () => bodyOf(me('POST', '/team-invitations/send-code', { team_id: teamId, email: 'one@example.com', callback_url: callback })),
  () => bodyOf(me('GET', `/team-invitations?team_id=${teamId}`)),
  async () => bodyOf(me('POST', '/team-invitations/accept/details', { code: await invitation() })),
  () => bodyOf(me('GET', `/team-permissions?user_id=me&team_id=${teamId}`)),
  () => bodyOf(grant(`/team-permissions/${teamId}/${userId}/parent`)),
  async () => {
    await grant(`/project-permissions/${userId}/p1`);
    return bodyOf(me('GET', '/project-permissions?user_id=me'));
  },
  () => bodyOf(admin('GET', '/team-permission-definitions')),
  () => bodyOf(admin('POST', '/team-permission-definitions', { id: 'p2', contained_permission_ids: ['$read_members'] })),
  () => bodyOf(test.raw('GET', `/projects/${demoProjectId}/.well-known/jwks.json`)),
  () => bodyOf(me('POST', '/user-api-keys', { user_id: 'me', description: 'Test API Key', expires_at_millis: null })),
  () => bodyOf(me('GET', `/team-api-keys?team_id=${teamId}`)),
  () =>
    bodyOf(
      admin('POST', '/internal/api-keys', {
        description: 'test api key',
        expires_at_millis: test.clock.now() + 86_400_000,
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: true,
      }),
    ),
  changedTemplate,
  refusedTestMail,
  () => bodyOf(admin('GET', '/internal/emails')),
  () => bodyOf(admin('GET', '/internal/metrics')),
  () => bodyOf(admin('POST', '/webhooks/svix-token', {})),
];

describe('the examples of the reference', () => {
  it('are all made', () => {
    expect(makers).toHaveLength(examples.length);
  });

  it.each(examples.map(({ section, value }, index) => ({ index, section, value })))(
    '$index, endpoints $section',
    async ({ index, value }) => {
      const ours = await makers[index]?.();
      expect(ours).toBeDefined();
      expect(unlike(value, ours)).toEqual([]);
    },
  );
});
