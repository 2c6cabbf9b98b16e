/** Emails of the outbox, and the figures of their delivery (wire/later 5). */
import { z } from 'zod';
import { id, millis, parsedJson, shownOrAbsent, shownOrNull } from './fields';

/** States that emails have, in the order of their way. Those of later services are kept as they are, as text. */
export const outboxStatuses = [
  'paused',
  'preparing',
  'rendering',
  'render-error',
  'scheduled',
  'queued',
  'sending',
  'server-error',
  'skipped',
  'sent',
] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

export const simpleStatuses = ['in-progress', 'error', 'ok'] as const;
export type SimpleStatus = (typeof simpleStatuses)[number];

export const skipReasons = [
  'USER_UNSUBSCRIBED',
  'USER_ACCOUNT_DELETED',
  'USER_HAS_NO_PRIMARY_EMAIL',
  'NO_EMAIL_PROVIDED',
  'LIKELY_NOT_DELIVERABLE',
  'MANUALLY_CANCELLED',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** To whom an email goes: a user’s primary address or others, or addresses without a user. Later services may have further types. */
const outboxRecipient = z.object({ type: z.string(), user_id: shownOrAbsent(id), emails: shownOrAbsent(z.array(z.string())) });

/** What a list shows. The state decides which fields there are. */
export const outboxEmail = z.object({
  id,
  status: z.string(),
  simple_status: z.string(),
  is_paused: z.boolean(),
  created_at_millis: millis,
  scheduled_at_millis: shownOrAbsent(millis),
  to: outboxRecipient,
  subject: shownOrAbsent(z.string()),
  delivered_at_millis: shownOrAbsent(millis.nullable()),
  error_at_millis: shownOrAbsent(millis.nullable()),
  skipped_at_millis: shownOrAbsent(millis.nullable()),
  /** Since 2.8.69. */
  next_send_retry_at_millis: shownOrAbsent(millis.nullable()),
  render_error: shownOrAbsent(z.string().nullable()),
  server_error: shownOrAbsent(z.string().nullable()),
  skipped_reason: shownOrAbsent(z.string()),
});

/** A failed attempt. `timestamp` is in ISO form. Internal texts are for the service’s operators, and aren’t read. */
const sendAttempt = z.object({ attempt_number: z.number(), timestamp: shownOrNull(z.string()), external_message: shownOrNull(z.string()) });

/** An email with its content, which may contain links that sign in as the recipient. */
export const outboxEmailContent = outboxEmail.extend({
  updated_at_millis: shownOrAbsent(millis),
  tsx_source: z.string(),
  theme_id: shownOrNull(z.string()),
  variables: shownOrAbsent(parsedJson),
  started_rendering_at_millis: shownOrAbsent(millis.nullable()),
  rendered_at_millis: shownOrAbsent(millis.nullable()),
  started_sending_at_millis: shownOrAbsent(millis.nullable()),
  html: shownOrAbsent(z.string().nullable()),
  text: shownOrAbsent(z.string().nullable()),
  is_transactional: shownOrAbsent(z.boolean()),
  is_high_priority: shownOrAbsent(z.boolean()),
  /** Since 2.8.69. */
  send_retries: shownOrAbsent(z.number()),
  send_attempt_errors: shownOrAbsent(z.array(sendAttempt).nullable()),
  /** Since 2.8.73: `draft` or `programmatic-call`. */
  created_with: shownOrAbsent(z.string()),
  email_draft_id: shownOrAbsent(z.string().nullable()),
  email_programmatic_call_template_id: shownOrAbsent(z.string().nullable()),
});

const deliveryCounts = z.object({ sent: z.number(), bounced: z.number(), marked_as_spam: z.number() });

/** How many emails were delivered, and how many may be sent. */
export const deliveryFigures = z.object({
  stats: z.object({ hour: deliveryCounts, day: deliveryCounts, week: deliveryCounts, month: deliveryCounts }),
  capacity: z.object({
    rate_per_second: z.number(),
    /** Below 1 if too many emails bounced or were marked as spam. */
    penalty_factor: z.number(),
    /** Since 2.8.73, and so is the end of the boost, which is in ISO form. */
    is_boost_active: shownOrAbsent(z.boolean()),
    boost_expires_at: shownOrAbsent(z.string().nullable()),
  }),
});

export type OutboxRecipient = z.output<typeof outboxRecipient>;
export type OutboxEmail = z.output<typeof outboxEmail>;
export type OutboxEmailContent = z.output<typeof outboxEmailContent>;
export type SendAttempt = z.output<typeof sendAttempt>;
export type DeliveryFigures = z.output<typeof deliveryFigures>;
