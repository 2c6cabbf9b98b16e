/** Email delivery by the project's settings: test emails, the log, waiting and retries. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentEmail } from '#contract/service/models/mail-models.ts';
import { unknownHost } from '#tests/support/service/stub-service.ts';
import { closedPort, failingMailServer, login, type Refusal, startMailServer, type TestMailServer } from '../testing/mail-server';
import { createTestSandbox, type TestResponse, type TestSandbox } from '../testing/test-sandbox';
import { createSmtp } from './smtp';

let test: TestSandbox;
let server: TestMailServer;
beforeEach(async () => {
  test = await createTestSandbox({ release: '2.8.17' });
  // Emails of the seed.
  test.store.run('DELETE FROM mail_log');
  server = await startMailServer();
});
afterEach(() => server.close());

async function serverThat(refuses: Refusal): Promise<void> {
  await server.close();
  server = await startMailServer(refuses);
}

const to = 'ada@analytical.example';
const sendTest = (config: unknown = server.config, sandbox = test) =>
  sandbox.call('admin', 'POST', '/internal/send-test-email', { recipient_email: to, email_config: config });
const log = async (sandbox = test) => (await sandbox.call('admin', 'GET', '/internal/emails')).items;
const invite = () => test.call('admin', 'POST', '/internal/send-sign-in-invitation', { email: to, callback_url: 'http://localhost/in' });
const useServer = () => test.configure({ email_config: { type: 'standard', ...server.config } });

describe('a test email', () => {
  it('is sent and logged without the password', async () => {
    const answer = await sendTest();
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect(server.messages[0]).toContain('Subject: Test Email from Stack Auth');
    const [logged] = await log();
    const { password: _password, ...shown } = server.config;
    expect(sentEmail.strict().parse(logged)).toMatchObject({
      subject: 'Test Email from Stack Auth',
      to: [to],
      sent_at_millis: test.clock.now(),
      sender_config: { type: 'standard', ...shown },
      error: null,
    });
    expect(JSON.stringify(logged)).not.toContain(login.password);
  });

  it.each<[Refusal, string]>([
    ['login', 'Failed to authenticate with the email server. Please check your email credentials configuration.'],
    ['recipient', 'Unknown recipient'],
  ])('reports a rejection of the %s in the response', async (refusal, text) => {
    await serverThat(refusal);
    const answer = await sendTest();
    expect([answer.status, answer.json.success]).toEqual([200, false]);
    expect(answer.json.error_message).toContain(text);
    const [logged] = await log();
    expect(logged?.error).toMatchObject({
      errorType: expect.stringMatching(/^[A-Z_]+$/),
      canRetry: false,
      rawError: { message: expect.any(String) },
    });
    expect(JSON.stringify([logged, answer.json])).not.toContain(login.password);
  });

  it('reports the same for a closed port and an unknown host', async () => {
    const text = 'Failed to connect to the email host. Please make sure the email host configuration is correct.';
    for (const config of [await closedPort(), { ...server.config, host: unknownHost }]) {
      expect((await sendTest(config)).json).toEqual({ success: false, error_message: text });
    }
  });

  it('times out for a silent server', async () => {
    const silent = await failingMailServer('silent');
    const impatient = await createTestSandbox({ smtp: createSmtp(50) });
    expect((await sendTest(silent.config, impatient)).json).toEqual({
      success: false,
      error_message: 'Timed out while sending test email. Make sure the email server is running and accepting connections.',
    });
    expect((await log(impatient))[0]?.error).toMatchObject({ errorType: 'TIMEOUT', canRetry: true });
    await silent.close();
  });

  it('reports other failures', async () => {
    const failing = (errorType: 'UNKNOWN' | 'TIMEOUT') => async () =>
      ({
        errorType,
        message: errorType,
        canRetry: false,
        isTimeout: false,
        rawError: { code: null, responseCode: null, message: 'x' },
      }) as const;
    const unknown = await createTestSandbox({ smtp: failing('UNKNOWN') });
    expect((await sendTest(undefined, unknown)).json.error_message).toBe(
      'Unknown error while sending test email. Make sure the email server is running and accepting connections.',
    );
    const timedOut = await createTestSandbox({ smtp: failing('TIMEOUT') });
    expect((await sendTest(undefined, timedOut)).json.error_message).toBe('TIMEOUT');
  });

  it.each([
    [{ port: 65_536 }, 'body.email_config.port must be less than or equal to 65535'],
    [{ port: -1 }, 'body.email_config.port must be greater than or equal to 0'],
    [{ password: 'x'.repeat(71) }, 'body.email_config.password must be at most 70 characters'],
    [{ sender_email: 'x' }, 'body.email_config.sender_email must be a valid email'],
    [{ type: 'standard' }, 'body.email_config contains unknown properties: type'],
    [{ host: null }, 'body.email_config.host cannot be null'],
  ])('rejects %j', async (change, line) => {
    const { json } = await sendTest({ ...server.config, ...change });
    expect(json.error).toBe(`Request validation failed on POST /api/v1/internal/send-test-email:\n  - ${line}`);
  });
});

describe('an email of the service', () => {
  it('goes to the mailbox and the log with the shared server', async () => {
    expect((await invite()).json).toEqual({ success: true });
    const [mail] = (await test.raw('GET', `/sandbox/mailbox?to=${to}`)).items;
    expect(mail).toMatchObject({
      from: 'Analytical Engines <noreply@example.com>',
      subject: 'You have been invited to sign in to Analytical Engines',
    });
    expect(String(mail?.text)).toContain('http://localhost/in');
    expect((await log())[0]).toMatchObject({
      id: mail?.id,
      sender_config: { type: 'shared', sender_name: 'Analytical Engines' },
      error: null,
    });
  });

  it('goes out through the project’s own server', async () => {
    useServer();
    expect((await invite()).status).toBe(200);
    expect(server.messages).toHaveLength(1);
    expect((await log())[0]).toMatchObject({ sender_config: { type: 'standard', port: server.config.port }, error: null });
    const { sender_name, sender_email } = server.config;
    expect((await test.raw('GET', '/sandbox/mailbox')).items.map(({ from }) => from)).toEqual([`${sender_name} <${sender_email}>`]);
  });

  it('is retried if the server is busy', async () => {
    await serverThat('once');
    useServer();
    const before = test.clock.now();
    expect((await invite()).status).toBe(200);
    expect([server.messages.length, test.clock.now() - before]).toEqual([1, 1000]);
  });

  it('fails the request after three attempts with increasing delays', async () => {
    await serverThat('later');
    useServer();
    const before = test.clock.now();
    const answer = await invite();
    expect([answer.status, test.clock.now() - before]).toEqual([500, 3000]);
    expect((await log()).map(({ error }) => error)).toEqual([expect.objectContaining({ errorType: 'TEMPORARY', canRetry: true })]);
    expect(test.faults).toHaveLength(1);
  });

  it('isn’t retried after a permanent failure', async () => {
    await serverThat('recipient');
    useServer();
    const before = test.clock.now();
    expect([(await invite()).status, test.clock.now() - before]).toEqual([500, 0]);
  });

  it('neither delays nor fails a sign-up', async () => {
    await serverThat('recipient');
    useServer();
    const account = { email: 'new@people.example', password: 'Passw0rd-for-test', verification_callback_url: 'http://localhost/v' };
    expect((await test.call('client', 'POST', '/auth/password/sign-up', account)).status).toBe(200);
    await expect.poll(log).toHaveLength(1);
    expect((await log())[0]?.error).toMatchObject({ errorType: 'INVALID_EMAIL_ADDRESS' });
  });

  it('requires a trusted URL and an email for an invitation', async () => {
    const call = (email: string, callback_url: string) =>
      test.call('admin', 'POST', '/internal/send-sign-in-invitation', { email, callback_url });
    expect((await call(to, 'https://evil.example')).json.code).toBe('REDIRECT_URL_NOT_WHITELISTED');
    expect((await call('x', 'http://localhost')).json.code).toBe('SCHEMA_ERROR');
  });
});

describe('the log', () => {
  it('lists the project’s newest 100, and is kept when the mailbox is emptied', async () => {
    for (let sent = 0; sent < 102; sent += 1) {
      test.clock.advance(1);
      await invite();
    }
    const logged = await log();
    expect(logged).toHaveLength(100);
    expect(logged[0]?.sent_at_millis).toBe(test.clock.now());
    expect(logged[99]?.sent_at_millis).toBe(test.clock.now() - 99);
    expect((await test.raw('DELETE', '/sandbox/mailbox')).json).toEqual({ success: true });
    expect((await test.raw('GET', '/sandbox/mailbox')).items).toEqual([]);
    expect(await log()).toEqual(logged);
  });
});

describe('emails to users', () => {
  const send = (body: object) =>
    test.call('server', 'POST', '/emails/send-email', {
      subject: 'S',
      html: '<p>a &amp; b</p>',
      notification_category_name: 'Transactional',
      ...body,
    });
  const marketing = '4f6f8873-3d04-46bd-8bef-18338b1a1b4c';
  const transactional = '7bb82d33-2f54-4a3d-9d23-82739e0d66ef';
  const stranger = '11111111-2222-4333-8444-555555555555';

  const told = async (answer: Promise<TestResponse>) => [(await answer).status, (await answer).text];

  it('are sent to one user, as HTML and text', async () => {
    useServer();
    const { user_id } = await test.signIn();
    const answer = await send({ user_id });
    expect([answer.status, answer.json]).toEqual([200, { user_email: to }]);
    expect((await test.raw('GET', '/sandbox/mailbox')).items[0]).toMatchObject({ html: '<p>a &amp; b</p>', text: 'a & b\n', subject: 'S' });
    expect(server.messages).toHaveLength(1);
  });

  it('are rejected in the order of the checks', async () => {
    const wrong = { user_id: stranger, notification_category_name: 'Gossip' };
    expect(await told(send(wrong))).toEqual([400, 'Cannot send custom emails when using shared email config']);
    useServer();
    expect(await told(send(wrong))).toEqual([404, 'User not found']);
    const user_id = (await test.call('server', 'POST', '/users', {})).json.id;
    expect(await told(send({ ...wrong, user_id }))).toEqual([400, 'User does not have a primary email']);
    await test.call('server', 'PATCH', `/users/${user_id}`, { primary_email: 'first@people.example' });
    expect(await told(send({ ...wrong, user_id }))).toEqual([404, 'Notification category not found']);
    await test.call('server', 'PATCH', `/emails/notification-preference/${user_id}/${marketing}`, { enabled: false });
    expect(await told(send({ user_id, notification_category_name: 'Marketing' }))).toEqual([
      400,
      'User has disabled notifications for this category',
    ]);
    expect((await send({ user_id })).status).toBe(200);
    expect((await send({ user_ids: [user_id] })).json.error).toContain('body contains unknown properties: user_ids');
  });

  it('have an unsubscribe link if the category allows it', async () => {
    useServer();
    const { user_id } = await test.signIn();
    await send({ user_id, notification_category_name: 'Marketing' });
    const [mail] = (await test.raw('GET', '/sandbox/mailbox')).items;
    const html = String(mail?.html);
    const [, link = ''] = /^<p>a &amp; b<\/p><br \/><a href="([^"]+)">Click here to unsubscribe<\/a>$/.exec(html) ?? [];
    expect(link).toMatch(/^http:\/\/localhost:8102\/api\/v1\/emails\/unsubscribe-link\?code=[0-9a-z]{45}$/);
    const follow = async (path: string) => {
      const answer = await test.raw('GET', path);
      return [answer.status, answer.headers.get('content-type'), answer.text];
    };
    const path = link.replace('http://localhost:8102', '');
    const page = (sentence: string) => [200, 'text/html; charset=utf-8', `<p>${sentence}</p>`];
    test.clock.advance(400 * 86_400_000);
    expect(await follow(path)).toEqual(page('Successfully unsubscribed from notification group'));
    expect(await follow(path)).toEqual(page('You have already unsubscribed from this notification group'));
    expect(await told(send({ user_id, notification_category_name: 'Marketing' }))).toEqual([
      400,
      'User has disabled notifications for this category',
    ]);
  });

  it.each(['', '?code=', '?code=abc', `?code=${'0'.repeat(44)}`, `?code=${'0'.repeat(46)}`])('have no link %j', async (query) => {
    expect(await told(test.raw('GET', `/emails/unsubscribe-link${query}`))).toEqual([400, 'Invalid code']);
  });

  it('reject unsubscribe codes of another kind or of a deleted user', async () => {
    const { json } = await test.call('client', 'POST', '/auth/passkey/initiate-passkey-authentication', {});
    for (const code of ['0'.repeat(45), String(json.code)]) {
      expect((await test.raw('GET', `/emails/unsubscribe-link?code=${code}`)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    }
  });

  it('are sent only to subscribers', async () => {
    useServer();
    const { user_id, access_token } = await test.signIn();
    const path = '/emails/notification-preference/me';
    const items = [
      { notification_category_id: transactional, notification_category_name: 'Transactional', enabled: true, can_disable: false },
      { notification_category_id: marketing, notification_category_name: 'Marketing', enabled: true, can_disable: true },
    ];
    expect((await test.call('client', 'GET', path, undefined, access_token)).json).toEqual({ items, is_paginated: false });
    const set = (category: string, enabled: boolean) => test.call('client', 'PATCH', `${path}/${category}`, { enabled }, access_token);
    expect((await set(marketing, false)).json).toEqual({ ...items[1], enabled: false });
    expect((await test.call('server', 'GET', `/emails/notification-preference/${user_id}`)).items[1]?.enabled).toBe(false);
    expect((await send({ user_id, notification_category_name: 'Marketing' })).status).toBe(400);
    expect((await set(marketing, true)).json.enabled).toBe(true);
    expect((await set(transactional, false)).status).toBe(400);
    expect((await set(stranger, false)).status).toBe(404);
  });

  it('are only configured by the user or a server', async () => {
    const { access_token } = await test.signIn();
    const read = (access: 'client' | 'server', who: string, token?: string) =>
      test.call(access, 'GET', `/emails/notification-preference/${who}`, undefined, token);
    expect((await read('client', 'me')).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await read('client', stranger)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await read('client', stranger, access_token)).status).toBe(403);
    expect((await read('server', stranger)).json.code).toBe('USER_NOT_FOUND');
  });
});
