/**
 * The queue of a project's emails from 2.8.59 on (wire/later 5). An email that is due is sent at once; one that waits for its time or for
 * another attempt is sent by the first request that looks at emails afterwards.
 */
import type { SandboxContext } from '../http/context';
import type { DeliveryFailure, OutgoingEmail } from '../mail/smtp';
import { uuid } from '../random';
import { findUserByAddress } from '../stores/contact-channel-store';
import {
  changeOutboxEmail,
  claimOutboxEmail,
  dueOutboxEmails,
  endStuckEmails,
  insertOutboxEmail,
  type OutboxRow,
} from '../stores/outbox-store';
import { findProjectByKey, type Project } from '../stores/project-store';
import { findUser } from '../stores/user-store';
import { type Category, categories, findCategory, isSubscribed } from './categories';
import { logAttempt, putIntoMailbox, serverOf } from './sent-log';

type Recipient =
  | { readonly type: 'user-primary-email'; readonly user_id: string }
  | { readonly type: 'user-custom-emails'; readonly user_id: string; readonly emails: readonly string[] }
  | { readonly type: 'custom-emails'; readonly emails: readonly string[] };

interface FailedAttempt {
  readonly attempt_number: number;
  /** ISO. */
  readonly timestamp: string;
  readonly external_message: string;
  readonly external_details: Readonly<Record<string, unknown>>;
  readonly internal_message: string;
  readonly internal_details: Readonly<Record<string, unknown>>;
}

/** An email with what it comes from. */
export interface QueuedEmail {
  readonly recipient: Recipient;
  readonly source: string;
  /** Why the source can't be rendered, if so. */
  readonly renderError?: string | null;
  readonly content: Pick<OutgoingEmail, 'subject' | 'html' | 'text'>;
  readonly category: Category;
  readonly themeId?: string | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly isHighPriority?: boolean;
  readonly scheduledAt?: number | undefined;
  readonly draftId?: string | undefined;
  readonly templateId?: string | undefined;
}

const maxAttempts = 5;
const firstPauseMillis = 20_000;
const stuckMillis = 20 * 60_000;
const stuckText = 'Email sending timed out before we could confirm whether it was delivered.';

/** Adds an email to the queue, and sends it if it is due. */
export function queueEmail(context: SandboxContext, project: Project, email: QueuedEmail): void {
  const { store, clock, random } = context;
  const now = clock.now();
  const row = insertOutboxEmail(store, {
    id: uuid(random),
    project: project.key,
    state: 'scheduled',
    is_paused: 0,
    created_at: now,
    updated_at: now,
    scheduled_at: email.scheduledAt ?? now,
    tsx_source: email.source,
    theme_id: email.themeId ?? null,
    recipient: JSON.stringify(email.recipient),
    variables: JSON.stringify(email.variables ?? {}),
    skips_check: 0,
    is_high_priority: Number(email.isHighPriority ?? false),
    category_id: email.category.id,
    draft_id: email.draftId ?? null,
    template_id: email.templateId ?? null,
    ...email.content,
  });
  const error = email.renderError ?? null;
  if (error === null) sendIfDue(context, project, changeOutboxEmail(store, row, { rendered_at: now }));
  else changeOutboxEmail(store, row, { state: 'render-error', rendered_at: now, ended_at: now, problem: error });
}

/** Queues an email that the service writes itself: to the user of the address, if there is one (wire/later 5). */
export function queueBuiltIn(context: SandboxContext, project: Project, { to, ...content }: OutgoingEmail, source: string): void {
  const emails = [...to];
  const userId = findUserByAddress(context.store, project.key, emails[0] ?? '');
  const recipient: Recipient =
    userId === undefined ? { type: 'custom-emails', emails } : { type: 'user-custom-emails', user_id: userId, emails };
  const [category] = categories as readonly [Category, ...Category[]];
  queueEmail(context, project, { recipient, source, content, category, isHighPriority: true });
}

/** Sends what is due: of a project, or of all projects. Never waits for a server. */
export function sendDueEmails(context: SandboxContext, project?: Project): void {
  const { store, clock } = context;
  const now = clock.now();
  endStuckEmails(store, now - stuckMillis, now, stuckText);
  for (const row of dueOutboxEmails(store, now, project?.key)) {
    const owner = project ?? findProjectByKey(store, row.project);
    if (owner !== undefined) sendIfDue(context, owner, row);
  }
}

/** Sends an email whose time has come, or skips it. */
export function sendIfDue(context: SandboxContext, project: Project, row: OutboxRow): void {
  const { store, clock } = context;
  const now = clock.now();
  const isDue = row.state === 'scheduled' && row.is_paused === 0 && row.scheduled_at <= now && (row.next_retry_at ?? 0) <= now;
  if (!isDue || !claimOutboxEmail(store, row, now)) return;
  const found = addressesOf(context, project, row);
  if (typeof found === 'string') {
    changeOutboxEmail(store, row, { state: 'skipped', problem: found, ended_at: now, updated_at: now });
    return;
  }
  deliver(context, project, { ...row, sending_at: now }, found);
}

/** Returns the addresses of an email, or why it is skipped. */
function addressesOf({ store }: SandboxContext, project: Project, row: OutboxRow): readonly string[] | string {
  const recipient: Recipient = JSON.parse(row.recipient);
  if (recipient.type === 'custom-emails') return recipient.emails.length === 0 ? 'NO_EMAIL_PROVIDED' : recipient.emails;
  const user = findUser(store, project.key, recipient.user_id);
  if (user === undefined) return 'USER_ACCOUNT_DELETED';
  const category = findCategory(row.category_id);
  if (category?.canDisable && !isSubscribed(store, user.key, category)) return 'USER_UNSUBSCRIBED';
  if (recipient.type === 'user-custom-emails') return recipient.emails.length === 0 ? 'NO_EMAIL_PROVIDED' : recipient.emails;
  return user.email === null ? 'USER_HAS_NO_PRIMARY_EMAIL' : [user.email];
}

function deliver(context: SandboxContext, project: Project, row: OutboxRow, to: readonly string[]): void {
  const { delivery } = context;
  const mail: OutgoingEmail = { to, subject: row.subject, html: row.html, text: row.text };
  const server = serverOf(project);
  // The mailbox has each email once, however often its delivery is tried.
  if (row.attempts === '[]') putIntoMailbox(context, project, mail, row.id);
  if (server === null) {
    finish(context, project, row, mail, null);
    return;
  }
  delivery.enqueue(async () => finish(context, project, row, mail, await delivery.smtp(server, mail)), 'background');
}

/** Stores the result of an attempt, after which a temporary failure waits for the next one (wire/later 5). */
function finish(context: SandboxContext, project: Project, row: OutboxRow, mail: OutgoingEmail, failure: DeliveryFailure | null): void {
  const { store, clock, random } = context;
  const now = clock.now();
  logAttempt(context, project, row.id, mail, failure);
  if (failure === null) {
    changeOutboxEmail(store, row, { state: 'sent', ended_at: now, updated_at: now, problem: null, next_retry_at: null });
    return;
  }
  const before: readonly FailedAttempt[] = JSON.parse(row.attempts);
  const attempts = [...before, failedAttempt(before.length + 1, now, failure)];
  const ends = !failure.canRetry || attempts.length === maxAttempts;
  const jitter = 0.5 + (random(1)[0] ?? 0) / 255;
  const next_retry_at = ends ? null : now + Math.round(firstPauseMillis * 2 ** before.length * jitter);
  changeOutboxEmail(store, row, {
    state: ends ? 'server-error' : 'scheduled',
    attempts: JSON.stringify(attempts),
    next_retry_at,
    updated_at: now,
    ...(ends ? { ended_at: now, problem: failure.message } : {}),
  });
}

function failedAttempt(number: number, now: number, { errorType, message, rawError }: DeliveryFailure): FailedAttempt {
  return {
    attempt_number: number,
    timestamp: new Date(now).toISOString(),
    external_message: message,
    external_details: { errorType },
    internal_message: rawError.message,
    internal_details: {},
  };
}
