/** Checks of emails, themes, drafts, the outbox, and managed domains (wire/later 3 to 6, wire/corrections 2.8.17). */
import { describe, expect, test } from 'vitest';
import { type ReleaseScene, release2886, releaseScene } from '../release-scene';

const unknown = '00000000-0000-4000-8000-0000000000ff';
const ownServer = { type: 'standard', host: 'h', port: 25, username: 'u', password: 'p', sender_name: 's', sender_email: 's@x.example' };
const smtp = async () => null;

async function withServer(release: string): Promise<ReleaseScene> {
  const scene = await releaseScene(release, { smtp });
  await scene.call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config: ownServer } } });
  return scene;
}

const firstUser = async ({ call }: ReleaseScene) => String((await call('server', 'GET /users')).items[0]?.id);

describe('an email to users', () => {
  test('is checked in this order (wire/later 4)', async () => {
    const scene = await releaseScene(release2886, { smtp });
    const ids = { user_ids: [unknown] };
    const wrong = { notification_category_name: 'Gossip', template_id: unknown };
    const refused = async (body: object) => {
      const { status, known, text, json } = await scene.call('server', 'POST /emails/send-email', { body });
      return `${status} ${known === 'SCHEMA_ERROR' ? `${known}: ${json.error}` : (known ?? text)}`;
    };
    const found = [await refused({ ...wrong })];
    await scene.call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config: ownServer } } });
    found.push(await refused(wrong), await refused({ ...wrong, ...ids, all_users: true }), await refused({ ...wrong, ...ids }));
    found.push(await refused({ ...ids, template_id: unknown }), await refused({ ...ids, draft_id: unknown }));
    found.push(await refused({ ...ids, subject: 's', html: 'h' }));
    expect(found).toEqual([
      '400 REQUIRES_CUSTOM_EMAIL_SERVER',
      '400 SCHEMA_ERROR: Exactly one of user_ids or all_users must be provided',
      '400 SCHEMA_ERROR: Exactly one of user_ids or all_users must be provided',
      '400 Notification category not found with given name',
      '400 No template found with given template_id',
      '400 No draft found with given draft_id',
      '400 USER_ID_DOES_NOT_EXIST',
    ]);
  });

  test.each([
    ['2.8.26', 'user_id', { user_email: expect.any(String) }],
    ['2.8.27', 'user_ids', { results: [{ user_id: expect.any(String), user_email: expect.any(String) }] }],
    [release2886, 'user_ids', { results: [{ user_id: expect.any(String) }] }],
  ])('on %s names its users by %s (wire/corrections 2.8.17 and 2.8.86)', async (release, field, response) => {
    const scene = await withServer(release);
    const [user] = (await scene.call('server', 'GET /users?query=ada.l')).items;
    const id = user?.id ?? (await firstUser(scene));
    const content = { subject: 's', html: 'h', notification_category_name: 'Transactional' };
    const send = (users: object) => scene.call('server', 'POST /emails/send-email', { body: { ...content, ...users } });
    const sent = await send(field === 'user_id' ? { user_id: id } : { user_ids: [id] });
    expect([sent.status, sent.json]).toEqual([200, response]);
    expect((await send(field === 'user_id' ? { user_ids: [id] } : { user_id: id })).known).toBe('SCHEMA_ERROR');
  });
});

test.each(['2.8.22', '2.8.26'])('%s has the two built-in themes that were recorded', async (release) => {
  const { call } = await releaseScene(release);
  expect((await call('admin', 'GET /internal/email-themes')).json).toEqual({
    themes: [
      { id: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac', display_name: 'Default Light' },
      { id: 'a0172b5d-cff0-463b-83bb-85124697373a', display_name: 'Default Dark' },
    ],
  });
  const colorful = 'c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f';
  expect((await call('admin', `GET /internal/email-themes/${colorful}`)).status).toBe(404);
  const body = { config: { email_theme: colorful } };
  expect((await call('admin', 'PATCH /internal/projects/current', { body })).text).toBe('Invalid email theme');
});

test('own templates are out of sight while the project uses the shared server (wire/later 6)', async () => {
  const { call } = await withServer(release2886);
  const rendered = async () =>
    Object.keys(JSON.parse(String((await call('admin', 'GET /internal/config')).json.config_string)).emails.templates as object);
  const listed = async () =>
    ((await call('admin', 'GET /internal/email-templates')).json.templates as { id: string }[]).map(({ id }) => id);
  const builtIn = await listed();
  const { id } = (await call('admin', 'POST /internal/email-templates', { body: { display_name: 'Mine' } })).json;
  const [edited] = builtIn;
  const tsx_source = 'export function EmailTemplate() {}';
  await call('admin', `PATCH /internal/email-templates/${edited}`, { body: { tsx_source } });
  const sourceOf = async () =>
    ((await call('admin', 'GET /internal/email-templates')).json.templates as { id: string; tsx_source: string }[])[0]?.tsx_source;
  expect([await listed(), await rendered(), await sourceOf()]).toEqual([[...builtIn, id], [...builtIn, id], tsx_source]);
  const use = (email_config: object) => call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config } } });
  await use({ type: 'shared' });
  expect([await listed(), await rendered(), await sourceOf()]).toEqual([builtIn, builtIn, expect.not.stringContaining(tsx_source)]);
  await use(ownServer);
  expect([await listed(), await rendered(), await sourceOf()]).toEqual([[...builtIn, id], [...builtIn, id], tsx_source]);
});

test('a new theme has the source of the built-in one, also where that was edited (wire/later 3)', async () => {
  const { call } = await releaseScene(release2886);
  const light = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';
  const sourceOf = async (id: unknown) => (await call('admin', `GET /internal/email-themes/${id}`)).json.tsx_source;
  const builtIn = await sourceOf(light);
  await call('admin', `PATCH /internal/email-themes/${light}`, { body: { tsx_source: 'export function EmailTheme() {}' } });
  const { id } = (await call('admin', 'POST /internal/email-themes', { body: { display_name: 'Mine' } })).json;
  expect([await sourceOf(id), await sourceOf(light)]).toEqual([builtIn, 'export function EmailTheme() {}']);
});

test('the built-in themes have these IDs, and the first is the default (wire/later 3)', async () => {
  const { call } = await releaseScene('2.8.86');
  const { themes } = (await call('admin', 'GET /internal/email-themes')).json as { themes: { id: string; display_name: string }[] };
  expect(Object.fromEntries(themes.map(({ id, display_name }) => [display_name, id]))).toEqual({
    'Default Light': '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
    'Default Dark': 'a0172b5d-cff0-463b-83bb-85124697373a',
    'Default Colorful': 'c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f',
  });
  const { config } = (await call('admin', 'GET /internal/projects/current')).json as { config: { email_theme: string } };
  expect(config.email_theme).toBe('1df07ae6-abf3-4a40-83a5-a1a2cbe336ac');
  const missing = await call('admin', `GET /internal/email-themes/${unknown}`);
  expect([missing.status, missing.text]).toEqual([404, 'No theme found with given id']);
  const created = await call('admin', 'POST /internal/email-themes', { body: { display_name: 'Mine' } });
  expect([created.status, created.json]).toEqual([200, { id: expect.any(String) }]);
  expect((await call('server', 'GET /internal/email-themes')).known).toBe('INSUFFICIENT_ACCESS_TYPE');
});

test('a theme is a key of the configuration (wire/later 3)', async () => {
  const { call } = await releaseScene(release2886);
  const { id } = (await call('admin', 'POST /internal/email-themes', { body: { display_name: 'Mine' } })).json;
  const read = JSON.parse(String((await call('admin', 'GET /internal/config')).json.config_string));
  expect(read.emails.themes[String(id)]).toMatchObject({ displayName: 'Mine' });
});

test('a draft is created with 200, and greets the user where it has no source (wire/later 4)', async () => {
  const { call } = await releaseScene(release2886);
  const created = await call('admin', 'POST /internal/email-drafts', { body: { display_name: 'Spring' } });
  expect([created.status, created.json]).toEqual([200, { id: expect.any(String) }]);
  const { tsx_source } = (await call('admin', `GET /internal/email-drafts/${created.json.id}`)).json;
  expect(tsx_source).toMatch(/user\.displayName/);
  expect(tsx_source).toContain('Marketing');
});

describe('an email in the outbox (wire/later 5)', () => {
  async function scheduled() {
    const scene = await withServer('2.8.109');
    scene.sandbox.store.run('DELETE FROM outbox');
    const body = { user_ids: [await firstUser(scene)], subject: 's', html: 'h', scheduled_at_millis: scene.sandbox.clock.now() + 60_000 };
    await scene.call('server', 'POST /emails/send-email', { body });
    const list = async (query = '') => (await scene.call('server', `GET /emails/outbox${query}`)).items;
    const [email] = await list();
    const patch = (change: object) => scene.call('server', `PATCH /emails/outbox/${email?.id}`, { body: change });
    const put = (state: string) => scene.sandbox.store.run('UPDATE outbox SET state = ?, sending_at = created_at', [state]);
    return { scene, list, patch, put };
  }

  test('keeps the state by which it is filtered while it is paused', async () => {
    const { list, patch, put } = await scheduled();
    await patch({ is_paused: true });
    put('server-error');
    const [found] = await list('?simple_status=error');
    expect([found?.status, found?.simple_status]).toEqual(['paused', 'in-progress']);
    expect(await list('?simple_status=in-progress')).toEqual([]);
  });

  test.each([
    ['sending', 'SENDING'],
    ['sent', 'SENT'],
    ['skipped', 'SKIPPED'],
  ])('can’t be changed when it is %s', async (state, status) => {
    const { patch, put } = await scheduled();
    put(state);
    const refused = await patch({ is_paused: true });
    expect([refused.status, refused.known, refused.details]).toEqual([400, 'EMAIL_NOT_EDITABLE', { email_id: expect.any(String), status }]);
  });

  test('has the fields of its state', async () => {
    const { list, put } = await scheduled();
    const rendered = ['rendered_at_millis', 'subject', 'html', 'text', 'is_transactional', 'notification_category_id'];
    for (const [state, simple, fields] of [
      ['scheduled', 'in-progress', rendered],
      ['sending', 'in-progress', [...rendered, 'started_sending_at_millis']],
      ['server-error', 'error', [...rendered, 'started_sending_at_millis', 'error_at_millis', 'server_error']],
      ['skipped', 'ok', [...rendered, 'skipped_at_millis', 'skipped_reason', 'skipped_details']],
      ['sent', 'ok', [...rendered, 'delivered_at_millis', 'can_have_delivery_info']],
      ['render-error', 'error', ['render_error']],
    ] as const) {
      put(state);
      const [email = {}] = await list();
      expect([email.status, email.simple_status]).toEqual([state, simple]);
      expect(Object.keys(email)).toEqual(expect.arrayContaining([...fields]));
    }
  });

  test.each<[change: object, field: string, value: unknown]>([
    [{ theme_id: 'a0172b5d-cff0-463b-83bb-85124697373a' }, 'theme_id', 'a0172b5d-cff0-463b-83bb-85124697373a'],
    [{ variables: { name: 'Ada' } }, 'variables', { name: 'Ada' }],
    [{ to: { type: 'custom-emails', emails: ['a@x.example'] } }, 'to', { type: 'custom-emails', emails: ['a@x.example'] }],
  ])('is rendered and sent again by any change of its content: %j', async (change, field, value) => {
    const { scene, list, patch, put } = await scheduled();
    put('server-error');
    scene.sandbox.clock.advance(60_000);
    expect((await patch(change)).status).toBe(200);
    await expect.poll(async () => (await list())[0]?.status).toBe('sent');
    expect((await list())[0]?.[field]).toEqual(value);
  });

  test('is listed beside the sent emails, whose list stays', async () => {
    const { scene } = await scheduled();
    expect((await scene.call('admin', 'GET /internal/emails')).status).toBe(200);
  });
});

test('attempts and origins of emails are told from 2.8.69 and 2.8.73 on (wire/later 5)', async () => {
  const fieldsOf = async (release: string) => {
    const scene = await withServer(release);
    const body = { user_ids: [await firstUser(scene)], subject: 's', html: 'h' };
    await scene.call('server', 'POST /emails/send-email', { body });
    const [email = {}] = (await scene.call('server', 'GET /emails/outbox')).items;
    return ['send_retries' in email, 'created_with' in email];
  };
  expect([await fieldsOf('2.8.68'), await fieldsOf('2.8.69'), await fieldsOf('2.8.72'), await fieldsOf('2.8.73')]).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
});

describe('a managed domain (wire/later 6)', () => {
  const path = '/internal/emails/managed-onboarding';
  const pair = { subdomain: 'mail.example.com', sender_local_part: 'hello' };

  async function applied() {
    const scene = await releaseScene('2.8.109');
    const { domain_id } = (await scene.call('admin', `POST ${path}/setup`, { body: pair })).json;
    const body = JSON.stringify({ domain_id, status: 'verified' });
    await scene.sandbox.raw('POST', '/sandbox/managed-domain', { 'content-type': 'application/json' }, body);
    await scene.call('admin', `POST ${path}/apply`, { body: { domain_id } });
    const email = async () =>
      ((await scene.call('admin', 'GET /internal/projects/current')).json.config as { email_config: Record<string, unknown> }).email_config;
    const provider = async () =>
      JSON.parse(String((await scene.call('admin', 'GET /internal/config')).json.config_string)).emails.server.provider;
    return { scene, email, provider };
  }

  test('reads as a standard server, and writing that back ends it', async () => {
    const { scene, email, provider } = await applied();
    const read = await email();
    expect(read).toMatchObject({
      type: 'standard',
      host: 'smtp.resend.com',
      port: 465,
      username: 'resend',
      sender_email: 'hello@mail.example.com',
    });
    expect(await provider()).toBe('managed');
    await scene.call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config: read } } });
    expect(await provider()).toBe('smtp');
  });

  test('of another project is taken', async () => {
    const { scene } = await applied();
    const taken = await scene.call('admin', `POST ${path}/setup`, { body: pair, project: 'internal' });
    expect([taken.status, taken.text]).toEqual([
      409,
      'This subdomain already exists in Resend. If this is from another project, choose a different subdomain.',
    ]);
  });

  test.each(['pending_dns', 'pending_verification', 'verified', 'failed'])(
    'is %s when the provider says so, which a check reads',
    async (status) => {
      const scene = await releaseScene('2.8.72');
      const { domain_id } = (await scene.call('admin', `POST ${path}/setup`, { body: pair })).json;
      const body = JSON.stringify({ domain_id, status });
      await scene.sandbox.raw('POST', '/sandbox/managed-domain', { 'content-type': 'application/json' }, body);
      expect((await scene.call('admin', `POST ${path}/check`, { body: { domain_id, ...pair } })).json).toEqual({ status });
    },
  );
});

test.each([
  ['2.8.57', true],
  ['2.8.58', false],
])('sent emails have their sender up to 2.8.57: on %s %s (wire/newer 2.6, 2.8.58)', async (release, hasSender) => {
  const { call } = await releaseScene(release);
  const body = { email: 'a@x.example', callback_url: 'http://localhost:1/m' };
  await call('client', 'POST /auth/otp/send-sign-in-code', { body });
  const [email = {}] = (await call('admin', 'GET /internal/emails')).items;
  expect(Object.keys(email).length).toBeGreaterThan(0);
  expect('sender_config' in email).toBe(hasSender);
});

test('figures of a boost are there from 2.8.73 on (wire/later 5)', async () => {
  const capacityOf = async (release: string) =>
    Object.keys((await (await releaseScene(release)).call('server', 'GET /emails/delivery-info')).json.capacity as object).sort();
  expect(await capacityOf('2.8.72')).toEqual(['penalty_factor', 'rate_per_second']);
  expect(await capacityOf('2.8.73')).toEqual(
    ['penalty_factor', 'rate_per_second', 'boost_multiplier', 'is_boost_active', 'boost_expires_at'].sort(),
  );
});
