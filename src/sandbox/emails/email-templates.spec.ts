import { beforeEach, describe, expect, it } from 'vitest';
import { template, templateTypes } from '#contract/service/models/mail-models.ts';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
const standard = {
  type: 'standard',
  host: '127.0.0.1',
  port: 1,
  username: 'u',
  password: 'p',
  sender_name: 'Engines',
  sender_email: 'noreply@engines.example',
} as const;
beforeEach(async () => {
  test = await createTestSandbox({ smtp: async () => null });
  test.configure({ email_config: standard });
});

const list = () => test.call('admin', 'GET', '/email-templates');
const patch = (body: unknown, type = 'password_reset') => test.call('admin', 'PATCH', `/email-templates/${type}`, body);
const reset = (type = 'password_reset') => test.call('admin', 'DELETE', `/email-templates/${type}`);
const content = {
  root: { type: 'EmailLayout', data: { backdropColor: '#F5F5F5', fontFamily: 'MODERN_SANS', childrenIds: ['a', 'b'] } },
  a: { type: 'Text', data: { props: { text: 'Dear {{ userDisplayName }}, of {{ projectDisplayName }}' } } },
  b: { type: 'Button', data: { props: { text: 'Reset', url: '{{ passwordResetLink }}' } } },
};

describe('the templates', () => {
  it('are complete, with the service’s subjects', async () => {
    const { status, items, json } = await list();
    expect([status, json.is_paginated]).toEqual([200, false]);
    expect(items.map((item) => template.strict().parse(item).type)).toEqual([...templateTypes]);
    expect(items.map(({ subject, is_default }) => [subject, is_default])).toEqual([
      ['Verify your email at {{ projectDisplayName }}', true],
      ['Reset your password at {{ projectDisplayName }}', true],
      ['Sign in to {{ projectDisplayName }}: Your code is {{ otp }}', true],
      ['You have been invited to join {{ teamDisplayName }}', true],
      ['You have been invited to sign in to {{ projectDisplayName }}', true],
    ]);
    for (const item of items) expect(item.content).toMatchObject({ root: { type: 'EmailLayout' } });
  });

  it('are read, partly updated, and reset once', async () => {
    const original = (await test.call('admin', 'GET', '/email-templates/password_reset')).json;
    const renamed = await patch({ subject: 'New password' });
    expect([renamed.status, renamed.json]).toEqual([200, { ...original, subject: 'New password', is_default: false }]);
    expect((await patch({ content })).json).toEqual({ type: 'password_reset', subject: 'New password', content, is_default: false });
    expect((await list()).items.filter(({ is_default }) => is_default === false)).toHaveLength(1);
    expect((await reset()).json).toEqual({ success: true });
    expect((await test.call('admin', 'GET', '/email-templates/password_reset')).json).toEqual(original);
    const again = await reset();
    expect([again.status, again.text, again.headers.has('x-stack-known-error')]).toEqual([404, 'Email template not found', false]);
  });

  it('become the project’s own with an empty update', async () => {
    expect((await patch({})).json.is_default).toBe(false);
  });

  it('render emails with names escaped in HTML', async () => {
    await patch({ subject: '{{ userDisplayName }}: new password', content });
    const { user_id } = await test.signIn();
    await test.call('server', 'PATCH', `/users/${user_id}`, { display_name: '<b>Ada</b>' });
    await test.call('client', 'POST', '/auth/password/send-reset-code', {
      email: 'ada@analytical.example',
      callback_url: 'http://localhost/r',
    });
    const [mail] = (await test.raw('GET', '/sandbox/mailbox')).items;
    expect(mail).toMatchObject({ subject: '<b>Ada</b>: new password' });
    expect(mail?.text).toMatch(/^Dear <b>Ada<\/b>, of Analytical Engines\n\nReset: http:\/\/localhost\/r\?code=\w{45}\n$/);
    expect(mail?.html).toContain('Dear &lt;b&gt;Ada&lt;/b&gt;, of Analytical Engines');
  });

  it('can’t be changed with the shared server, which can’t be chosen while one is changed', async () => {
    await patch({ subject: 'Mine' });
    const shared = { config: { email_config: { type: 'shared' } } };
    const refused = await test.call('admin', 'PATCH', '/projects/current', shared);
    expect([refused.status, refused.text]).toEqual([
      400,
      'Cannot change email service type to shared when custom templates are defined. Disable custom templates first, before changing the email service type.',
    ]);
    await reset();
    expect((await test.call('admin', 'PATCH', '/projects/current', shared)).status).toBe(200);
    const second = await patch({ content: { bad: 1 } });
    expect([second.status, second.text]).toEqual([
      400,
      'Cannot update email templates in shared email config. Set up a custom email config to update email templates.',
    ]);
  });

  it.each([
    { content: { bad: 1 } },
    { content: {} },
    { content: { root: content.root } },
    { content: { ...content, a: { type: 'Text', data: { props: { text: '{{#each this}}x{{/each}}' } } } } },
    { subject: '{{> partial}}' },
  ])('can’t be replaced with %j', async (body) => {
    const answer = await patch(body);
    expect([answer.status, answer.text]).toEqual([400, 'Invalid email template content']);
    expect((await list()).items.every(({ is_default }) => is_default)).toBe(true);
  });

  it.each([
    [
      'nope',
      {},
      'params.type must be one of the following values: email_verification, password_reset, magic_link, team_invitation, sign_in_invitation',
    ],
    ['password_reset', { content: 'x' }, 'body.content must be a `object` type, but the final value was: `"x"`.'],
    ['password_reset', { subject: null }, 'body.subject cannot be null'],
    ['password_reset', { more: 1 }, 'body contains unknown properties: more'],
  ])('%s rejects %j', async (type, body, line) => {
    expect((await patch(body, type)).json.error).toBe(`Request validation failed on PATCH /api/v1/email-templates/${type}:\n  - ${line}`);
  });

  it('require admin access and a known type', async () => {
    expect((await test.call('server', 'GET', '/email-templates')).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    expect((await test.call('admin', 'GET', '/internal/email-templates')).text).toMatch(/^404 — this page does not exist/);
  });
});
