/**
 * The reference's example responses, compared with real ones: same properties and types, and the same values unless a server
 * generates them.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { findDifferences } from './differences';
import { exampleScene, type Scene } from './example-scene';
import { callback_url, channels, creationOf, invite, keySet, origin, signInByCode, signUp, teamOf, userKey } from './example-steps';
import { startMailServer } from './mail-server';
import { codeOf, createOAuthBrowser, exchange, signInWith } from './oauth-browser';
import { createSoftwareAuthenticator } from './software-authenticator';
import type { Fields } from './test-sandbox';
import { newestEmail } from './test-sandbox';

const file = new URL('../../../tests/fixtures/wire/examples.json', import.meta.url);
const examples = z
  .array(z.strictObject({ section: z.string(), value: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(readFileSync(file, 'utf8')));

interface Making {
  readonly make: (scene: Scene) => Promise<unknown>;
  /** Paths (prefixes) of which only the type has to match: generated values and settings. */
  readonly madeUp?: readonly string[];
}

const name = 'Ada Lovelace';
const pick = ({ json }: { json: Fields }) => json;

/** In the examples' order. */
const makings: readonly Making[] = [
  {
    make: async (scene) => {
      const oauth_providers = [{ id: 'spotify', account_id: 'ada@example.com', email: 'ada@example.com' }];
      await scene.person({ display_name: name, otp_auth_enabled: true, oauth_providers });
      return scene.own('GET', '/users/me');
    },
  },
  { make: async (scene) => scene.server('GET', `/users/${await scene.person({ display_name: name, otp_auth_enabled: true })}`) },
  { make: teamOf },
  { make: async (scene) => scene.server('GET', `/teams/${(await teamOf(scene)).id}`) },
  {
    make: async (scene) => {
      const path = `/team-member-profiles/${(await teamOf(scene)).id}/me`;
      await scene.own('PATCH', path, { display_name: 'Ada' });
      return scene.own('GET', path);
    },
  },
  { make: async (scene) => scene.first(await channels(scene)) },
  { make: (scene) => scene.seededSession(), madeUp: ['$.last_used_at_end_user_ip_info', '$.is_current_session'] },
  { make: async (scene) => pick(await scene.internal('GET', '/projects/current')) },
  {
    make: async (scene) =>
      pick(
        await scene.internal('POST', '/internal/projects', {
          display_name: 'New Project',
          config: {
            oauth_providers: [
              { id: 'google', type: 'standard', enabled: true, client_id: 'client_id', client_secret: 'client_secret' },
              { id: 'spotify', type: 'shared', enabled: false },
            ],
            domains: [{ domain: 'https://trusted-domain.example.com', handler_path: '/handler' }],
          },
        }),
      ),
  },
  {
    make: async (scene) => {
      await scene.person({});
      await userKey(scene, 'CI key', scene.soon);
      return scene.first(await scene.own('GET', '/user-api-keys?user_id=me'));
    },
    madeUp: ['$.value.last_four'],
  },
  { make: async (scene) => scene.admin('GET', `/internal/api-keys/${(await keySet(scene)).id}`) },
  { make: signInByCode },
  { make: signUp },
  { make: (scene) => scene.client('POST', '/auth/anonymous/sign-up', {}) },
  { make: (scene) => scene.client('POST', '/auth/otp/send-sign-in-code', { email: 'ada@example.com', callback_url }) },
  {
    make: async (scene) => {
      await scene.person({ display_name: name });
      return creationOf(scene);
    },
    madeUp: ['$.options_json.challenge'],
  },
  {
    make: async (scene) => {
      await scene.person({});
      const { code, options_json } = await creationOf(scene);
      const challenge = z.object({ challenge: z.string() }).parse(options_json).challenge;
      return scene.own('POST', '/auth/passkey/register', { code, credential: createSoftwareAuthenticator().create({ challenge, origin }) });
    },
    madeUp: ['$.user_handle'],
  },
  {
    make: (scene) => scene.client('POST', '/auth/passkey/initiate-passkey-authentication', {}),
    madeUp: ['$.options_json.challenge'],
  },
  {
    make: async (scene) => {
      const { refresh_token } = await signUp(scene);
      const headers = { ...scene.test.headers('client'), 'x-stack-refresh-token': String(refresh_token) };
      return pick(await scene.test.raw('POST', '/auth/sessions/current/refresh', headers));
    },
  },
  {
    make: async (scene) => {
      await scene.person({});
      return scene.own('GET', '/auth/sessions?user_id=me');
    },
  },
  { make: async (scene) => scene.server('POST', '/auth/sessions', { user_id: await scene.person({}) }) },
  { make: (scene) => scene.client('POST', '/auth/cli', {}) },
  {
    make: async (scene) => {
      const { login_code, polling_code } = await scene.client('POST', '/auth/cli', {});
      const { refresh_token } = await signUp(scene);
      await scene.client('POST', '/auth/cli/complete', { login_code, refresh_token });
      return scene.client('POST', '/auth/cli/poll', { polling_code });
    },
  },
  { make: async ({ test }) => pick(await exchange(test, codeOf(await createOAuthBrowser(test).signIn({})))), madeUp: ['$.expires_in'] },
  {
    make: async ({ test }) => {
      const { refresh_token } = await signInWith(test, {});
      const change = { grant_type: 'refresh_token', refresh_token: String(refresh_token), code: undefined, code_verifier: undefined };
      return pick(await exchange(test, '', { ...change, redirect_uri: undefined }));
    },
    madeUp: ['$.expires_in'],
  },
  {
    make: async (scene) => {
      const { access_token } = await signInWith(scene.test, { provider: 'gitlab' });
      const path = '/connected-accounts/me/gitlab/access-token';
      return pick(await scene.test.call('client', 'POST', path, {}, String(access_token)));
    },
    madeUp: ['$.access_token'],
  },
  { make: (scene) => channels(scene) },
  {
    make: async (scene) => {
      await scene.person({ otp_auth_enabled: true });
      return scene.server('GET', '/users?limit=10');
    },
  },
  {
    make: async (scene) => {
      await teamOf(scene);
      return scene.own('GET', '/teams?user_id=me');
    },
  },
  {
    make: async (scene) => {
      const { id } = await scene.server('POST', '/teams', { display_name: 'T' });
      return scene.server('POST', `/team-memberships/${id}/${await scene.person({})}`, {});
    },
  },
  {
    make: async (scene) => {
      await scene.person({ display_name: 'User 3' });
      const { id } = await scene.own('POST', '/teams', { display_name: 'T', creator_user_id: 'me' });
      return scene.own('GET', `/team-member-profiles?team_id=${id}`);
    },
  },
  { make: async (scene) => (await invite(scene)).answer },
  { make: async (scene) => scene.own('GET', `/team-invitations?team_id=${(await invite(scene)).id}`) },
  {
    make: async (scene) => {
      await invite(scene);
      return scene.own('POST', '/team-invitations/accept/details', { code: (await newestEmail(scene.test, 'grace@example.com')).code });
    },
  },
  { make: async (scene) => scene.own('GET', `/team-permissions?user_id=me&team_id=${(await teamOf(scene)).id}`) },
  {
    make: async (scene) => {
      const { id } = await teamOf(scene);
      await scene.admin('POST', '/team-permission-definitions', { id: 'parent' });
      return scene.own('POST', `/team-permissions/${id}/me/parent`, {}, 'server');
    },
  },
  {
    make: async (scene) => {
      const user = await scene.person({});
      await scene.admin('POST', '/project-permission-definitions', { id: 'p1' });
      await scene.server('POST', `/project-permissions/${user}/p1`, {});
      return scene.own('GET', '/project-permissions?user_id=me');
    },
  },
  {
    make: async (scene) => {
      const { items, ...rest } = await scene.admin('GET', '/team-permission-definitions');
      const shown = z.array(z.looseObject({ id: z.string() })).parse(items);
      return { items: shown.filter(({ id }) => ['$delete_team', 'member'].includes(id)), ...rest };
    },
  },
  {
    make: async (scene) => {
      await scene.admin('POST', '/team-permission-definitions', { id: 'p1' });
      return scene.admin('POST', '/team-permission-definitions', { id: 'p2', contained_permission_ids: ['p1', '$read_members'] });
    },
  },
  { make: async ({ test }) => pick(await test.raw('GET', `/projects/${test.project.id}/.well-known/jwks.json`)) },
  {
    make: async (scene) => {
      await scene.person({});
      return userKey(scene, 'Test API Key', null);
    },
  },
  {
    make: async (scene) => {
      const { id: team_id } = await teamOf(scene);
      const description = 'Team API Key';
      const { id } = await scene.own('POST', '/team-api-keys', { team_id, description, expires_at_millis: scene.soon });
      await scene.own('PATCH', `/team-api-keys/${id}?team_id=${team_id}`, { revoked: true });
      return scene.own('GET', `/team-api-keys?team_id=${team_id}`);
    },
    madeUp: ['$.items[0].value.last_four'],
  },
  { make: keySet },
  {
    make: async (scene) => {
      await scene.admin('PATCH', '/projects/current', { config: { email_config: scene.emailConfig } });
      const { subject, content } = z.object({ subject: z.string(), content: z.unknown() }).parse(examples[43]?.value);
      return scene.admin('PATCH', '/email-templates/password_reset', { subject, content });
    },
  },
  {
    make: async (scene) => {
      const smtp = await startMailServer('login');
      const email_config = { ...smtp.config };
      const answer = await scene.admin('POST', '/internal/send-test-email', { recipient_email: 'ada@example.com', email_config });
      await smtp.close();
      return answer;
    },
  },
  {
    make: async (scene) => {
      await scene.client('POST', '/auth/otp/send-sign-in-code', { email: 'ada@example.com', callback_url });
      return scene.admin('GET', '/internal/emails');
    },
    madeUp: ['$.items[0].subject', '$.items[0].sender_config.'],
  },
  {
    make: async (scene) => {
      for (let person = 0; person < 9; person += 1) await signInByCode(scene, `person-${person}@example.com`);
      const figures = z
        .looseObject({ daily_users: z.array(z.unknown()), daily_active_users: z.array(z.unknown()) })
        .parse(await scene.admin('GET', '/internal/metrics'));
      const { daily_users, daily_active_users, ...rest } = figures;
      return {
        ...rest,
        daily_users: daily_users.slice(-2),
        daily_active_users: daily_active_users.slice(-2),
        recently_registered: [],
        recently_active: [],
      };
    },
    madeUp: ['$.users_by_country', '$.daily_users[', '$.daily_active_users['],
  },
  { make: (scene) => scene.admin('POST', '/webhooks/svix-token', {}), madeUp: ['$.token'] },
];

it('covers every example', () => {
  expect(makings).toHaveLength(examples.length);
});

it.each(makings.map((making, index) => ({ index, ...making, ...examples[index] })))(
  '$index, of section $section',
  async ({ make, madeUp = [], value }) => {
    const ours = await make(await exampleScene());
    const lines = findDifferences(value, ours, new Map());
    expect(lines.filter((line) => !madeUp.some((path) => line.startsWith(path) && isOfOneType(line)))).toEqual([]);
  },
);

/** Whether a line `path: ours instead of theirs` has values of one type. */
function isOfOneType(line: string): boolean {
  const [, ours = '', theirs = ''] = /: (.*) instead of (.*)$/s.exec(line) ?? [];
  return line.includes('users_by_country') || (ours !== '' && typeOf(JSON.parse(ours)) === typeOf(JSON.parse(theirs)));
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
