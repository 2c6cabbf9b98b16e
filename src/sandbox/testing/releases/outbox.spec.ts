/** The outbox (wire/later 4 and 5). */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  advance,
  attempts,
  failure,
  failWith,
  now,
  outbox,
  patch,
  scene,
  send,
  sent,
  source,
  start,
  unknown,
  users,
} from '../outbox-scene';
import { newestEmail } from '../test-sandbox';

beforeEach(() => start());

describe('the outbox', () => {
  test('has a sent email with what it was rendered from and when', async () => {
    const [user] = await users();
    expect(await sent()).toEqual({
      id: expect.any(String),
      status: 'sent',
      simple_status: 'ok',
      is_paused: false,
      has_rendered: true,
      has_delivered: true,
      created_at_millis: now(),
      updated_at_millis: now(),
      scheduled_at_millis: now(),
      tsx_source: expect.stringContaining('export function EmailTemplate'),
      theme_id: null,
      to: { type: 'user-primary-email', user_id: user },
      variables: {},
      skip_deliverability_check: false,
      created_with: 'programmatic-call',
      email_draft_id: null,
      email_programmatic_call_template_id: null,
      send_retries: 0,
      next_send_retry_at_millis: null,
      send_attempt_errors: null,
      started_rendering_at_millis: now(),
      rendered_at_millis: now(),
      started_sending_at_millis: now(),
      delivered_at_millis: now(),
      can_have_delivery_info: false,
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello\n',
      is_transactional: true,
      is_high_priority: false,
      notification_category_id: expect.any(String),
    });
  });

  test('has the emails that the service writes itself, to a known user or to an address', async () => {
    await scene.call('client', 'POST /auth/otp/send-sign-in-code', {
      body: { email: 'ada@analytical.example', callback_url: 'http://localhost/x' },
    });
    await scene.call('client', 'POST /auth/otp/send-sign-in-code', {
      body: { email: 'new@analytical.example', callback_url: 'http://localhost/x' },
    });
    const [second, first] = await outbox();
    expect(first).toMatchObject({ to: { type: 'user-custom-emails', emails: ['ada@analytical.example'] }, is_high_priority: true });
    expect(second).toMatchObject({ to: { type: 'custom-emails', emails: ['new@analytical.example'] } });
    expect((await newestEmail(scene.sandbox, 'ada@analytical.example')).code).toHaveLength(45);
  });

  test('is listed in pages whose cursor is their first email, and by state', async () => {
    for (const subject of ['1', '2', '3']) await sent({ subject });
    failWith([failure(false)]);
    const failed = await sent({ subject: '4' });
    const page = await scene.call('server', 'GET /emails/outbox?limit=3');
    expect(page.items.map(({ subject }) => subject)).toEqual(['4', '3', '2']);
    const { next_cursor: cursor } = page.json.pagination as { next_cursor: string };
    expect((await outbox(`?cursor=${cursor}`)).map(({ id }) => id)).toEqual([cursor]);
    expect((await outbox('?status=server-error')).map(({ id }) => id)).toEqual([failed.id]);
    expect((await outbox('?simple_status=error')).map(({ id }) => id)).toEqual([failed.id]);
    expect(await outbox('?simple_status=ok')).toHaveLength(3);
    expect(await outbox('?status=bounced')).toEqual([]);
    expect(await outbox('?status=sent&simple_status=error')).toEqual([]);
    expect(await outbox('?status=sent&simple_status=ok')).toHaveLength(3);
  });

  test.each([
    ['limit=0', 400, 'Invalid limit parameter'],
    ['limit=x', 400, 'Invalid limit parameter'],
    ['limit=101', 400, 'Limit cannot exceed 100'],
    ['status=unknown', 500, expect.any(String)],
    ['cursor=x', 400, expect.stringContaining('SCHEMA_ERROR')],
  ])('refuses %s', async (query, status, text) => {
    const refused = await scene.call('server', `GET /emails/outbox?${query}`);
    expect([refused.status, refused.text]).toEqual([status, text]);
  });

  test('is for servers', async () => {
    expect((await scene.call('client', 'GET /emails/outbox')).known).toBe('INSUFFICIENT_ACCESS_TYPE');
    for (const call of [`GET /emails/outbox/${unknown}`, `PATCH /emails/outbox/${unknown}`] as const) {
      const missing = await scene.call('server', call, call.startsWith('GET') ? {} : { body: {} });
      expect([missing.status, missing.text]).toEqual([404, 'Email not found']);
    }
  });

  test('tries a temporary failure five times, with growing pauses', async () => {
    failWith(Array.from({ length: 5 }, () => failure(true)));
    let email = await sent();
    for (let number = 1; number < 5; number += 1) {
      expect(email).toMatchObject({ status: 'scheduled', send_retries: number, has_delivered: false });
      const pause = Number(email.next_send_retry_at_millis) - now();
      expect(pause / (20_000 * 2 ** (number - 1))).toBeGreaterThanOrEqual(0.5);
      expect(pause / (20_000 * 2 ** (number - 1))).toBeLessThanOrEqual(1.5);
      advance(pause - 1);
      await outbox();
      expect(attempts).toBe(number);
      advance(1);
      await outbox();
      await expect.poll(async () => (await outbox())[0]?.send_retries).toBe(number + 1);
      email = (await outbox())[0] ?? {};
    }
    expect(email).toMatchObject({ status: 'server-error', simple_status: 'error', server_error: 'Busy', error_at_millis: now() });
    expect(email.send_attempt_errors).toHaveLength(5);
    expect((await scene.sandbox.raw('GET', '/sandbox/mailbox')).items).toHaveLength(1);
    expect((await scene.call('admin', 'GET /internal/emails')).items[0]).toMatchObject({ error: 'Send error: Busy' });
  });

  test('sends a scheduled email at its time, and one in the past at once', async () => {
    expect(await sent({ scheduled_at_millis: now() - 1 })).toMatchObject({ status: 'sent' });
    expect(await sent({ scheduled_at_millis: now() + 60_000 })).toMatchObject({ status: 'scheduled', has_rendered: true });
    expect(attempts).toBe(1);
    advance(60_000);
    await outbox();
    await expect.poll(async () => (await outbox())[0]?.status).toBe('sent');
  });

  test('ends what was being sent when its process ended', async () => {
    const email = await sent();
    scene.sandbox.store.run("UPDATE outbox SET state = 'sending' WHERE id = ?", [String(email.id)]);
    advance(20 * 60_000 + 1);
    expect((await outbox())[0]).toMatchObject({
      status: 'server-error',
      server_error: 'Email sending timed out before we could confirm whether it was delivered.',
    });
  });
});

describe('an email that is skipped', () => {
  const later = () => now() + 60_000;

  test.each<[string, (user: string) => Promise<unknown>]>([
    ['USER_ACCOUNT_DELETED', (user) => scene.call('server', `DELETE /users/${user}`)],
    ['USER_HAS_NO_PRIMARY_EMAIL', (user) => scene.call('server', `PATCH /users/${user}`, { body: { primary_email: null } })],
  ])('%s, which is judged when it is sent', async (reason, change) => {
    const [user = ''] = await users();
    await sent({ scheduled_at_millis: later() });
    await change(user);
    advance(60_000);
    expect((await outbox())[0]).toMatchObject({ status: 'skipped', simple_status: 'ok', skipped_reason: reason, skipped_details: {} });
    expect(attempts).toBe(0);
  });

  test('USER_UNSUBSCRIBED, with a category that can be declined', async () => {
    const [user] = await users();
    const marketing = '4f6f8873-3d04-46bd-8bef-18338b1a1b4c';
    await scene.call('server', `PATCH /emails/notification-preference/${user}/${marketing}`, { body: { enabled: false } });
    expect(await sent({ notification_category_name: 'Marketing' })).toMatchObject({
      status: 'skipped',
      skipped_reason: 'USER_UNSUBSCRIBED',
    });
  });

  test('NO_EMAIL_PROVIDED, without addresses', async () => {
    const { id } = await sent({ scheduled_at_millis: later() });
    await patch(id, { to: { type: 'custom-emails', emails: [] } });
    advance(60_000);
    expect((await outbox())[0]).toMatchObject({ status: 'skipped', skipped_reason: 'NO_EMAIL_PROVIDED' });
  });
});

describe('an email that is changed', () => {
  test('is paused and resumed', async () => {
    const { id } = await sent({ scheduled_at_millis: now() + 60_000 });
    const paused = (await patch(id, { is_paused: true })).json;
    expect(paused).toMatchObject({ status: 'paused', simple_status: 'in-progress', is_paused: true, has_rendered: false });
    expect(paused).not.toHaveProperty('subject');
    advance(60_000);
    expect((await outbox('?status=paused')).map((email) => email.id)).toEqual([id]);
    expect(attempts).toBe(0);
    await patch(id, { is_paused: false });
    await expect.poll(async () => (await outbox())[0]?.status).toBe('sent');
  });

  test('is cancelled, whatever else is sent with it', async () => {
    const { id } = await sent({ scheduled_at_millis: now() + 60_000 });
    const cancelled = (await patch(id, { cancel: true, tsx_source: 'broken', is_paused: true })).json;
    expect(cancelled).toMatchObject({ status: 'skipped', skipped_reason: 'MANUALLY_CANCELLED', is_paused: false });
    const refused = await patch(id, { cancel: true });
    expect([refused.status, refused.known, refused.details]).toEqual([400, 'EMAIL_NOT_EDITABLE', { email_id: id, status: 'SKIPPED' }]);
  });

  test('is rescheduled, rendered again, or refused to be rendered', async () => {
    const { id } = await sent({ scheduled_at_millis: now() + 60_000 });
    expect((await patch(id, {})).json).toMatchObject({ status: 'scheduled' });
    const at = now() + 120_000;
    expect((await patch(id, { scheduled_at_millis: at, tsx_source: source('Again') })).json).toMatchObject({
      status: 'scheduled',
      scheduled_at_millis: at,
      subject: 'Again',
    });
    expect((await patch(id, { tsx_source: 'broken' })).json).toMatchObject({ status: 'render-error', render_error: expect.any(String) });
    expect((await patch(id, { tsx_source: source('Fixed'), skip_deliverability_check: true })).json).toMatchObject({
      status: 'scheduled',
      skip_deliverability_check: true,
    });
  });

  test('is tried again with its source, and not by a new time alone', async () => {
    failWith([failure(false)]);
    const failed = await sent();
    expect(failed).toMatchObject({ status: 'server-error', send_retries: 1 });
    expect((await patch(failed.id, { scheduled_at_millis: now() })).json).toMatchObject({ status: 'server-error' });
    await patch(failed.id, { tsx_source: failed.tsx_source });
    await expect.poll(async () => (await outbox())[0]?.status).toBe('sent');
    expect((await outbox())[0]).toMatchObject({ html: failed.html, send_retries: 0, send_attempt_errors: null });
    const refused = await patch(failed.id, { tsx_source: failed.tsx_source });
    expect(refused.details).toEqual({ email_id: failed.id, status: 'SENT' });
  });

  test.each([
    { cancel: false },
    { is_paused: 'yes' },
    { subject: 'x' },
    { to: { type: 'user-primary-email' } },
    { to: { type: 'custom-emails', emails: 'a@b.example' } },
    { scheduled_at_millis: 'soon' },
  ])('refuses %j', async (body) => {
    const { id } = await sent({ scheduled_at_millis: now() + 60_000 });
    expect((await patch(id, body)).known).toBe('SCHEMA_ERROR');
    expect((await outbox())[0]).toMatchObject({ status: 'scheduled' });
  });
});

describe('earlier releases', () => {
  test.each<[string, 'server' | 'admin', `${'GET' | 'POST' | 'DELETE'} /${string}`]>([
    ['2.8.37', 'admin', 'GET /internal/email-drafts'],
    ['2.8.68', 'admin', `DELETE /internal/email-drafts/${unknown}`],
    ['2.8.57', 'server', 'GET /emails/delivery-info'],
    ['2.8.58', 'server', 'GET /emails/outbox'],
    ['2.8.72', 'server', 'POST /emails/capacity-boost'],
  ])('%s has no %s %s', async (release, access, call) => {
    await start(release);
    const missing = await scene.call(access, call, call.startsWith('POST') ? { body: {} } : {});
    expect(missing.text).not.toBe('No draft found with given id');
    expect([404, 405]).toContain(missing.status);
  });

  test.each<[string, object]>([
    ['2.8.37', { draft_id: unknown }],
    ['2.8.57', { is_high_priority: true }],
    ['2.8.72', { scheduled_at_millis: 1 }],
  ])('%s refuses %j of an email', async (release, body) => {
    await start(release);
    expect((await send({ html: 'x', ...body })).known).toBe('SCHEMA_ERROR');
  });

  test('say less of an email', async () => {
    await start('2.8.59');
    const email = await sent();
    for (const field of ['created_with', 'email_draft_id', 'send_retries', 'send_attempt_errors']) expect(email).not.toHaveProperty(field);
    await start('2.8.58');
    await send();
    await expect.poll(async () => (await scene.call('admin', 'GET /internal/emails')).items.length).toBeGreaterThan(0);
  });
});
