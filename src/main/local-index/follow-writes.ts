/** Brings the writes of this program into an index at once. */
import type { Endpoint } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { IndexRequest, IndexResults } from '#contract/workers/library.ts';
import type { RecordedWrite, WriteOutcome } from '../ports/write-recorder';
import { refreshUser } from './index-passes';
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
 * fewer fields. A user who can't be read now is passed to `onMissed`.
 */
export async function followWrite(
  deps: FollowDeps,
  signal: AbortSignal,
  write: RecordedWrite,
  outcome: WriteOutcome,
  onMissed: (userId: string) => void,
): Promise<void> {
  if (!mayHaveChanged(outcome)) return;
  const { endpoint, input } = write;
  const value = outcome.ok ? fieldsOf(outcome.value) : {};
  const fields = { ...fieldsOf(input.body), ...fieldsOf(input.query), ...fieldsOf(input.params) };
  if (teamWrites.has(endpoint)) return followTeam(deps, signal, fields.id ?? value.id);
  if (!changesUsers(endpoint)) return;
  const userId = [fields.user_id, endpoint.path.startsWith('/users') ? value.id : undefined].find(isId);
  if (userId === undefined) return;
  await refreshUser(deps, signal, userId).catch((thrown: unknown) => {
    onMissed(userId);
    throw thrown;
  });
  if (endpoint === catalog.teams.addMember || endpoint === catalog.teams.removeMember)
    await followMember(deps, fields, userId, endpoint, outcome);
}

/** Whether the service may have done it: what it refused it didn't do. */
function mayHaveChanged(outcome: WriteOutcome): boolean {
  return outcome.ok || !(outcome.error instanceof AppError) || outcome.error.code !== 'known-error';
}

const userReads = ['users.list', 'users.read'];

function changesUsers({ invalidates }: Endpoint): boolean {
  if (invalidates === undefined || invalidates === 'everything') return true;
  return userReads.some((read) => invalidates.includes(read));
}

/** The ID `me` is that of an account, whose user the response names. */
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
