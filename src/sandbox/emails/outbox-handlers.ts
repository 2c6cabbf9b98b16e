/** Endpoints of the outbox (wire/later 5). */
import type { RowOf } from '#contract/service/index.ts';
import { readSetting, writeSetting } from '../database/settings';
import type { CheckedRequest, Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, plainFailure, serviceFault } from '../http/failures';
import { reply, widerReply } from '../http/respond';
import {
  changeOutboxEmail,
  countSentSince,
  findOutboxEmail,
  listOutboxEmails,
  type OutboxChange,
  type OutboxRow,
} from '../stores/outbox-store';
import type { Project } from '../stores/project-store';
import { findCategoryByName } from './categories';
import { sendDueEmails, sendIfDue } from './outbox';
import { outboxStatuses, simpleStatuses, statesOf, statusOf, toOutboxItem } from './outbox-item';
import { textOf } from './plain-text';
import { renderError, renderSource } from './rendering/tsx';

/** How many emails a project has sent, and how many it may send (wire/later 5). */
const hourMillis = 3_600_000;
const periods = { hour: hourMillis, day: 24 * hourMillis, week: 7 * 24 * hourMillis, month: 30 * 24 * hourMillis } as const;
/** A setting of the server; the hosted service's is this one. */
const baseRatePerHour = 200;
const minRatePerHour = 50;
const boostMultiplier = 4;
const boostMillis = 4 * hourMillis;

/** Nothing bounces in the sandbox, so that the penalty is always 1. */
const readDeliveryFigures: Handler<RowOf<'outbox.figures'>> = {
  async run(call) {
    const { store, clock, project, release } = call;
    sendDueEmails(call, project);
    const now = clock.now();
    const countOf = (millis: number) => ({ sent: countSentSince(store, project.key, now - millis), bounced: 0, marked_as_spam: 0 });
    const stats = {
      hour: countOf(periods.hour),
      day: countOf(periods.day),
      week: countOf(periods.week),
      month: countOf(periods.month),
    };
    const boostEnd = boostEndOf(call, project);
    const ratePerHour = Math.max(baseRatePerHour + (4 * stats.month.sent) / 720, minRatePerHour);
    const boost = {
      boost_multiplier: boostEnd === null ? 1 : boostMultiplier,
      is_boost_active: boostEnd !== null,
      boost_expires_at: boostEnd === null ? null : new Date(boostEnd).toISOString(),
    };
    const capacity = {
      rate_per_second: (ratePerHour * (boostEnd === null ? 1 : boostMultiplier)) / 3600,
      penalty_factor: 1,
      ...(release.has('delivery-boost') ? boost : {}),
    };
    return reply({ stats, capacity });
  },
};

const boostCapacity: Handler<RowOf<'outbox.boost'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, clock, project } = call;
    return store.transaction(() => {
      const active = boostEndOf(call, project);
      if (active !== null) {
        const expires_at = new Date(active).toISOString();
        throw knownError('EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE', { expires_at }, { expires_at });
      }
      const end = clock.now() + boostMillis;
      writeSetting(store, settingOf(project), String(end));
      return reply({ expires_at: new Date(end).toISOString() });
    });
  },
};

const settingOf = ({ id }: Project) => `email-boost ${id}`;

/** Returns when the boost of a project ends (ms since the epoch), or null without one. */
function boostEndOf({ store, clock }: SandboxContext, project: Project): number | null {
  const end = Number(readSetting(store, settingOf(project)) ?? 0);
  return end > clock.now() ? end : null;
}

const maxListed = 100;

/** The cursor is the ID of the first email of the page. Unknown states are an unexpected error. */
const listOutbox: Handler<RowOf<'outbox.list'>> = {
  async run(call) {
    const { store, project, query, release } = call;
    const limit = limitOf(query.limit);
    requireStatus(query.status, outboxStatuses);
    requireStatus(query.simple_status, simpleStatuses);
    sendDueEmails(call, project);
    const start = query.cursor === undefined ? undefined : findOutboxEmail(store, project.key, query.cursor);
    const isUnknown = query.cursor !== undefined && start === undefined;
    const filter = { project: project.key, from: start?.key, limit: limit + 1, ...statesIn(query) };
    const found = isUnknown ? [] : listOutboxEmails(store, filter);
    const items = found.slice(0, limit).map((row) => toOutboxItem(release, row));
    return widerReply({ items, is_paginated: true as const, pagination: { next_cursor: found[limit]?.id ?? null } });
  },
};

/** Returns the stored states that a query asks for, of which there may be none. */
function statesIn({ status, simple_status: short }: { status?: string | undefined; simple_status?: string | undefined }) {
  const named = status === undefined || status === 'paused' ? undefined : [status];
  const meant = short === undefined ? undefined : statesOf(short);
  const states = named === undefined || meant === undefined ? (named ?? meant) : named.filter((state) => meant.includes(state));
  return { states, ...(status === undefined ? {} : { isPaused: status === 'paused' }) };
}

function limitOf(text = String(maxListed)): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1) throw plainFailure(400, 'Invalid limit parameter');
  if (limit > maxListed) throw plainFailure(400, `Limit cannot exceed ${maxListed}`);
  return limit;
}

function requireStatus(status: string | undefined, known: readonly string[]): void {
  if (status !== undefined && !known.includes(status)) throw serviceFault(`There is no state ${status} of emails.`);
}

const readOutboxEmail: Handler<RowOf<'outbox.read'>> = {
  async run(call) {
    sendDueEmails(call, call.project);
    return widerReply(toOutboxItem(call.release, requireEmail(call)));
  },
};

type UpdateRequest = CheckedRequest<RowOf<'outbox.update'>>;

function requireEmail({ store, project, params: { id: emailId } }: Pick<UpdateRequest, 'store' | 'project' | 'params'>): OutboxRow {
  const row = findOutboxEmail(store, project.key, emailId);
  if (row === undefined) throw plainFailure(404, 'Email not found');
  return row;
}

/** Only what hasn't been sent can be changed. What changes the content has the email rendered and sent again. */
const updateOutboxEmail: Handler<RowOf<'outbox.update'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, release, body } = call;
    sendDueEmails(call, project);
    const row = requireEmail(call);
    requireEditable(row);
    const fields = body.cancel === true ? cancelled(call.clock.now()) : changed(call, row, body);
    const after = Object.keys(fields).length === 0 ? row : changeOutboxEmail(store, row, { ...fields, updated_at: call.clock.now() });
    sendIfDue(call, project, after);
    return widerReply(toOutboxItem(release, requireEmail(call)));
  },
};

function requireEditable(row: OutboxRow): void {
  const status = statusOf(row);
  if (!['sending', 'sent', 'skipped'].includes(status)) return;
  const stated = status.toUpperCase().replace('-', '_');
  throw knownError('EMAIL_NOT_EDITABLE', { email_id: row.id, status: stated }, { email_id: row.id, status: stated });
}

function cancelled(now: number): OutboxChange {
  return { state: 'skipped', is_paused: 0, problem: 'MANUALLY_CANCELLED', ended_at: now, next_retry_at: null };
}

function changed({ clock }: UpdateRequest, row: OutboxRow, body: UpdateRequest['body']): OutboxChange {
  const isContent = [body.tsx_source, body.theme_id, body.to, body.variables].some((part) => part !== undefined);
  return {
    ...(body.is_paused === undefined ? {} : { is_paused: Number(body.is_paused) }),
    ...(body.scheduled_at_millis === undefined ? {} : { scheduled_at: body.scheduled_at_millis }),
    ...(body.skip_deliverability_check === undefined ? {} : { skips_check: Number(body.skip_deliverability_check) }),
    ...(isContent ? renderedAgain(row, body, clock.now()) : {}),
  };
}

function renderedAgain(row: OutboxRow, body: UpdateRequest['body'], now: number): OutboxChange {
  const source = body.tsx_source ?? row.tsx_source;
  const error = renderError(source);
  return {
    tsx_source: source,
    ...(body.theme_id === undefined ? {} : { theme_id: body.theme_id }),
    ...(body.to === undefined ? {} : { recipient: JSON.stringify(body.to) }),
    ...(body.variables === undefined ? {} : { variables: JSON.stringify(body.variables) }),
    // An unchanged source has the rendering that it had, also if that was sent as HTML.
    ...(error === null && source !== row.tsx_source ? contentOf(row, source) : {}),
    state: error === null ? 'scheduled' : 'render-error',
    problem: error,
    rendered_at: now,
    sending_at: null,
    ended_at: error === null ? null : now,
    attempts: '[]',
    next_retry_at: null,
  };
}

function contentOf(row: OutboxRow, source: string): OutboxChange {
  const { html, subject = row.subject, category } = renderSource(source);
  return { html, subject, text: textOf(html), category_id: findCategoryByName(category)?.id ?? row.category_id };
}

export const outboxHandlers: HandlersOf<'outbox'> = {
  'outbox.list': listOutbox,
  'outbox.read': readOutboxEmail,
  'outbox.update': updateOutboxEmail,
  'outbox.figures': readDeliveryFigures,
  'outbox.boost': boostCapacity,
};
