/** Emails of the outbox as servers read them: the state decides which fields there are (wire/later 5). */
import { outboxStatuses as emailStates } from '#contract/service/models/outbox-models.ts';
import type { Release } from '../releases/release';
import type { OutboxRow, OutboxState } from '../stores/outbox-store';
import { findCategory } from './categories';

export type OutboxStatus = OutboxState | 'paused';
type SimpleStatus = 'in-progress' | 'ok' | 'error';
export type OutboxItem = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: OutboxStatus };

const simple: Readonly<Record<OutboxState, SimpleStatus>> = {
  scheduled: 'in-progress',
  sending: 'in-progress',
  sent: 'ok',
  skipped: 'ok',
  'render-error': 'error',
  'server-error': 'error',
};

export const outboxStatuses = [...emailStates, 'delivery-delayed', 'bounced', 'opened', 'clicked', 'marked-as-spam'] as const;
export const simpleStatuses = ['in-progress', 'ok', 'error'] as const;

export function statusOf({ state, is_paused }: OutboxRow): OutboxStatus {
  return is_paused === 1 ? 'paused' : state;
}

/** Returns the stored states that a short status represents, which a paused email still has. */
export function statesOf(status: string): readonly string[] {
  return Object.entries(simple).flatMap(([state, short]) => (short === status ? state : []));
}

export function toOutboxItem(release: Release, row: OutboxRow): OutboxItem {
  const status = statusOf(row);
  return {
    id: row.id,
    status,
    simple_status: status === 'paused' ? 'in-progress' : simple[row.state],
    is_paused: row.is_paused === 1,
    has_rendered: status !== 'paused' && status !== 'render-error' && row.rendered_at !== null,
    has_delivered: status === 'sent',
    created_at_millis: row.created_at,
    updated_at_millis: row.updated_at,
    scheduled_at_millis: row.scheduled_at,
    tsx_source: row.tsx_source,
    theme_id: row.theme_id,
    to: JSON.parse(row.recipient),
    variables: JSON.parse(row.variables),
    skip_deliverability_check: row.skips_check === 1,
    ...(release.has('outbox-origins') ? originOf(row) : {}),
    ...(release.has('outbox-attempts') ? attemptsOf(row) : {}),
    ...(status === 'paused' ? {} : stateFieldsOf(row)),
  };
}

function originOf({ draft_id, template_id }: OutboxRow) {
  return {
    created_with: draft_id === null ? 'programmatic-call' : 'draft',
    email_draft_id: draft_id,
    email_programmatic_call_template_id: template_id,
  };
}

function attemptsOf({ attempts, next_retry_at }: OutboxRow) {
  const failed: readonly unknown[] = JSON.parse(attempts);
  return {
    send_retries: failed.length,
    next_send_retry_at_millis: next_retry_at,
    send_attempt_errors: failed.length === 0 ? null : failed,
  };
}

function stateFieldsOf(row: OutboxRow): Readonly<Record<string, unknown>> {
  const sending = { started_sending_at_millis: row.sending_at };
  switch (row.state) {
    case 'render-error':
      return { started_rendering_at_millis: row.rendered_at, rendered_at_millis: row.rendered_at, render_error: row.problem };
    case 'scheduled':
      return renderedOf(row);
    case 'sending':
      return { ...renderedOf(row), ...sending };
    case 'server-error':
      return { ...renderedOf(row), ...sending, error_at_millis: row.ended_at, server_error: row.problem };
    case 'sent':
      return { ...renderedOf(row), ...sending, delivered_at_millis: row.ended_at, can_have_delivery_info: false };
    case 'skipped':
      return {
        ...(row.rendered_at === null ? {} : renderedOf(row)),
        ...(row.sending_at === null ? {} : sending),
        skipped_at_millis: row.ended_at,
        skipped_reason: row.problem,
        skipped_details: {},
      };
  }
}

function renderedOf(row: OutboxRow) {
  return {
    started_rendering_at_millis: row.rendered_at,
    rendered_at_millis: row.rendered_at,
    subject: row.subject,
    html: row.html,
    text: row.text,
    is_transactional: findCategory(row.category_id)?.name === 'Transactional',
    is_high_priority: row.is_high_priority === 1,
    notification_category_id: row.category_id,
  };
}
