/** What the states of emails in the outbox mean: for the list, its filters, and what can be done (wire/later 5). */

import type { OutboxAction } from '#contract/service/models/outbox-actions.ts';
import {
  type OutboxEmail,
  type OutboxEmailContent,
  type OutboxStatus,
  outboxStatuses,
  type SimpleStatus,
  type SkipReason,
  simpleStatuses,
  skipReasons,
} from '#contract/service/models/outbox-models.ts';
import type { MessageKey } from '#messages/translator.ts';
import type { Tone } from '#ui/data/badge.tsx';

/** What the list is filtered by: nothing, how far emails got, or one state. */
export type OutboxFilter = 'all' | SimpleStatus | OutboxStatus;

const simple: Readonly<Record<OutboxStatus, SimpleStatus>> = {
  paused: 'in-progress',
  preparing: 'in-progress',
  rendering: 'in-progress',
  'render-error': 'error',
  scheduled: 'in-progress',
  queued: 'in-progress',
  sending: 'in-progress',
  'server-error': 'error',
  skipped: 'ok',
  sent: 'ok',
};

const isSimple = (value: string): value is SimpleStatus => simpleStatuses.some((status) => status === value);
const isStatus = (value: string): value is OutboxStatus => outboxStatuses.some((status) => status === value);

/** Returns the filter that an address names, or none. */
export function outboxFilterOf(text: string | null): OutboxFilter {
  return text !== null && (isSimple(text) || isStatus(text)) ? text : 'all';
}

/** Returns how far the emails got that a filter lets through. */
export function progressOf(filter: OutboxFilter): 'all' | SimpleStatus {
  return isStatus(filter) ? simple[filter] : filter;
}

/** Returns the states that emails can have that got so far. */
export function statesWithin(progress: 'all' | SimpleStatus): readonly OutboxStatus[] {
  return outboxStatuses.filter((status) => progress === 'all' || simple[status] === progress);
}

/** Returns a filter as the service takes it. */
export function filterQuery(filter: OutboxFilter): { readonly status?: string; readonly simple_status?: string } {
  if (filter === 'all') return {};
  return isSimple(filter) ? { simple_status: filter } : { status: filter };
}

/** Returns the text of a state; undefined for one of a later service, which is shown as it is. */
export function statusKey(status: string): MessageKey | undefined {
  return isStatus(status) ? `email.outbox.status.${status}` : undefined;
}

/** Returns the color of a state: that of a failure, of a success, or of something that is on its way or needs the user. */
export function statusTone({ status, simple_status: progress }: Pick<OutboxEmail, 'status' | 'simple_status'>): Tone {
  if (progress === 'error') return 'bad';
  if (status === 'sent') return 'good';
  if (status === 'paused') return 'warn';
  return status === 'skipped' || progress !== 'in-progress' ? 'neutral' : 'accent';
}

/** Returns why an email was skipped as a text; undefined for a reason of a later service. */
export function skipReasonKey(reason: string): MessageKey | undefined {
  const known = skipReasons.find((one): one is SkipReason => one === reason);
  return known && `email.outbox.skipped.${known}`;
}

/** Milliseconds before the time of an email in which its state is about to change. */
const soonMillis = 60_000;

/** Whether the state of an email changes within the next minute without anybody’s doing. */
export function isMoving(email: OutboxEmail, now: number): boolean {
  const {
    status,
    simple_status: progress,
    is_paused: isPaused,
    scheduled_at_millis: scheduledAt,
    next_send_retry_at_millis: retryAt,
  } = email;
  if (isPaused || progress !== 'in-progress') return false;
  return status !== 'scheduled' || Math.max(scheduledAt ?? 0, retryAt ?? 0) <= now + soonMillis;
}

/** Returns the time that says most about an email: when it ended, or when it will be tried (ms since the epoch). */
export function timeOf(email: OutboxEmail): number {
  const ended = email.delivered_at_millis ?? email.error_at_millis ?? email.skipped_at_millis;
  const planned = email.simple_status === 'in-progress' ? (email.next_send_retry_at_millis ?? email.scheduled_at_millis) : undefined;
  return ended ?? planned ?? email.created_at_millis;
}

/** Returns the service’s reason why an email failed; undefined for one that didn’t. */
export function errorOf({
  render_error: render,
  server_error: server,
}: Pick<OutboxEmail, 'render_error' | 'server_error'>): string | undefined {
  return render ?? server ?? undefined;
}

/** Whether an email that counts as failed may have arrived nonetheless: the service lost sight of it. */
export function mayHaveArrived({ server_error: error }: Pick<OutboxEmail, 'server_error'>): boolean {
  return error?.includes('before we could confirm') ?? false;
}

/** Whether the email is as an action leaves it, for an action whose response was lost. `before` is the email as it was shown. */
export function isDone(action: OutboxAction, before: OutboxEmailContent, after: OutboxEmailContent, time?: number): boolean {
  switch (action) {
    case 'pause':
      return after.is_paused;
    case 'resume':
      return !after.is_paused;
    case 'schedule':
      return after.scheduled_at_millis === time;
    case 'cancel':
      return after.skipped_reason === 'MANUALLY_CANCELLED';
    case 'retry':
      return (
        after.simple_status !== 'error' ||
        after.error_at_millis !== before.error_at_millis ||
        after.rendered_at_millis !== before.rendered_at_millis
      );
  }
}
