/** Brings the writes of this program into an index at once. */
import type { Endpoint } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { IndexRequest, IndexResults } from '#contract/workers/library.ts';
import type { RecordedWrite, WriteOutcome } from '../ports/write-recorder';
import { readNamed, refreshUser } from './index-passes';
import type { IndexSource } from './index-source';

export interface FollowDeps {
  readonly source: IndexSource;
  readonly request: <R extends IndexRequest>(request: R) => Promise<IndexResults[R['op']]>;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (part: unknown): Fields => (typeof part === 'object' && part !== null ? (part as Fields) : {});

/** Writes of teams. */
const teamWrites: ReadonlySet<Endpoint> = new Set<Endpoint>([catalog.teams.create, catalog.teams.update, catalog.teams.delete]);

/**
 * Reads again what a write may have changed, also one whose outcome isn't known: the service is asked, because responses of other callers have
 * fewer fields. What can't be read now is passed to `onMissed`.
 */
export async function followWrite(
  deps: FollowDeps,
  signal: AbortSignal,
  { write, outcome, changed }: { readonly write: RecordedWrite; readonly outcome: WriteOutcome; readonly changed: string },
  onMissed: (what: string) => Promise<void>,
): Promise<void> {
  const { endpoint, input } = write;
  try {
    if (changed === staleNames) await readNamed(deps, signal);
    else if (changed === staleTeams) await followTeam(deps, signal, fieldsOfInput(input).id ?? fieldsOfResult(outcome).id);
    else await refreshUser(deps, signal, changed);
  } catch (thrown) {
    await onMissed(changed);
    throw thrown;
  }
  if (endpoint === catalog.teams.addMember || endpoint === catalog.teams.removeMember)
    await followMember(deps, fieldsOfInput(input), changed, endpoint, outcome);
}

/** Stands for all teams among what has to be read again. */
const staleTeams = 'teams';
/** The same for all templates, permissions, and key sets. */
const staleNames = 'names';

/**
 * Returns the ID of the user that a write may have changed, or that it changed teams, or names of other things; null for none of them. `userOf` returns
 * the user of an account, whom its own writes don't name.
 */
export function whatChanged(
  { endpoint, input, origin }: RecordedWrite,
  outcome: WriteOutcome,
  userOf: (accountId: string) => string | undefined,
): string | null {
  if (!mayHaveChanged(outcome)) return null;
  if (teamWrites.has(endpoint)) return staleTeams;
  if (!mayChange(endpoint, userReads)) return mayChange(endpoint, namedReads) ? staleNames : null;
  const named = endpoint.path.startsWith('/users') ? fieldsOfResult(outcome).id : undefined;
  const { user_id: userId } = fieldsOfInput(input);
  // An anonymous user who signs up stays the same one. Other sign-ups are made by no account.
  const isUpgrade = endpoint === catalog.auth.passwordSignUp;
  const isOwn = (userId === 'me' || isUpgrade || isAboutAccount(endpoint)) && origin?.accountId !== undefined;
  return [userId, named, isOwn ? userOf(origin.accountId) : undefined].find(isId) ?? null;
}

/** Whether a write is about the user of the account that makes it, as a new password is. */
function isAboutAccount({ journal }: Endpoint): boolean {
  return journal !== undefined && 'subject' in journal && [journal.subject.id, journal.subject.user].includes('account');
}

function fieldsOfInput(input: RecordedWrite['input']): Fields {
  return { ...fieldsOf(input.body), ...fieldsOf(input.query), ...fieldsOf(input.params) };
}

function fieldsOfResult(outcome: WriteOutcome): Fields {
  return outcome.ok ? fieldsOf(outcome.value) : {};
}

export interface MissedWrites {
  /** Notes what has to be read again. Also the next process does it. */
  note(what: string): Promise<void>;
  /** The same while the file is closed. */
  noteLater(what: string): void;
  /** Reads again what was noted. */
  catchUp(signal: AbortSignal): Promise<void>;
}

/** Creates what notes, in the index, the users and teams whose writes couldn't be followed. */
export function createMissedWrites({ source, request }: FollowDeps): MissedWrites {
  const later = new Set<string>();
  return {
    async note(what) {
      later.add(what);
      await request({ op: 'put-stale', ids: [what] }).catch(() => undefined);
    },
    noteLater(what) {
      later.add(what);
    },
    async catchUp(signal) {
      if (later.size > 0) await request({ op: 'put-stale', ids: [...later] });
      for (const what of await request({ op: 'stale' })) {
        later.delete(what);
        if (what === staleNames) await readNamed({ source, request }, signal);
        else if (what === staleTeams) await request({ op: 'put-teams', teams: [...(await source.teams(signal))] });
        else await refreshUser({ source, request }, signal, what);
        // A later write to the same may have been missed in the meantime.
        if (!later.has(what)) await request({ op: 'drop-stale', ids: [what] });
      }
    },
  };
}

/** Whether the service may have done it: what it refused it didn't do. */
function mayHaveChanged(outcome: WriteOutcome): boolean {
  return outcome.ok || !(outcome.error instanceof AppError) || outcome.error.code !== 'known-error';
}

const userReads = ['users.list', 'users.read'];
const namedReads = ['emails.templatesById', 'permissions.teamDefinitions', 'permissions.projectDefinitions', 'apiKeys.listKeySets'];

function mayChange({ invalidates }: Endpoint, of: readonly string[]): boolean {
  if (invalidates === undefined || invalidates === 'everything') return true;
  return of.some((read) => invalidates.includes(read));
}

/** The ID `me` is that of an account. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== 'me';
}

async function followTeam({ source, request }: FollowDeps, signal: AbortSignal, id: unknown): Promise<void> {
  if (!isId(id)) return;
  const team = await source.team(signal, id);
  if (team === null) await request({ op: 'remove-team', id });
  else await request({ op: 'put-team', team });
}

async function followMember(
  { request }: FollowDeps,
  { team_id: teamId }: Fields,
  userId: string,
  endpoint: Endpoint,
  { ok }: WriteOutcome,
) {
  if (ok && isId(teamId)) await request({ op: 'set-member', teamId, userId, isMember: endpoint === catalog.teams.addMember });
}
