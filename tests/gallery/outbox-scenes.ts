/** The outbox and the figures of delivery. The responses are put in, because most states of emails pass quickly. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';
import { selectRows } from './select-rows';

const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const refused: Reply = {
  ok: false,
  error: { code: 'known-error', known: 'EMAIL_NOT_EDITABLE', status: 400, details: { email_id: 'x', status: 'SENDING' } },
};
const hour = 3_600_000;
const ago = (hours: number) => Date.now() - hours * hour;
const iso = (hours: number) => new Date(ago(hours)).toISOString();

const source = `import { Subject } from "@stackframe/emails";

export function EmailTemplate({ user }) {
  return (
    <>
      <Subject value={"News of the engine"} />
      <p>Dear {user.displayName}, the engine is oiled tomorrow.</p>
    </>
  );
}
`;

const emailOf = (id: string, status: string, simple: string, own: object) => ({
  id: `00000000-0000-4000-8000-0000000000${id}`,
  status,
  simple_status: simple,
  is_paused: status === 'paused',
  created_at_millis: ago(3),
  updated_at_millis: ago(2),
  scheduled_at_millis: ago(3),
  to: { type: 'user-primary-email', user_id: sampleUser.id },
  tsx_source: source,
  theme_id: null,
  variables: {},
  created_with: 'programmatic-call',
  email_draft_id: null,
  email_programmatic_call_template_id: '00000000-0000-4000-8000-00000000000b',
  send_retries: 0,
  next_send_retry_at_millis: null,
  send_attempt_errors: null,
  ...(status === 'paused' || status === 'render-error'
    ? {}
    : {
        subject: 'News of the engine',
        html: '<h2>News of the engine</h2><p>Dear Ada, the engine is oiled tomorrow.</p>',
        text: 'News of the engine',
        rendered_at_millis: ago(3),
      }),
  ...own,
});

const attempt = (number: number, hours: number) => ({
  attempt_number: number,
  timestamp: iso(hours),
  external_message: 'Timed out. Make sure the email server is running and accepting connections.',
  external_details: {},
  internal_message: '',
  internal_details: {},
});
const timeout = 'Timed out. Make sure the email server is running and accepting connections.';
const long = 'a.very.long.name.of.a.recipient.that.does.not.fit@a.very.long.domain.example';

const retried = emailOf('01', 'scheduled', 'in-progress', {
  next_send_retry_at_millis: ago(-0.05),
  send_retries: 2,
  send_attempt_errors: [attempt(1, 0.02), attempt(2, 0.01)],
});
const scheduled = emailOf('02', 'scheduled', 'in-progress', {
  scheduled_at_millis: ago(-26),
  created_with: 'draft',
  email_draft_id: shop.projectId,
});
const paused = emailOf('03', 'paused', 'in-progress', {});
const failed = emailOf('05', 'server-error', 'error', {
  to: { type: 'custom-emails', emails: [long] },
  server_error: timeout,
  started_sending_at_millis: ago(2),
  error_at_millis: ago(2),
  send_retries: 5,
  send_attempt_errors: [5, 4, 3, 2, 1].map((number, at) => attempt(6 - number, 2.1 - at / 50)),
});
const unrendered = emailOf('06', 'render-error', 'error', { render_error: 'ReferenceError: projekt is not defined' });
const skipped = emailOf('07', 'skipped', 'ok', { skipped_at_millis: ago(20), skipped_reason: 'USER_UNSUBSCRIBED' });
const sent = emailOf('08', 'sent', 'ok', { started_sending_at_millis: ago(30), delivered_at_millis: ago(30), is_high_priority: true });
const later = emailOf('09', 'marked-as-spam', 'ok', { delivered_at_millis: ago(40) });
const all = [retried, scheduled, paused, emailOf('04', 'sending', 'in-progress', {}), failed, unrendered, skipped, sent, later];

const pageOf = (items: readonly object[], next: string | null = null) =>
  ok({ items, is_paginated: true, pagination: { next_cursor: next } });
const counts = (sentCount: number, bounced: number, spam: number) => ({ sent: sentCount, bounced, marked_as_spam: spam });
const figures = (capacity: object) =>
  ok({ stats: { hour: counts(12, 0, 0), day: counts(340, 3, 1), week: counts(2210, 41, 6), month: counts(9800, 130, 22) }, capacity });

/** Opens an address of the email screen of a service with an outbox. */
async function open(context: SceneContext, path: string, replies: Replies, own: typeof shop.features = {}): Promise<void> {
  await goWith(context, '/', {
    'service.projects.read': ok(sampleAdminProject),
    'service.users.read': ok(sampleUser),
    'service.outbox.figures': figures({ rate_per_second: 0.09, penalty_factor: 1, is_boost_active: false, boost_expires_at: null }),
    ...replies,
  });
  const features = { 'templates-by-id': true, 'email-outbox': true, 'delivery-figures': true, 'delivery-boost': true, ...own };
  const credentials = { ...shop.credentials, admin: 'q4zd' };
  context.bridge.push('connections.list', [{ ...shop, safety: 'normal', credentials, features }]);
  await goOn(context, `/c/${shop.id}/email${path}`);
}

const row = ({ screens: { page } }: SceneContext, at: number) => page.getByRole('grid', { name: 'Outbox' }).getByRole('row').nth(at);

async function openEmail(context: SceneContext, email: object, replies: Replies = {}): Promise<void> {
  await open(context, '?tab=outbox', { 'service.outbox.list': pageOf([email]), 'service.outbox.read': ok(email), ...replies });
  await row(context, 1).click();
  await context.screens.dialog.getByText('Created', { exact: true }).waitFor();
}

export const outboxScenes: readonly Scene[] = [
  {
    name: 'outbox',
    show: async (context) => {
      await open(context, '?tab=outbox', { 'service.outbox.list': pageOf(all, failed.id) });
      await row(context, 1).getByText('Ada').waitFor();
    },
  },
  {
    name: 'outbox, loading',
    show: async (context) => {
      await open(context, '?tab=outbox', { 'service.outbox.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'outbox, none',
    show: async (context) => {
      await open(context, '?tab=outbox', { 'service.outbox.list': pageOf([]) });
      await context.screens.page.getByRole('heading', { name: 'The outbox is empty' }).waitFor();
    },
  },
  {
    name: 'outbox, filter without matches',
    show: async (context) => {
      await open(context, '?tab=outbox&state=render-error', { 'service.outbox.list': pageOf([]) });
      await context.screens.page.getByRole('heading', { name: 'No emails match this filter' }).waitFor();
    },
  },
  {
    name: 'outbox, selected',
    show: async (context) => {
      await open(context, '?tab=outbox', { 'service.outbox.list': pageOf(all) });
      await selectRows(context, [0, 1]);
    },
  },
  {
    name: 'outbox, failed',
    show: async (context) => {
      await open(context, '?tab=outbox', { 'service.outbox.list': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'outbox, earlier release',
    show: async (context) => {
      await open(context, '?tab=outbox', {}, { 'email-outbox': false });
      await context.screens.page.getByText('2.8.59').waitFor();
    },
  },
  { name: 'outbox email, scheduled', show: (context) => openEmail(context, scheduled) },
  { name: 'outbox email, tried again', show: (context) => openEmail(context, retried) },
  { name: 'outbox email, failed', show: (context) => openEmail(context, failed) },
  { name: 'outbox email, not rendered', show: (context) => openEmail(context, unrendered) },
  { name: 'outbox email, skipped', show: (context) => openEmail(context, skipped) },
  { name: 'outbox email, sent', show: (context) => openEmail(context, sent) },
  {
    name: 'outbox email, preview',
    after: 'outbox email, sent',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByRole('radio', { name: 'Preview' }).click();
      await page.frameLocator('iframe').getByText('the engine is oiled').waitFor();
    },
  },
  {
    name: 'outbox email, source',
    after: 'outbox email, preview',
    show: async ({ screens: { dialog } }) => {
      await dialog.getByRole('radio', { name: 'Source' }).click();
      await dialog.getByText('export function EmailTemplate').waitFor();
    },
  },
  {
    name: 'outbox email, change time',
    show: async (context) => {
      await openEmail(context, scheduled);
      await context.screens.dialog.getByRole('button', { name: 'Change time…' }).click();
      await context.screens.page.getByLabel('Send at').fill('2026-01-02T09:30');
    },
  },
  {
    name: 'outbox email, cancel',
    show: async (context) => {
      await openEmail(context, scheduled);
      await context.screens.dialog.getByRole('button', { name: 'Cancel email…' }).click();
      await context.screens.page.getByText('You can’t undo this.').waitFor();
    },
  },
  {
    name: 'outbox email, no longer editable',
    show: async (context) => {
      await openEmail(context, scheduled, { 'service.outbox.update': refused });
      await context.screens.dialog.getByRole('button', { name: 'Pause' }).click();
      await context.screens.page.getByText('Its current state is shown.').waitFor();
    },
  },
  {
    name: 'delivery figures',
    show: async (context) => {
      await open(context, '', {});
      await context.screens.page.getByRole('table', { name: 'Delivery figures' }).waitFor();
    },
    inView: ({ screens: { page } }) => page.getByText(/^Up to/),
  },
  {
    name: 'delivery figures, boost and penalty',
    show: async (context) => {
      await open(context, '', {
        'service.outbox.figures': figures({ rate_per_second: 0.14, penalty_factor: 0.4, is_boost_active: true, boost_expires_at: iso(-3) }),
      });
      await context.screens.page.getByText(/^Sending faster until/).waitFor();
    },
    inView: ({ screens: { page } }) => page.getByText(/^Up to/),
  },
  {
    name: 'delivery figures, question',
    show: async (context) => {
      await open(context, '', {});
      await context.screens.page.getByRole('button', { name: 'Send faster for 4 hours' }).click();
      await context.screens.dialog.getByText('You can’t end this early.').waitFor();
    },
  },
  {
    name: 'delivery figures, failed',
    show: async (context) => {
      await open(context, '', { 'service.outbox.figures': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('alert'),
  },
];
