/** Teams and permissions of users, which the service lists apart from them. */
import { maxSingleReads } from '#contract/bridge/exports.ts';
import { catalog } from '#contract/service/index.ts';
import { userPages } from '../remote/user-pages';
import type { ExportSource } from './export-source';

interface Joined {
  /** Names of teams. */
  readonly teams?: readonly string[];
  /** IDs of permissions, direct and inherited. */
  readonly permissions?: readonly string[];
}

export interface Joins {
  /** Resolves to a function that returns what is joined to a user. `count` is the number of users, null if it isn't known. */
  ofUsers(count: number | null): Promise<(userId: string) => Promise<Joined> | Joined>;
  ofMembers(teamId: string): Promise<(userId: string) => Joined>;
}

/** Creates the joins for fields. Reads nothing that no field is for. The teams of a few users are read one by one; else the members of each team are. */
export function createJoins(source: Pick<ExportSource, 'call'>, fields: readonly string[]): Joins {
  const { call } = source;
  const hasTeams = fields.includes('teams');
  const hasPermissions = fields.includes('permissions');
  const teamsOf = async (userId: string) =>
    (await call(catalog.teams.list, 'project', { query: { user_id: userId } })).items.map(({ display_name }) => display_name);
  const permissionsOf = async (userId: string) =>
    (await call(catalog.permissions.inProject, 'project', { query: { user_id: userId, recursive: 'true' } })).items.map(({ id }) => id);
  return {
    async ofUsers(count) {
      if (count !== null && count <= maxSingleReads) {
        return async (userId) => ({
          ...(hasTeams ? { teams: await teamsOf(userId) } : {}),
          ...(hasPermissions ? { permissions: await permissionsOf(userId) } : {}),
        });
      }
      const teams = hasTeams ? await allTeams(source) : null;
      const permissions = hasPermissions
        ? byUser((await call(catalog.permissions.inProject, 'project', { query: { recursive: 'true' } })).items)
        : null;
      return (userId) => ({
        ...(teams === null ? {} : { teams: teams.get(userId) ?? [] }),
        ...(permissions === null ? {} : { permissions: permissions.get(userId) ?? [] }),
      });
    },
    async ofMembers(teamId) {
      if (!hasPermissions) return () => ({});
      const { items } = await call(catalog.permissions.inTeams, 'project', { query: { team_id: teamId, recursive: 'true' } });
      const permissions = byUser(items);
      return (userId) => ({ permissions: permissions.get(userId) ?? [] });
    },
  };
}

function byUser(grants: readonly { readonly id: string; readonly user_id: string }[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, user_id } of grants) add(found, user_id, id);
  return found;
}

/** Reads the members of all teams. Keeps their IDs, and none of their data. */
async function allTeams({ call }: Pick<ExportSource, 'call'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const { items } = await call(catalog.teams.list, 'project', { query: {} });
  for (const { id, display_name } of items) {
    const pages = userPages(async (page) => {
      const { items: users, pagination } = await call(catalog.users.list, 'project', { query: { team_id: id, ...page } });
      return { users, omitted: 0, next: pagination.next_cursor };
    });
    for await (const { users } of pages) for (const user of users) add(found, user.id, display_name);
  }
  return found;
}

function add(found: Map<string, string[]>, key: string, value: string): void {
  const known = found.get(key);
  if (known === undefined) found.set(key, [value]);
  else known.push(value);
}
