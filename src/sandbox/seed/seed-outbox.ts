/** Seeds the outbox of releases that have one (wire/later 5): what was logged as sent or failed, and an email in each other state. */
import type { SkipReason } from '#contract/service/models/outbox-models.ts';
import type { Store } from '../database/database';
import { categories } from '../emails/categories';
import { textOf } from '../emails/plain-text';
import { sourceWithHtml } from '../emails/rendering/tsx';
import { type Random, uuid } from '../random';
import { findUserByAddress } from '../stores/contact-channel-store';
import { type LoggedEmail, listLoggedEmails } from '../stores/email-store';
import { changeOutboxEmail, insertOutboxEmail, type OutboxChange } from '../stores/outbox-store';
import { createRepeatableRandom } from './repeatable-random';

const minuteMillis = 60_000;
const hourMillis = 60 * minuteMillis;

interface SeededEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html?: string;
  readonly source?: string;
  readonly category?: 'Transactional' | 'Marketing';
  readonly createdAt: number;
  readonly scheduledAt?: number;
  readonly state: OutboxChange;
}

/** Fills the outboxes of the projects. Repeatable relative to `now`. */
export function seedOutbox(store: Store, projects: { readonly demo: number; readonly difference: string }, now: number): void {
  const chance = createRepeatableRandom(1837);
  const difference = store.one<{ key: number }>('SELECT key FROM projects WHERE id = ?', [projects.difference])?.key;
  for (const project of [projects.demo, ...(difference === undefined ? [] : [difference])]) {
    // Test emails don't pass through the outbox.
    const logged = listLoggedEmails(store, project).filter(({ subject }) => !subject.startsWith('Test Email'));
    for (const email of logged.reverse()) insert(store, project, loggedEmail(email));
  }
  for (const email of demoEmails(chance, now)) insert(store, projects.demo, email);
}

function insert(store: Store, project: number, email: SeededEmail): void {
  const { id, to, subject, createdAt, category = 'Transactional', scheduledAt = createdAt, state } = email;
  const html = email.html ?? `<p>Dear reader,</p><p>${subject}.</p>`;
  const userId = findUserByAddress(store, project, to);
  const row = insertOutboxEmail(store, {
    id,
    project,
    state: 'scheduled',
    is_paused: 0,
    created_at: createdAt,
    updated_at: createdAt,
    scheduled_at: scheduledAt,
    tsx_source: email.source ?? sourceWithHtml({ subject, html }),
    theme_id: null,
    recipient: JSON.stringify(
      userId === undefined ? { type: 'custom-emails', emails: [to] } : { type: 'user-primary-email', user_id: userId },
    ),
    variables: '{}',
    skips_check: 0,
    is_high_priority: 0,
    category_id: categories.find(({ name }) => name === category)?.id ?? '',
    draft_id: null,
    template_id: null,
    subject,
    html,
    text: textOf(html),
  });
  changeOutboxEmail(store, row, { rendered_at: createdAt, ...state });
}

function loggedEmail({ id, to, subject, sent_at_millis: at, error }: LoggedEmail): SeededEmail {
  const failed = error && { state: 'server-error' as const, problem: error.message ?? '', attempts: attemptsOf(error, at) };
  const state: OutboxChange = { sending_at: at, ended_at: at, updated_at: at, ...(failed ?? { state: 'sent' }) };
  return { id, to: to?.[0] ?? '', subject, createdAt: at - 2000, state };
}

/** A temporary failure was tried five times before the email failed. */
function attemptsOf({ errorType, message = '', canRetry }: NonNullable<LoggedEmail['error']>, last: number): string {
  return attempts({ errorType, message }, canRetry ? 5 : 1, last);
}

function attempts({ errorType, message }: { readonly errorType: string; readonly message: string }, count: number, last: number): string {
  const list = Array.from({ length: count }, (_, at) => ({
    attempt_number: at + 1,
    timestamp: new Date(last - (2 ** (count - 1 - at) - 1) * 20_000).toISOString(),
    external_message: message,
    external_details: { errorType },
    internal_message: message,
    internal_details: {},
  }));
  return JSON.stringify(list);
}

const busy = { errorType: 'TEMPORARY', message: 'Temporary error: 451 Too many connections, try again later' };
const timeout = { errorType: 'TIMEOUT', message: 'Timed out. Make sure the email server is running and accepting connections.' };
const skipped = (problem: SkipReason, at: number): OutboxChange => ({ state: 'skipped', problem, ended_at: at, updated_at: at });

/** Emails in the states that no logged one is in. The latest is last. */
function demoEmails(chance: Random, now: number): readonly SeededEmail[] {
  const ago = (hours: number) => now - hours * hourMillis;
  const failed = { state: 'server-error', sending_at: ago(6), ended_at: ago(6), updated_at: ago(6) } as const;
  return [
    {
      to: 'charles.babbage@analytical.example',
      subject: 'The September letter',
      category: 'Marketing',
      createdAt: ago(50),
      state: skipped('USER_UNSUBSCRIBED', ago(50)),
    } as const,
    {
      to: 'grace.hopper@analytical.example',
      subject: 'An evening about compilers',
      createdAt: ago(32),
      scheduledAt: ago(-40),
      state: skipped('MANUALLY_CANCELLED', ago(30)),
    },
    {
      to: 'alan.turing@analytical.example',
      subject: '',
      source: 'export const Email = () => <p>Opening hours of the library</p>;\n',
      createdAt: ago(20),
      state: { state: 'render-error', ended_at: ago(20), problem: 'The template does not export a function named EmailTemplate.' } as const,
    },
    {
      to: 'joseph.clement@looms.example',
      subject: 'Your order of punched cards',
      createdAt: ago(6.2),
      state: { ...failed, problem: timeout.message, attempts: attempts(timeout, 5, failed.ended_at) },
    },
    {
      to: 'shifra@abacus.example',
      subject: 'News of the engine',
      category: 'Marketing',
      createdAt: ago(3),
      state: { is_paused: 1, updated_at: ago(2.5) },
    } as const,
    {
      to: 'ada@analytical.example',
      subject: 'The engine is oiled tomorrow',
      createdAt: ago(1),
      scheduledAt: ago(-26),
      state: {},
    },
    {
      to: 'grace.hopper@analytical.example',
      subject: 'Minutes of the last meeting',
      createdAt: ago(0.12),
      state: { attempts: attempts(busy, 4, now - minuteMillis), next_retry_at: now + 4.5 * minuteMillis, updated_at: now - minuteMillis },
    },
  ].map((email) => ({ id: uuid(chance), ...email }));
}
