/** Specs of actions on members of a team, and on teams as such. */

import { nullForAppError } from '#contract/errors.ts';
import type { SkipReason } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { fieldsOf } from '#contract/journal/changed-fields.ts';
import { catalog } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { losesLastAdmin } from '#contract/service/models/team-admins.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { userPages } from '../remote/user-pages';
import { type JobSpec, type ProjectCall, type SpecRow, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

type Of<K extends JobAction['kind']> = Extract<JobAction, { kind: K }>;

/** What is known of a member, or of someone who isn't one. */
interface Member {
  readonly isMember: boolean;
  /** IDs of direct permissions in the team. */
  readonly permissions: readonly string[];
  /** Whether no other member could manage the team, also after the rows before this one. Only the preview knows it. */
  readonly isLastAdmin?: boolean;
}

const member = {
  target: 'user',
  requests: { count: 1, isExact: true },
  readsFirst: false,
  isSafeTwice: true,
  sparesOwn: false,
  isDoneWhenGone: false,
  userFields: [],
} as const;

/** Reads the IDs of a team's members. */
async function membersOf(call: ProjectCall, teamId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const pages = userPages(async ({ fromEnd, ...page }) => {
    const order = fromEnd === true ? { desc: true } : {};
    const { items, pagination } = await call(catalog.users.list, 'project', { query: { team_id: teamId, ...page, ...order } });
    return { users: items, omitted: 0, next: pagination.next_cursor };
  });
  for await (const { users } of pages) for (const { id } of users) ids.add(id);
  return ids;
}

async function grantsIn(call: ProjectCall, teamId: string, recursive: boolean, userId?: string): Promise<Map<string, Set<string>>> {
  const query = { team_id: teamId, recursive: recursive ? 'true' : 'false', ...(userId === undefined ? {} : { user_id: userId }) } as const;
  const { items } = await call(catalog.permissions.inTeams, 'project', { query });
  const grants = new Map<string, Set<string>>();
  for (const { user_id: id, id: permission } of items) grants.set(id, (grants.get(id) ?? new Set()).add(permission));
  return grants;
}

async function readMember(call: ProjectCall, teamId: string, userId: string): Promise<Member> {
  const { items } = await call(catalog.teams.profiles, 'project', { query: { team_id: teamId, user_id: userId } });
  const grants = items.length === 0 ? new Map<string, Set<string>>() : await grantsIn(call, teamId, false, userId);
  return { isMember: items.length > 0, permissions: [...(grants.get(userId) ?? [])].sort() };
}

/**
 * Reads the members and what they may do. `leftOf` returns what a row leaves of a member's direct permissions: if no one could manage the team then, the
 * row is left out, and the rows after it are judged as if it weren't there.
 */
async function surveyTeam(call: ProjectCall, teamId: string, leftOf: ((direct: ReadonlySet<string>) => ReadonlySet<string>) | null) {
  const members = await membersOf(call, teamId);
  const direct = await grantsIn(call, teamId, false);
  let left =
    leftOf === null ? new Map<string, ReadonlySet<string>>() : new Map<string, ReadonlySet<string>>(await grantsIn(call, teamId, true));
  return {
    stateOf({ id }: SpecRow['target']): Member {
      const state = { isMember: members.has(id), permissions: [...(direct.get(id) ?? [])].sort() };
      const own = left.get(id);
      if (leftOf === null || own === undefined) return state;
      const after = new Map(left).set(id, leftOf(direct.get(id) ?? new Set()));
      const isLastAdmin = losesLastAdmin(left, after);
      if (!isLastAdmin) left = after;
      return { ...state, isLastAdmin };
    },
  };
}

/** Reads what permissions contain. Where that can't be read, they are taken for empty, so that more rows than needed may be left out. */
async function readContents(call: ProjectCall): Promise<(ids: readonly string[]) => ReadonlySet<string>> {
  const definitions = await call(catalog.permissions.teamDefinitions, 'project', {}).catch(nullForAppError);
  const contained = new Map((definitions?.items ?? []).map(({ id, contained_permission_ids: ids }) => [id, ids]));
  return (ids) => {
    const all = new Set(ids);
    // A set also yields what is added to it in the meantime.
    for (const id of all) for (const inner of contained.get(id) ?? []) all.add(inner);
    return all;
  };
}

const seenMember = ({ isMember, permissions }: Member): JsonValue => ({ isMember, permissions: [...permissions] });

function add({ teamId }: Of<'users.addToTeam'>): JobSpec<Member> {
  const write = (userId: string) => writeOf('teams.addMember', { params: { team_id: teamId, user_id: userId }, body: {} });
  return {
    ...member,
    write: write(''),
    needless: { TEAM_MEMBERSHIP_ALREADY_EXISTS: 'already' },
    survey: (call) => surveyTeam(call, teamId, null),
    read: (call, { target }) => readMember(call, teamId, target.id),
    judge: (_row, { isMember }) => (isMember ? 'already' : null),
    seen: seenMember,
    calls: ({ target }) => [write(target.id)],
    undo: { action: { kind: 'users.removeFromTeam', teamId }, rowValue: () => null, before: null },
  };
}

function remove({ teamId }: Of<'users.removeFromTeam'>): JobSpec<Member> {
  const write = (userId: string, before?: unknown) =>
    writeOf('teams.removeMember', { params: { team_id: teamId, user_id: userId } }, before);
  return {
    ...member,
    write: write(''),
    // The direct permissions are read before, because they go with the membership.
    requests: { count: 3, isExact: true },
    readsFirst: true,
    needless: { TEAM_MEMBERSHIP_NOT_FOUND: 'already' },
    survey: (call) => surveyTeam(call, teamId, () => new Set()),
    read: (call, { target }) => readMember(call, teamId, target.id),
    judge: (_row, { isMember, isLastAdmin }) => (isMember ? (isLastAdmin === true ? 'last-admin' : null) : 'already'),
    seen: seenMember,
    calls: ({ target }, state) => [write(target.id, state === null ? undefined : { items: grantItems(teamId, target.id, state) })],
    undo: {
      action: { kind: 'users.rejoinTeam', teamId },
      needsWas: true,
      rowValue: (was) => was ?? null,
      before: { isMember: false, permissions: [] },
    },
  };
}

/** The response of the read that has the old value of a removal. */
const grantItems = (teamId: string, userId: string, { permissions }: Pick<Member, 'permissions'>) =>
  permissions.map((id) => ({ id, user_id: userId, team_id: teamId }));

function rejoin({ teamId }: Of<'users.rejoinTeam'>): JobSpec<Member> {
  const write = (userId: string) => writeOf('teams.addMember', { params: { team_id: teamId, user_id: userId }, body: {} });
  const wanted = ({ value }: SpecRow): readonly string[] => {
    const { permissions } = fieldsOf(value);
    return Array.isArray(permissions) ? permissions.filter((id) => typeof id === 'string') : [];
  };
  const missing = (row: SpecRow, { permissions }: Member) => wanted(row).filter((id) => !permissions.includes(id));
  return {
    ...member,
    write: write(''),
    requests: { count: 4, isExact: false },
    readsFirst: true,
    needless: { TEAM_MEMBERSHIP_ALREADY_EXISTS: 'already' },
    survey: (call) => surveyTeam(call, teamId, null),
    read: (call, { target }) => readMember(call, teamId, target.id),
    judge(row, state) {
      if (!state.isMember) return null;
      // Of a user who was added again by another admin, before anything was sent, nothing is missing.
      return missing(row, state).length === 0 ? 'already' : row.was == null ? 'changed' : null;
    },
    seen: seenMember,
    calls(row, state) {
      const { id } = row.target;
      const params = (permission: string) => ({ team_id: teamId, user_id: id, permission_id: permission });
      // Who wasn't a member had none, and each is missing.
      const before = { items: [] };
      const grants = (state === null ? wanted(row) : missing(row, state)).map((permission) =>
        writeOf('permissions.grantInTeam', { params: params(permission), body: {} }, before),
      );
      return state?.isMember === true ? grants : [write(id), ...grants];
    },
    undo: null,
  };
}

function permission({ kind, teamId, permissionId }: Of<'users.grantInTeam' | 'users.revokeInTeam'>): JobSpec<Member> {
  const isGrant = kind === 'users.grantInTeam';
  const write = (userId: string, before?: unknown) => {
    const params = { team_id: teamId, user_id: userId, permission_id: permissionId };
    return isGrant
      ? writeOf('permissions.grantInTeam', { params, body: {} }, before)
      : writeOf('permissions.revokeInTeam', { params }, before);
  };
  const judge = ({ isMember, permissions, isLastAdmin }: Member): SkipReason | null => {
    if (!isMember) return 'not-a-member';
    if (permissions.includes(permissionId) === isGrant) return 'already';
    return isLastAdmin === true ? 'last-admin' : null;
  };
  return {
    ...member,
    write: write(''),
    needless: isGrant ? {} : { TEAM_PERMISSION_NOT_FOUND: 'already' },
    async survey(call) {
      if (isGrant) return surveyTeam(call, teamId, null);
      const contents = await readContents(call);
      return surveyTeam(call, teamId, (direct) => contents([...direct].filter((id) => id !== permissionId)));
    },
    read: (call, { target }) => readMember(call, teamId, target.id),
    judge: (_row, state) => judge(state),
    seen: seenMember,
    calls: ({ target }) => [write(target.id, { items: isGrant ? [] : grantItems(teamId, target.id, { permissions: [permissionId] }) })],
    undo: {
      action: { kind: isGrant ? 'users.revokeInTeam' : 'users.grantInTeam', teamId, permissionId },
      rowValue: () => null,
      before: null,
    },
  };
}

const team = { ...member, target: 'team', undo: null } as const;

function deletion(): JobSpec<ServerTeam> {
  const write = (id: string) => writeOf('teams.delete', { params: { id } });
  return {
    ...team,
    write: write(''),
    // The team is read for the journal.
    requests: { count: 2, isExact: true },
    needless: { TEAM_NOT_FOUND: 'gone' },
    isDoneWhenGone: true,
    survey: async () => ({ stateOf: (_target, known) => known as ServerTeam | undefined }),
    read: (call, { target }) => nullIfGone(call(catalog.teams.read, 'project', { params: { id: target.id } })),
    judge: () => null,
    seen: () => null,
    calls: ({ target }) => [write(target.id)],
  };
}

function addMember({ userId }: Of<'teams.addMember'>): JobSpec<{ readonly isMember: boolean }> {
  const write = (teamId: string) => writeOf('teams.addMember', { params: { team_id: teamId, user_id: userId }, body: {} });
  return {
    ...team,
    write: write(''),
    needless: { TEAM_MEMBERSHIP_ALREADY_EXISTS: 'already' },
    async survey(call) {
      const { items } = await call(catalog.teams.list, 'project', { query: { user_id: userId } });
      const ids = new Set(items.map(({ id }) => id));
      return { stateOf: ({ id }) => ({ isMember: ids.has(id) }) };
    },
    async read(call, { target }) {
      const { items } = await call(catalog.teams.profiles, 'project', { query: { team_id: target.id, user_id: userId } });
      return { isMember: items.length > 0 };
    },
    judge: (_row, { isMember }) => (isMember ? 'already' : null),
    seen: ({ isMember }) => isMember,
    calls: ({ target }) => [write(target.id)],
    undo: { action: { kind: 'teams.removeMember', userId }, rowValue: () => null, before: true },
  };
}

function removeMember({ userId }: Of<'teams.removeMember'>): JobSpec<Member> {
  const write = (teamId: string, before?: unknown) =>
    writeOf('teams.removeMember', { params: { team_id: teamId, user_id: userId } }, before);
  return {
    ...team,
    write: write(''),
    requests: { count: 3, isExact: true },
    readsFirst: true,
    needless: { TEAM_MEMBERSHIP_NOT_FOUND: 'already' },
    survey: async () => ({ stateOf: () => undefined }),
    read: (call, { target }) => readMember(call, target.id, userId),
    judge: (_row, { isMember }) => (isMember ? null : 'already'),
    seen: seenMember,
    calls: ({ target }, state) => [write(target.id, state === null ? undefined : { items: grantItems(target.id, userId, state) })],
  };
}

export const memberSpecs = {
  'users.addToTeam': add,
  'users.removeFromTeam': remove,
  'users.rejoinTeam': rejoin,
  'users.grantInTeam': permission,
  'users.revokeInTeam': permission,
  'teams.delete': deletion,
  'teams.addMember': addMember,
  'teams.removeMember': removeMember,
};
