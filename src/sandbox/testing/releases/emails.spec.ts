import { describe, expect, test } from 'vitest';
import { release2886, releaseScene } from '../release-scene';

const latest = () => releaseScene(release2886);
const brokenServer = {
  type: 'standard',
  host: '127.0.0.1',
  port: 1,
  username: 'u',
  password: 'p',
  sender_name: 's',
  sender_email: 's@x.example',
};
const ownServer = { type: 'standard', host: 'h', port: 25, username: 'u', password: 'p', sender_name: 's', sender_email: 's@x.example' };

describe('email templates by ID (wire/newer 2.6)', () => {
  test('are created, changed and deleted', async () => {
    const { call } = await latest();
    const templates = async () => (await call('admin', 'GET /internal/email-templates')).json.templates as Record<string, unknown>[];
    expect((await templates()).map(({ display_name }) => display_name).slice(-2)).toEqual(['Payment Receipt', 'Payment Failed']);
    const body = { display_name: 'Mine' };
    expect((await call('admin', 'POST /internal/email-templates', { body })).known).toBe('REQUIRES_CUSTOM_EMAIL_SERVER');
    await call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config: ownServer } } });
    const { id } = (await call('admin', 'POST /internal/email-templates', { body })).json;
    const patch = (change: object) => call('admin', `PATCH /internal/email-templates/${id}`, { body: change });
    const tsx_source = 'export function EmailTemplate() { return <p>Hi</p>; }';
    expect((await patch({ tsx_source, theme_id: false })).json).toEqual({ rendered_html: expect.stringContaining('Hi') });
    expect((await templates()).at(-1)).toEqual({ id, display_name: 'Mine', tsx_source, theme_id: false });
    await patch({ tsx_source, theme_id: null });
    expect((await templates()).at(-1)).not.toHaveProperty('theme_id');
    expect((await patch({ tsx_source: 'broken' })).known).toBe('EMAIL_RENDERING_ERROR');
    expect((await patch({})).known).toBe('SCHEMA_ERROR');
    expect((await call('admin', `DELETE /internal/email-templates/${id}`)).json).toEqual({ success: true });
    expect(await templates()).toHaveLength(7);
    expect((await patch({ tsx_source })).status).toBe(404);
  });
});

test('sources and templates are rendered without being stored, from 2.8.25 on', async () => {
  const { call } = await latest();
  const render = async (body: object) => await call('admin', 'POST /emails/render-email', { body });
  const [first] = (await call('admin', 'GET /internal/email-templates')).json.templates as Record<string, unknown>[];
  expect((await render({ template_id: first?.id })).json).toMatchObject({ html: expect.stringContaining('Email Verification') });
  const unknown = '00000000-0000-4000-8000-0000000000ff';
  const source = 'export function EmailTemplate() { return <><Subject value={"Hello"} /><p>Hi</p></>; }';
  const rendered = await render({ template_tsx_source: source, theme_id: false });
  expect(rendered.json).toMatchObject({ html: expect.stringContaining('Hi'), subject: 'Hello' });
  expect((await render({ template_tsx_source: 'broken' })).known).toBe('EMAIL_RENDERING_ERROR');
  expect((await render({ template_id: unknown })).text).toBe('No template found with given id');
  expect((await render({ template_tsx_source: source, theme_id: unknown })).text).toBe('No theme found with given id');
  const [same] = (await call('admin', 'GET /internal/email-templates')).json.templates as Record<string, unknown>[];
  expect(same).toEqual(first);
  const earlier = await releaseScene('2.8.24');
  expect((await earlier.call('admin', 'POST /emails/render-email', { body: {} })).status).toBe(404);
});

test('themes are created, read and changed from 2.8.22 on, and chosen by a project (wire/later 3)', async () => {
  const { call } = await latest();
  const { themes } = (await call('admin', 'GET /internal/email-themes')).json as { themes: { id: string; display_name: string }[] };
  expect(themes.map(({ display_name }) => display_name)).toEqual(['Default Light', 'Default Dark', 'Default Colorful']);
  const { id } = (await call('admin', 'POST /internal/email-themes', { body: { display_name: 'Mine' } })).json;
  const one = `/internal/email-themes/${id}` as const;
  const tsx_source = 'export function EmailTheme() { return null; }';
  expect((await call('admin', `PATCH ${one}`, { body: { tsx_source } })).json).toEqual({ display_name: 'Mine' });
  expect((await call('admin', `PATCH ${one}`, { body: { tsx_source: 'broken' } })).known).toBe('EMAIL_RENDERING_ERROR');
  expect((await call('admin', `GET ${one}`)).json).toEqual({ id, display_name: 'Mine', tsx_source });
  expect((await call('admin', `DELETE ${one}`)).status).toBe(405);
  const choose = (email_theme: unknown) => call('admin', 'PATCH /internal/projects/current', { body: { config: { email_theme } } });
  expect((await choose(id)).json.config).toMatchObject({ email_theme: id });
  expect((await choose('unknown')).text).toBe('Invalid email theme');
  expect((await (await releaseScene('2.8.21')).call('admin', 'GET /internal/email-themes')).status).toBe(404);
});

describe('emails', () => {
  test('are listed with an error as text and without their sender', async () => {
    const { call } = await latest();
    await call('admin', 'PATCH /internal/projects/current', { body: { config: { email_config: brokenServer } } });
    const email = { html: 'h', subject: 's', notification_category_name: 'Transactional' };
    const [user] = (await call('server', 'GET /users?limit=1')).items;
    await call('server', 'POST /emails/send-email', { body: { ...email, user_ids: [user?.id] } });
    const list = async () => (await call('admin', 'GET /internal/emails')).items;
    await expect.poll(async () => (await list()).some(({ error }) => /^Send error: /.test(String(error)))).toBe(true);
    const items = await list();
    for (const item of items) expect(item).not.toHaveProperty('sender_config');
    expect(items.some(({ error }) => error === null)).toBe(true);
  });

  test.each([
    ['2.8.57', 1],
    ['2.8.58', 0],
    [release2886, 0],
  ])('that are tests: %s lists %i', async (release, count) => {
    const { call } = await releaseScene(release);
    const { type: _type, ...email_config } = brokenServer;
    const body = { recipient_email: 'test.recipient@x.example', email_config };
    const sent = await call('admin', 'POST /internal/send-test-email', { body });
    const text = release === release2886 ? /^Unknown error while sending test email\. / : /^Failed to connect to the email host/;
    expect(sent.json).toEqual({ success: false, error_message: expect.stringMatching(text) });
    const { items } = await call('admin', 'GET /internal/emails');
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter(({ to }) => String(to) === 'test.recipient@x.example')).toHaveLength(count);
  });

  test('are not sent through the shared server, or to unknown users', async () => {
    const { call } = await latest();
    const body = {
      user_ids: ['00000000-0000-4000-8000-000000000000'],
      subject: 's',
      html: 'h',
      notification_category_name: 'Transactional',
    };
    expect((await call('server', 'POST /emails/send-email', { body })).known).toBe('REQUIRES_CUSTOM_EMAIL_SERVER');
  });
});
