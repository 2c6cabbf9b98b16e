/** Drafts of emails (wire/later 4 and 5). */
import { beforeEach, describe, expect, test } from 'vitest';
import { advance, now, scene, send, sent, source, start, unknown } from '../outbox-scene';

beforeEach(() => start());

describe('drafts', () => {
  const drafts = async () => (await scene.call('admin', 'GET /internal/email-drafts')).json.drafts as Record<string, unknown>[];
  const create = async (body: object) => String((await scene.call('admin', 'POST /internal/email-drafts', { body })).json.id);
  const dark = 'a0172b5d-cff0-463b-83bb-85124697373a';

  test('are created, listed by their last change, and deleted', async () => {
    const first = await create({ display_name: 'Spring' });
    advance(1000);
    const second = await create({ display_name: 'Summer', theme_id: false, tsx_source: source('Summer') });
    expect(await drafts()).toEqual([
      { id: second, display_name: 'Summer', tsx_source: source('Summer'), theme_id: false, sent_at_millis: null },
      { id: first, display_name: 'Spring', tsx_source: expect.stringContaining('Marketing'), sent_at_millis: null },
    ]);
    advance(1000);
    const change = await scene.call('admin', `PATCH /internal/email-drafts/${first}`, { body: { theme_id: dark } });
    expect(change.json).toEqual({ ok: 'ok' });
    expect(await drafts()).toMatchObject([{ id: first, theme_id: dark }, { id: second }]);
    // Without a theme, the project's applies again.
    await scene.call('admin', `PATCH /internal/email-drafts/${first}`, { body: { display_name: 'Autumn' } });
    const read = await scene.call('admin', `GET /internal/email-drafts/${first}`);
    expect(read.json).toMatchObject({ display_name: 'Autumn' });
    expect(read.json).not.toHaveProperty('theme_id');
    expect((await scene.call('admin', `DELETE /internal/email-drafts/${first}`)).json).toEqual({ ok: 'ok' });
    for (const method of ['GET', 'DELETE'] as const) {
      const gone = await scene.call('admin', `${method} /internal/email-drafts/${first}`);
      expect([gone.status, gone.text]).toEqual([404, 'No draft found with given id']);
    }
    expect((await scene.call('admin', `PATCH /internal/email-drafts/${unknown}`, { body: {} })).status).toBe(500);
  });

  test.each([{}, { display_name: 'x', theme_id: null }, { display_name: 'x', theme_id: 1 }, { display_name: {} }])(
    'refuse %j',
    async (body) => {
      expect((await scene.call('admin', 'POST /internal/email-drafts', { body })).known).toBe('SCHEMA_ERROR');
    },
  );

  test('are sent with their theme, and stay', async () => {
    const id = await create({ display_name: 'Spring', tsx_source: source('Spring news'), theme_id: dark });
    const email = await sent({ draft_id: id });
    expect(email).toMatchObject({ subject: 'Spring news', theme_id: dark, created_with: 'draft', email_draft_id: id });
    expect(await drafts()).toMatchObject([{ sent_at_millis: now() }]);
    expect(await sent({ draft_id: id, theme_id: false, subject: 'Other' })).toMatchObject({ subject: 'Other', theme_id: null });
  });

  test('are sent to everybody', async () => {
    const id = await create({ display_name: 'All', tsx_source: source('All') });
    const body = { draft_id: id, all_users: true };
    const { json } = await scene.call('server', 'POST /emails/send-email', { body });
    const everybody = (await scene.call('server', 'GET /users?include_anonymous=true')).items;
    expect(json.results).toHaveLength(everybody.length);
  });

  test.each<[string, object, number, unknown]>([
    ['another draft', { draft_id: unknown }, 400, 'No draft found with given draft_id'],
    ['another ID', { draft_id: 'x' }, 500, expect.any(String)],
    ['another template', { template_id: unknown }, 400, 'No template found with given template_id'],
    ['another category', { draft_id: unknown, notification_category_name: 'x' }, 400, 'Notification category not found with given name'],
  ])('of %s are not sent', async (_name, body, status, text) => {
    const refused = await send(body);
    expect([refused.status, refused.text]).toEqual([status, text]);
  });
});
