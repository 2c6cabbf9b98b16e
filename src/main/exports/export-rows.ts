/** Reads the rows of an export, some at a time. */
import { type ExportKind, type ExportScope, maxSingleReads } from '#contract/bridge/exports.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { type UserPage, userPages } from '../remote/user-pages';
import type { Batch, ExportSource } from './export-source';
import { createJoins, type Joins } from './joins';
import type { ExportedEmail } from './row-values';

export interface ExportRequest {
  readonly kind: ExportKind;
  readonly scope: ExportScope;
  readonly fields: readonly string[];
}

/** Yields the rows. Throws `bad-input` for a scope that the kind doesn't have, and what the source throws. */
export function exportRows(source: ExportSource, { kind, scope, fields }: ExportRequest): AsyncIterable<Batch> {
  const joins = createJoins(source, fields);
  switch (kind) {
    case 'users':
      return userRows(source, joins, scope);
    case 'teams':
      return teamRows(source, scope);
    case 'members':
      return memberRows(source, joins, scope);
    case 'sent-emails':
      return emailRows(source, scope);
    case 'project-keys':
      return oneBatches(scope, () => keySets(source));
    case 'permissions':
      return oneBatches(scope, () => permissions(source));
  }
}

async function* userRows(source: ExportSource, joins: Joins, scope: ExportScope): AsyncGenerator<Batch> {
  const joined = await joins.ofUsers(scope.kind === 'ids' ? scope.ids.length : null);
  for await (const { users, omitted } of usersOf(source, scope)) {
    yield { rows: await Promise.all(users.map(async (user) => ({ kind: 'user' as const, user, ...(await joined(user.id)) }))), omitted };
  }
}

async function* usersOf(source: ExportSource, scope: ExportScope): AsyncGenerator<UserPage> {
  if (scope.kind === 'team') throw fail('bad-input', { path: 'scope' });
  if (scope.kind === 'all') yield* allUsers(source, {});
  else if (scope.kind === 'ids') yield* chosenUsers(source, scope.ids, await knownUsers(source, scope.ids));
  else for await (const users of source.matching(scope.scope)) yield { users, omitted: 0 };
}

function allUsers({ call }: ExportSource, query: { team_id?: string }): AsyncGenerator<UserPage> {
  return userPages(async ({ fromEnd, ...page }) => {
    const { items, pagination, omitted } = await call(catalog.users.list, 'project', {
      query: { ...query, ...page, order_by: 'signed_up_at', desc: fromEnd !== true },
    });
    return { users: items, omitted: omitted?.count ?? 0, next: pagination.next_cursor };
  });
}

/** Users that are read one by one at the same time. */
const chosenAtOnce = 4;

/** Yields chosen users in their order, and reads those that aren't known. Those that were deleted in the meantime are counted as omitted. */
async function* chosenUsers(
  { call }: ExportSource,
  ids: readonly string[],
  known: ReadonlyMap<string, ServerUser>,
): AsyncGenerator<UserPage> {
  for (let at = 0; at < ids.length; at += chosenAtOnce) {
    const read = (id: string) => known.get(id) ?? call(catalog.users.read, 'project', { params: { user_id: id } }).catch(nullIfGone);
    const found = await Promise.all(ids.slice(at, at + chosenAtOnce).map(read));
    const users = found.filter((user) => user !== null);
    yield { users, omitted: found.length - users.length };
  }
}

/** Users that are read from the index at once. */
const indexedAtOnce = 100;
/** Chosen users for each page of the list that is read for them: with more pages, reading them one by one costs less. */
const usersPerPage = 4;

/** Returns those of many chosen users that the index has, else those that are among the newest; none if a few were chosen, who are read again. */
async function knownUsers(source: ExportSource, ids: readonly string[]): Promise<ReadonlyMap<string, ServerUser>> {
  const known = new Map<string, ServerUser>();
  if (ids.length <= maxSingleReads) return known;
  for (let at = 0; at < ids.length; at += indexedAtOnce)
    for (const user of await source.indexed(ids.slice(at, at + indexedAtOnce))) known.set(user.id, user);
  if (known.size > 0) return known;
  const wanted = new Set(ids);
  let pages = Math.ceil(ids.length / usersPerPage);
  for await (const { users } of allUsers(source, {})) {
    for (const user of users) if (wanted.has(user.id)) known.set(user.id, user);
    pages -= 1;
    if (known.size === wanted.size || pages === 0) break;
  }
  return known;
}

function nullIfGone(thrown: unknown): null {
  if (thrown instanceof AppError && (thrown.report.known === 'USER_NOT_FOUND' || thrown.report.status === 404)) return null;
  throw thrown;
}

/** Rows that are made at once of a list that the service returns as a whole. */
const batchSize = 500;

async function* teamRows({ call }: ExportSource, scope: ExportScope): AsyncGenerator<Batch> {
  const { items, omitted } = await call(catalog.teams.list, 'project', { query: {} });
  let chosen: readonly ServerTeam[] = items;
  if (scope.kind === 'ids') {
    const byId = new Map(items.map((team) => [team.id, team]));
    chosen = scope.ids.flatMap((id) => byId.get(id) ?? []);
  } else if (scope.kind !== 'all') throw fail('bad-input', { path: 'scope' });
  const missing = scope.kind === 'ids' ? scope.ids.length - chosen.length : (omitted?.count ?? 0);
  yield { rows: [], omitted: missing };
  for (let at = 0; at < chosen.length; at += batchSize) {
    yield { rows: chosen.slice(at, at + batchSize).map((team) => ({ kind: 'team', team })), omitted: 0 };
  }
}

async function* memberRows(source: ExportSource, joins: Joins, scope: ExportScope): AsyncGenerator<Batch> {
  const { call } = source;
  const ofAll = async () => (await call(catalog.teams.list, 'project', { query: {} })).items;
  if (scope.kind !== 'team' && scope.kind !== 'all') throw fail('bad-input', { path: 'scope' });
  const teams = scope.kind === 'team' ? [await call(catalog.teams.read, 'project', { params: { id: scope.teamId } })] : await ofAll();
  for (const team of teams) {
    const joined = await joins.ofMembers(team.id);
    for await (const { users, omitted } of allUsers(source, { team_id: team.id })) {
      yield { rows: users.map((user) => ({ kind: 'member', user, team, ...joined(user.id) })), omitted };
    }
  }
}

/** Yields the emails, or the chosen ones, which are those of the list of latest emails. */
async function* emailRows(source: ExportSource, scope: ExportScope): AsyncGenerator<Batch> {
  if (scope.kind !== 'ids') {
    yield* oneBatches(scope, () => sentEmails(source));
    return;
  }
  const chosen = new Set(scope.ids);
  const rows = (await latestEmails(source)).rows.filter((row) => row.kind === 'email' && chosen.has(row.email.id));
  yield { rows, omitted: chosen.size - rows.length };
}

async function* oneBatches(scope: ExportScope, read: () => AsyncIterable<Batch>): AsyncGenerator<Batch> {
  if (scope.kind !== 'all') throw fail('bad-input', { path: 'scope' });
  yield* read();
}

async function* keySets({ call }: ExportSource): AsyncGenerator<Batch> {
  const { items, omitted } = await call(catalog.apiKeys.listKeySets, 'project', {});
  yield { rows: items.map((set) => ({ kind: 'key-set', set })), omitted: omitted?.count ?? 0 };
}

async function* permissions({ call }: ExportSource): AsyncGenerator<Batch> {
  for (const scope of ['team', 'project'] as const) {
    const endpoint = scope === 'team' ? catalog.permissions.teamDefinitions : catalog.permissions.projectDefinitions;
    const { items, omitted } = await call(endpoint, 'project', {});
    yield { rows: items.map((definition) => ({ kind: 'permission', scope, definition })), omitted: omitted?.count ?? 0 };
  }
}

/** Yields all emails of the outbox that were sent or failed (wire/later 5) where the release has one, else the latest ones. */
async function* sentEmails(source: ExportSource): AsyncGenerator<Batch> {
  const { call, hasFeature } = source;
  if (!(await hasFeature('email-outbox'))) {
    yield await latestEmails(source);
    return;
  }
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(call, cursor);
    const ended = page.items.filter(({ status, simple_status }) => simple_status !== 'in-progress' && status !== 'skipped');
    yield { rows: ended.map((email) => ({ kind: 'email', email: fromOutbox(email) })), omitted: page.omitted?.count ?? 0 };
    cursor = page.pagination.next_cursor;
    if (cursor === null) return;
    if (cursors.has(cursor)) throw fail('bad-response', { path: 'pagination.next_cursor' });
    cursors.add(cursor);
  }
}

/** Resolves to the latest emails, which every release lists. */
async function latestEmails({ call }: Pick<ExportSource, 'call'>): Promise<Batch> {
  const { items, omitted } = await call(catalog.emails.sent, 'project', {});
  return { rows: items.map((email) => ({ kind: 'email', email: fromSent(email) })), omitted: omitted?.count ?? 0 };
}

function readPage(call: ExportSource['call'], cursor: string | null) {
  return call(catalog.outbox.list, 'project', { query: { limit: '100', ...(cursor === null ? {} : { cursor }) } });
}

function fromSent(email: SentEmail): ExportedEmail {
  const { error } = email;
  return {
    id: email.id,
    sentAtMillis: email.sent_at_millis,
    to: email.to ?? [],
    subject: email.subject,
    status: error === null ? 'sent' : 'server-error',
    error: typeof error === 'string' || error === null ? error : (error.message ?? error.errorType),
  };
}

function fromOutbox(email: OutboxEmail): ExportedEmail {
  const { to } = email;
  return {
    id: email.id,
    sentAtMillis: email.delivered_at_millis ?? email.error_at_millis ?? email.skipped_at_millis ?? null,
    to: to.emails ?? (to.user_id === undefined ? [] : [to.user_id]),
    subject: email.subject ?? null,
    status: email.status,
    error: email.server_error ?? email.render_error ?? email.skipped_reason ?? null,
  };
}
