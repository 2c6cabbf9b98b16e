/** What a check knows of the project: the users whom the lines name, teams, memberships, and permissions. */
import { AppError } from '#contract/errors.ts';
import { everyUser, type UserScope } from '#contract/query/user-query.ts';
import { catalog } from '#contract/service/index.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import type { UserField } from '#contract/workers/library.ts';
import { exportRows } from '../../exports/export-rows';
import type { ExportSource } from '../../exports/export-source';
import { usersWithEmail } from '../../jobs/import-users';
import { nullIfGone } from '../../jobs/row-errors';
import { createPackedTexts } from './packed-texts';

/** Users by what lines name them by. Only the parts that an import can change are kept. */
export interface KnownUsers {
  byId(id: string): ServerUser | undefined;
  byEmail(folded: string): readonly ServerUser[];
}

export interface WantedUsers {
  readonly ids: ReadonlySet<string>;
  /** Folded addresses. */
  readonly emails: ReadonlySet<string>;
}

export interface UsersDeps {
  readonly source: ExportSource;
  /** Whether the index has all users. */
  readonly hasIndex: boolean;
  readonly fold: (email: string) => string;
  /** Fields that are kept, besides the ID, the address, and the name. */
  readonly fields: readonly UserField[];
  readonly onPart: () => Promise<void>;
}

/** Up to this number of users, each is asked for; more come from the list. */
const maxSingleReads = 50;
/** Users that are asked for at the same time. */
const atOnce = 4;

const everyone: UserScope = { query: everyUser, order: { by: 'signed-up', desc: false } };

/** Resolves to the users whom lines name: from the index, one by one, or from the service's list. */
export async function knownUsers({ source, hasIndex, fold, fields, onPart }: UsersDeps, wanted: WantedUsers): Promise<KnownUsers> {
  const kept = createKeptUsers(wanted);
  for await (const users of oneAhead(foundUsers({ source, hasIndex, fields }, wanted))) {
    for (const user of users) kept.add(user, user.primary_email === null ? null : fold(user.primary_email), fields);
    await onPart();
  }
  return kept;
}

/** Keeps users as texts: as objects, they would take several times the memory. */
function createKeptUsers(wanted: WantedUsers) {
  const texts = createPackedTexts();
  const ids = new Map<string, number>();
  const emails = new Map<string, number>();
  /** Of addresses that several users have, all but the first. */
  const others = new Map<string, number[]>();
  const read = (position: number) => JSON.parse(texts.read(position)) as ServerUser;
  const byEmail = (folded: string): readonly ServerUser[] => {
    const first = emails.get(folded);
    return first === undefined ? [] : [first, ...(others.get(folded) ?? [])].map(read);
  };
  return {
    add(user: ServerUser, folded: string | null, fields: readonly UserField[]) {
      const isIdWanted = wanted.ids.has(user.id);
      const email = folded !== null && wanted.emails.has(folded) ? folded : null;
      if (!isIdWanted && email === null) return;
      if (isIdWanted ? ids.has(user.id) : email !== null && byEmail(email).some(({ id }) => id === user.id)) return;
      const position = texts.add(JSON.stringify(keptParts(user, fields)));
      if (isIdWanted) ids.set(user.id, position);
      if (email === null) return;
      if (emails.has(email)) others.set(email, [...(others.get(email) ?? []), position]);
      else emails.set(email, position);
    },
    byId(id: string) {
      const position = ids.get(id);
      return position === undefined ? undefined : read(position);
    },
    byEmail,
  };
}

/** Yields items, of which the next one is being read in the meantime. */
async function* oneAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  for (;;) {
    const found = await next;
    if (found.done) return;
    next = items.next();
    // It is awaited later, or not at all.
    next.catch(() => undefined);
    yield found.value;
  }
}

async function* foundUsers(
  { source, hasIndex, fields }: Pick<UsersDeps, 'source' | 'hasIndex' | 'fields'>,
  { ids, emails }: WantedUsers,
): AsyncGenerator<readonly ServerUser[]> {
  if (ids.size + emails.size === 0) return;
  if (hasIndex) {
    yield* source.matching(everyone, fields);
    return;
  }
  if (ids.size + emails.size > maxSingleReads) {
    for await (const { rows } of exportRows(source, { kind: 'users', scope: { kind: 'all' }, fields: [] }))
      yield rows.flatMap((row) => (row.kind === 'user' ? [row.user] : []));
    return;
  }
  const reads = [
    ...[...ids].map((id) => async () => {
      const user = await nullIfGone(source.call(catalog.users.read, 'project', { params: { user_id: id } }));
      return user === null ? [] : [user];
    }),
    ...[...emails].map((email) => () => usersWithEmail(source.call, email)),
  ];
  for (let at = 0; at < reads.length; at += atOnce) yield (await Promise.all(reads.slice(at, at + atOnce).map((read) => read()))).flat();
}

/** Returns what is kept of a user: who it is, and the fields that lines can change. */
function keptParts(user: ServerUser, fields: readonly UserField[]): Partial<ServerUser> {
  const { id, primary_email, display_name } = user;
  const own = fields.flatMap((field) => (Object.hasOwn(user, field) ? [[field, user[field]] as const] : []));
  return { ...Object.fromEntries(own), id, primary_email, display_name };
}

/** Teams by their IDs and names. Several may have one name. */
interface TeamsBy {
  readonly ids: ReadonlyMap<string, readonly ServerTeam[]>;
  readonly names: ReadonlyMap<string, readonly ServerTeam[]>;
}

/** Teams, memberships, and permissions, each read once when a line first needs them. */
export interface KnownProject {
  teamsBy(): Promise<TeamsBy>;
  /** IDs of the members of a team. */
  members(teamId: string): Promise<ReadonlySet<string>>;
  definitions(scope: 'team' | 'project'): Promise<readonly PermissionDefinition[]>;
  /** IDs of the permissions of the project; null where they can't be read, as with a server key only. */
  projectPermissions(): Promise<ReadonlySet<string> | null>;
  /** Holders of permissions of the project, by `user permission`. */
  holders(): Promise<ReadonlySet<string>>;
  /** Whether users can sign in with passwords; true where that can't be read. */
  hasPasswords(): Promise<boolean>;
}

/** Creates what is known of a project. Rejects with the errors of reads. */
export function knownProject(source: ExportSource): KnownProject {
  const { call } = source;
  const teamsBy = once(async () => {
    const { items } = await call(catalog.teams.list, 'project', { query: {} });
    return { ids: grouped(items, ({ id }) => id), names: grouped(items, ({ display_name: name }) => name) };
  });
  const ofTeam = new Map<string, Promise<ReadonlySet<string>>>();
  const definitions = {
    team: once(async () => (await call(catalog.permissions.teamDefinitions, 'project', {})).items),
    project: once(async () => (await call(catalog.permissions.projectDefinitions, 'project', {})).items),
  };
  return {
    teamsBy,
    members(teamId) {
      const known = ofTeam.get(teamId) ?? membersOf(source, teamId);
      ofTeam.set(teamId, known);
      return known;
    },
    definitions: (scope) => definitions[scope](),
    projectPermissions: once(async () => {
      const found = await definitions.project().catch(nullIfRefused);
      return found === null ? null : new Set(found.map(({ id }) => id));
    }),
    holders: once(async () => {
      const { items } = await call(catalog.permissions.inProject, 'project', { query: { recursive: 'false' } });
      return new Set(items.map(({ id, user_id: userId }) => `${userId} ${id}`));
    }),
    hasPasswords: once(async () => {
      // With a server key only, it isn't known, and the service says it.
      const project = await call(catalog.projects.read, 'project', {}).catch(nullIfRefused);
      return project?.config.credential_enabled ?? true;
    }),
  };
}

function grouped(teams: readonly ServerTeam[], keyOf: (team: ServerTeam) => string): TeamsBy['ids'] {
  const groups = new Map<string, ServerTeam[]>();
  for (const team of teams) {
    const own = groups.get(keyOf(team)) ?? [];
    own.push(team);
    groups.set(keyOf(team), own);
  }
  return groups;
}

function nullIfRefused(thrown: unknown): null {
  if (thrown instanceof AppError) return null;
  throw thrown;
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

async function membersOf(source: ExportSource, teamId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const rows = exportRows(source, { kind: 'members', scope: { kind: 'team', teamId }, fields: [] });
  for await (const batch of rows) for (const row of batch.rows) if (row.kind === 'member') ids.add(row.user.id);
  return ids;
}
