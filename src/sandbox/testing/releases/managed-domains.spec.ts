/** Domains from which a provider sends emails (wire/later 6), and users whom a setting would restrict (wire/later 1). */
import { beforeEach, describe, expect, test } from 'vitest';
import { type ReleaseScene, releaseScene } from '../release-scene';

const path = '/internal/emails/managed-onboarding';
const pair = { subdomain: 'mail.example.com', sender_local_part: 'hello' };
const unknown = '00000000-0000-4000-8000-0000000000ff';
let scene: ReleaseScene;

const post = (name: string, body: object) => scene.call('admin', `POST ${path}/${name}`, { body });
const decide = (body: object) =>
  scene.sandbox.raw('POST', '/sandbox/managed-domain', { 'content-type': 'application/json' }, JSON.stringify(body));
const list = async () => (await scene.call('admin', `GET ${path}/list`)).items;

beforeEach(async () => {
  scene = await releaseScene('2.8.109');
});

describe('a managed domain', () => {
  test('is set up once, verified, applied, and removed', async () => {
    const setup = (await post('setup', pair)).json;
    expect(setup).toMatchObject({ ...pair, status: 'pending_verification', name_server_records: expect.any(Array) });
    expect((await post('setup', { ...pair, subdomain: 'MAIL.example.com' })).json).toEqual(setup);
    const { domain_id } = setup;
    expect((await post('check', { domain_id, ...pair })).json).toEqual({ status: 'pending_verification' });
    const early = await post('apply', { domain_id });
    expect([early.status, early.text]).toEqual([409, 'Managed domain is not verified yet']);
    expect((await decide({ domain_id, status: 'verified' })).status).toBe(200);
    for (let time = 0; time < 2; time += 1) expect((await post('apply', { domain_id })).json).toEqual({ status: 'applied' });
    const { json } = await scene.call('admin', 'GET /internal/projects/current');
    expect((json.config as { email_config: object }).email_config).toMatchObject({
      type: 'standard',
      host: 'smtp.resend.com',
      username: 'resend',
      sender_email: 'hello@mail.example.com',
    });
    expect((await post('delete', { resend_domain_id: domain_id })).json).toEqual({ status: 'deleted' });
    expect(await list()).toEqual([]);
  });

  test('that is applied has the one before verified again, and comes first', async () => {
    const ids: unknown[] = [];
    for (const subdomain of ['one.example.com', 'two.example.com']) {
      const { domain_id } = (await post('setup', { ...pair, subdomain })).json;
      await decide({ domain_id, status: 'verified' });
      await post('apply', { domain_id });
      ids.push(domain_id);
    }
    expect((await list()).map(({ domain_id, status }) => [domain_id, status])).toEqual([
      [ids[1], 'applied'],
      [ids[0], 'verified'],
    ]);
  });

  test.each<[string, object, number, string]>([
    ['setup', { ...pair, subdomain: 'example' }, 400, 'subdomain must be a fully-qualified domain name like mail.example.com'],
    [
      'setup',
      { ...pair, subdomain: 'https://mail.example.com' },
      400,
      'subdomain must be a fully-qualified domain name like mail.example.com',
    ],
    ['setup', { ...pair, sender_local_part: 'a b' }, 400, 'sender_local_part is invalid'],
    ['setup', { ...pair, sender_local_part: 'other' }, 409, 'This subdomain is already tracked with a different sender local part'],
    ['check', { domain_id: unknown, ...pair }, 404, 'Managed domain setup not found for this project/branch'],
    ['apply', { domain_id: unknown }, 404, 'Managed domain not found for this project/branch'],
    ['delete', { resend_domain_id: unknown }, 404, 'Managed domain not found for this project/branch'],
  ])('%s of %j is refused', async (name, body, status, text) => {
    await post('setup', pair);
    const refused = await post(name, body);
    expect([refused.status, refused.text]).toEqual([status, text]);
  });

  test('is for admins, and the control endpoint takes only known ones', async () => {
    expect((await scene.call('server', `POST ${path}/setup`, { body: pair })).known).toBe('INSUFFICIENT_ACCESS_TYPE');
    expect((await decide({ domain_id: unknown, status: 'verified' })).status).toBe(404);
    for (const body of [{}, { domain_id: unknown, status: 'lost' }]) expect((await decide(body)).status).toBe(400);
  });

  test.each([
    ['2.8.71', 'setup', pair],
    ['2.8.101', 'delete', { resend_domain_id: unknown }],
  ])('%s has no %s', async (release, name, body) => {
    scene = await releaseScene(release);
    const missing = await post(name, body);
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('does not exist')]);
  });
});

describe('users whom verified emails would restrict', () => {
  const preview = (onboarding: object, query = '') =>
    scene.call('admin', `POST /internal/onboarding/preview-affected-users${query}`, { body: { onboarding } });
  const turnOn = { require_email_verification: true };

  test('are counted and named, newest first, unless the setting stays as it is', async () => {
    for (const email of ['one@new.example', 'two@new.example']) {
      scene.sandbox.clock.advance(1000);
      await scene.call('server', 'POST /users', { body: { primary_email: email } });
    }
    const { json } = await preview(turnOn, '?limit=1');
    const all = (await scene.call('server', 'GET /users?include_restricted=true')).items;
    expect(json.total_affected_count).toBe(all.filter((user) => user.primary_email_verified !== true).length);
    expect(json.affected_users).toMatchObject([{ primary_email: 'two@new.example', restricted_reason: { type: 'email_not_verified' } }]);
    for (const unchanged of [{}, { require_email_verification: false }])
      expect((await preview(unchanged)).json).toEqual({ affected_users: [], total_affected_count: 0 });
    const body = { config_override_string: '{"onboarding.requireEmailVerification": true}' };
    await scene.call('admin', 'PATCH /internal/config/override/environment', { body });
    expect((await preview(turnOn)).json.total_affected_count).toBe(0);
  });

  test('are for admins, and a limit is a number', async () => {
    expect((await preview(turnOn, '?limit=x')).status).toBe(500);
    expect((await preview({ require_email_verification: 'yes' })).known).toBe('SCHEMA_ERROR');
    const call = 'POST /internal/onboarding/preview-affected-users';
    expect((await scene.call('server', call, { body: { onboarding: {} } })).known).toBe('INSUFFICIENT_ACCESS_TYPE');
    const earlier = await releaseScene('2.8.58');
    expect((await earlier.call('admin', call, { body: { onboarding: {} } })).status).toBe(404);
  });
});
