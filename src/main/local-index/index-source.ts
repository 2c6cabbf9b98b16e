/** Reads the service for an index: one request after the other, after those of windows. */
import { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { keyEndings } from '#contract/service/models/api-key-models.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import type { NamedItem, NamedKind } from '#contract/workers/library.ts';
import type { UserCalls } from '../gateway/user-calls';
import { isNetworkFailure } from '../remote/retry';
import type { Sender, SendOptions, Target } from '../remote/send';
import { type PageStart, type ReadUserPage, userPages } from '../remote/user-pages';
import type { Sessions } from '../session/sessions';

/** Milliseconds of a pause between two tries from which on it is shown that the service asks to wait. */
const shownPauseMillis = 3_000;

export interface IndexSourceDeps {
  readonly connectionId: string;
  /** The destination that the index is about. Requests to another one throw `connection-changed`. */
  readonly destination: string;
  readonly sender: Pick<Sender, 'send'>;
  readonly sessions: Pick<Sessions, 'target'>;
  readonly userCalls: Pick<UserCalls, 'idle'>;
  readonly onRateLimit: (isLimited: boolean) => void;
}

export interface IndexSource {
  /** Yields the pages of all users, or of the members of a team, in the order of their sign-up. */
  pages(signal: AbortSignal, start?: PageStart, teamId?: string): ReturnType<typeof userPages>;
  /** Returns the users who signed up last, newest first. */
  newest(signal: AbortSignal, cursor: string | null): Promise<{ readonly users: readonly ServerUser[]; readonly next: string | null }>;
  /** Null for a user who doesn't exist. */
  user(signal: AbortSignal, id: string): Promise<ServerUser | null>;
  teams(signal: AbortSignal): Promise<readonly ServerTeam[]>;
  /** Null for a team that doesn't exist. */
  team(signal: AbortSignal, id: string): Promise<ServerTeam | null>;
  /**
   * Returns the templates, permissions, or key sets of the project: none if the connection may not read them or its service doesn't have them, and null if
   * they can't be read at the moment.
   */
  named(signal: AbortSignal, kind: NamedKind): Promise<readonly NamedItem[] | null>;
  /** Returns the number of all users, if the connection may read it. */
  total(signal: AbortSignal): Promise<number>;
}

/** Creates the source. Nothing is read yet. */
export function createIndexSource(deps: IndexSourceDeps): IndexSource {
  const { connectionId, destination, sender, sessions, userCalls } = deps;
  const request = async <T>(signal: AbortSignal, send: (target: Target, options: SendOptions) => Promise<T>): Promise<T> => {
    await userCalls.idle(connectionId);
    signal.throwIfAborted();
    const watch = { signal, pause: (_try: number, delay: number) => deps.onRateLimit(delay >= shownPauseMillis), done: () => undefined };
    const value = await send(await sessions.target(connectionId, destination), { signal, watch });
    deps.onRateLimit(false);
    return value;
  };
  const list = (signal: AbortSignal, { fromEnd, ...page }: Parameters<ReadUserPage>[0] & { readonly team_id?: string }) =>
    request(signal, async (target, options) => {
      const query = { order_by: 'signed_up_at', ...page, ...(fromEnd === true ? { desc: true } : {}) } as const;
      const { items, pagination, ...rest } = await sender.send(catalog.users.list, 'project', target, { query }, options);
      const omitted = (rest as { omitted?: { count: number } }).omitted?.count ?? 0;
      return { users: items, omitted, next: pagination.next_cursor };
    });
  return {
    pages: (signal, start, teamId) => {
      const read: ReadUserPage = (query) => list(signal, { ...query, ...(teamId === undefined ? {} : { team_id: teamId }) });
      return start === undefined ? userPages(read) : userPages(read, start);
    },
    newest: (signal, cursor) => list(signal, { limit: 100, fromEnd: true, ...(cursor === null ? {} : { cursor }) }),
    user: (signal, id) =>
      orNull(
        request(signal, (target, options) => sender.send(catalog.users.read, 'project', target, { params: { user_id: id } }, options)),
      ),
    teams: async (signal) =>
      (await request(signal, (target, options) => sender.send(catalog.teams.list, 'project', target, { query: {} }, options))).items,
    team: (signal, id) =>
      orNull(request(signal, (target, options) => sender.send(catalog.teams.read, 'project', target, { params: { id } }, options))),
    named: (signal, kind) => readNamed((send) => request(signal, send), sender, kind),
    total: async (signal) =>
      (await request(signal, (target, options) => sender.send(catalog.metrics.read, 'project', target, {}, { ...options, once: true })))
        .total_users,
  };
}

type Send = <T>(send: (target: Target, options: SendOptions) => Promise<T>) => Promise<T>;

async function readNamed(request: Send, sender: Pick<Sender, 'send'>, kind: NamedKind): Promise<readonly NamedItem[] | null> {
  try {
    if (kind === 'template') {
      const read = await request((target, options) => sender.send(catalog.emails.templatesById, 'project', target, {}, options));
      return read.templates.map(({ id, display_name: name }) => ({ kind, id, name }));
    }
    if (kind === 'key-set') {
      const { items } = await request((target, options) => sender.send(catalog.apiKeys.listKeySets, 'project', target, {}, options));
      return items.map((set) => ({ kind, id: set.id, name: set.description, keys: keyEndings.parse(set) }));
    }
    const list = kind === 'team-permission' ? catalog.permissions.teamDefinitions : catalog.permissions.projectDefinitions;
    const { items } = await request((target, options) => sender.send(list, 'project', target, {}, options));
    return items.map(({ id }) => ({ kind, id, name: id }));
  } catch (thrown) {
    if (!(thrown instanceof AppError) || isNetworkFailure(thrown) || thrown.report.status === 429) throw thrown;
    const { status = 0 } = thrown.report;
    return withoutLists.has(thrown.code) || [401, 403, 404].includes(status) ? [] : null;
  }
}

/** Codes of what the connection's keys or the release of its service don't allow. */
const withoutLists: ReadonlySet<string> = new Set(['missing-credentials', 'not-offered-by-service']);

const missing: ReadonlySet<string | undefined> = new Set(['USER_NOT_FOUND', 'USER_ID_DOES_NOT_EXIST', 'TEAM_NOT_FOUND']);

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AppError && missing.has(thrown.report.known)) return null;
    throw thrown;
  }
}
