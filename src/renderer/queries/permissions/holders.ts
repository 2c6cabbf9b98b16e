/** Who has permissions: one unpaged list for each permission (wire/endpoints 6.2). */
import { useQueries } from '@tanstack/react-query';
import type { ErrorReport } from '../../../contract/errors';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { type Affected, affectedHolders, type DefinitionChange, neededGrants } from '../../lib/rules/affected-holders';
import { queryKeys } from '../cache/keys';
import type { PermissionKind } from './definitions';

/** A user who has a permission, in a team if it is a team permission. */
export interface Holder {
  readonly userId: string;
  readonly teamId: string | null;
}

/** With more grants than this, comparing them would block the window. */
const maxGrants = 50_000;

export type AffectedUsers =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly report: ErrorReport; readonly retry: () => void }
  | { readonly state: 'too-many' }
  | { readonly state: 'known'; readonly gains: readonly AffectedPermission[]; readonly loses: readonly AffectedPermission[] };

export interface AffectedPermission {
  readonly id: string;
  readonly holders: readonly Holder[];
}

/** Reads who is affected by a change of a definition, with one request for each permission involved. */
export function useAffectedUsers(connectionId: string, kind: PermissionKind, change: DefinitionChange): AffectedUsers {
  const needed = neededGrants(change);
  const lists = [...needed.holders.map((id) => [id, 'all'] as const), ...needed.direct.map((id) => [id, 'direct'] as const)];
  const results = useQueries({
    queries: lists.map(([id, scope]) => ({
      queryKey: queryKeys.permissionHolders(connectionId, kind, id, scope),
      queryFn: () => readHolders(connectionId, kind, id, scope),
      retry: false,
    })),
  });
  const failed = results.find(({ error }) => error !== null)?.error;
  if (failed) {
    const report = reportOf(failed);
    if (report.code === 'response-too-large') return { state: 'too-many' };
    return { state: 'failed', report, retry: () => results.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()) };
  }
  const loaded = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (loaded.length < results.length) return { state: 'loading' };
  if (loaded.reduce((sum, { size }) => sum + size, 0) > maxGrants) return { state: 'too-many' };
  const read = new Map(lists.map(([id, scope], at) => [`${scope} ${id}`, loaded[at] ?? noHolders]));
  const { gains, loses } = affectedHolders(change, {
    holdersOf: (id) => read.get(`all ${id}`) ?? noHolders,
    directOf: (id) => read.get(`direct ${id}`) ?? noHolders,
  });
  return { state: 'known', gains: gains.map(withHolders), loses: loses.map(withHolders) };
}

const noHolders: ReadonlySet<string> = new Set();

async function readHolders(connectionId: string, kind: PermissionKind, id: string, scope: 'direct' | 'all'): Promise<ReadonlySet<string>> {
  const query = { permission_id: id, recursive: scope === 'all' ? 'true' : 'false' } as const;
  const target = { actor: 'project', connectionId, query } as const;
  if (kind === 'project') return new Set((await service.permissions.inProject(target)).items.map(({ user_id }) => user_id));
  return new Set((await service.permissions.inTeams(target)).items.map(({ user_id, team_id }) => `${user_id} ${team_id}`));
}

function withHolders({ id, holders }: Affected): AffectedPermission {
  return {
    id,
    holders: holders.map((holder) => {
      const [userId = '', teamId = null] = holder.split(' ');
      return { userId, teamId };
    }),
  };
}
