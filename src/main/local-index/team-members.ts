/** Members of teams, which are read when a query is about them for the first time. */
import type { UserQuery } from '#contract/query/user-query.ts';
import type { StoredIndex } from './stored-index';

/** Milliseconds after which the members are read again. */
const freshMillis = 300_000;

export interface MembersDeps {
  readonly index: Pick<StoredIndex, 'request' | 'source'>;
  /** Returns the time of the service. */
  readonly now: () => number;
}

/**
 * Reads the members of the teams that a query names, if that wasn't done lately. Resolves to the time as of which all of them were read; null for a
 * query without teams. Members that were read before are used if they can't be read now; otherwise it rejects.
 */
export async function readMembers({ index, now }: MembersDeps, query: UserQuery, signal: AbortSignal): Promise<number | null> {
  const teamIds = [...new Set(teamsOf(query))];
  if (teamIds.length === 0) return null;
  const known = await index.request({ op: 'members-as-of', teamIds });
  const times: number[] = [];
  for (const [at, teamId] of teamIds.entries()) {
    const asOf = known[at] ?? null;
    const age = asOf === null ? Number.POSITIVE_INFINITY : now() - asOf;
    if (asOf !== null && age >= 0 && age < freshMillis) times.push(asOf);
    else {
      const read = readTeam({ index, now }, teamId, signal);
      times.push(await (asOf === null ? read : read.catch(() => asOf)));
    }
  }
  return Math.min(...times);
}

function teamsOf(query: UserQuery): string[] {
  if ('field' in query) return query.field === 'team' ? [...query.value] : [];
  return query.op === 'not' ? teamsOf(query.of) : query.of.flatMap(teamsOf);
}

async function readTeam({ index, now }: MembersDeps, teamId: string, signal: AbortSignal): Promise<number> {
  const startedAt = now();
  const userIds: string[] = [];
  for await (const { users } of index.source.pages(signal, undefined, teamId)) {
    await index.request({ op: 'put-users', users: [...users] });
    userIds.push(...users.map(({ id }) => id));
  }
  await index.request({ op: 'put-members', teamId, userIds, asOfMillis: startedAt });
  return startedAt;
}
