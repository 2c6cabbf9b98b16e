/** The spec of rows of a file that create or change users. */
import type { InputOf } from '#contract/definitions.ts';
import { fieldsOf, isSameValue } from '#contract/journal/changed-fields.ts';
import { catalog, type RowOf } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { blockedPath, changingBody, fieldChanges, type ImportedFields, importedFields, isAsFrozen } from './imported-fields';
import { type JobCall, type JobSpec, type ProjectCall, type SpecRow, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

/** What a row is to become: its value. */
export interface ImportedUser extends ImportedFields {
  /** IDs of teams and of permissions of the project that are added. */
  readonly teams: readonly string[];
  readonly permissions: readonly string[];
}

/** What a row finds. The user is null where a new one is created. */
interface FoundUser {
  readonly user: ServerUser | null;
  readonly teams: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
}

type Creation = InputOf<RowOf<'users.create'>, 'project'>['body'];
type Update = InputOf<RowOf<'users.update'>, 'project'>['body'];

const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);

function wantedOf(value: JsonValue): ImportedUser {
  const { teams, permissions } = fieldsOf(value);
  return { ...importedFields(value), teams: textsOf(teams), permissions: textsOf(permissions) };
}

const emailOf = (row: SpecRow) => {
  const { primary_email: email } = wantedOf(row.value).fields;
  return typeof email === 'string' ? email : null;
};

/** The ID of a user who exists, or was created by this row. */
function idOf({ target, was }: SpecRow): string | null {
  if (isUuid(target.id)) return target.id;
  const { id } = fieldsOf(was);
  return typeof id === 'string' ? id : null;
}

const secretOf = ({ secret }: SpecRow) => (secret ? (JSON.parse(secret) as { password?: string; password_hash?: string }) : {});

/** Users of a page. */
const pageSize = 100;

/** Resolves to the users whose primary address is this one. The service's search also finds other addresses that contain it. */
export async function usersWithEmail(call: ProjectCall, email: string): Promise<readonly ServerUser[]> {
  const folded = email.toLowerCase();
  const found: ServerUser[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { query: email, limit: pageSize, ...(cursor === '' ? {} : { cursor }) };
    const { items, pagination }: Awaited<ReturnType<typeof read>> = await read(call, query);
    found.push(...items.filter((user) => user.primary_email?.toLowerCase() === folded));
    cursor = pagination.next_cursor === cursor ? null : pagination.next_cursor;
  }
  // Earlier releases tell addresses apart that differ in case only.
  const exact = found.filter((user) => user.primary_email === email);
  return exact.length > 0 ? exact : found;
}

const read = (call: ProjectCall, query: { query: string; limit: number; cursor?: string }) =>
  call(catalog.users.list, 'project', { query });

async function readUser(call: ProjectCall, row: SpecRow): Promise<FoundUser | null> {
  const id = idOf(row);
  const email = emailOf(row);
  const user = id !== null ? await nullIfGone(call(catalog.users.read, 'project', { params: { user_id: id } })) : null;
  if (id !== null && user === null) return null;
  const one = user ?? (email === null ? null : ((await usersWithEmail(call, email))[0] ?? null));
  const { teams, permissions } = wantedOf(row.value);
  if (one === null) return { user: null, teams: new Set(), permissions: new Set() };
  return {
    user: one,
    teams: new Set(
      teams.length === 0 ? [] : (await call(catalog.teams.list, 'project', { query: { user_id: one.id } })).items.map((team) => team.id),
    ),
    permissions: new Set(permissions.length === 0 ? [] : await permissionsOf(call, one.id)),
  };
}

async function permissionsOf(call: ProjectCall, userId: string): Promise<readonly string[]> {
  const { items } = await call(catalog.permissions.inProject, 'project', { query: { user_id: userId, recursive: 'false' } });
  return items.map(({ id }) => id);
}

/** The write of a new user. */
function creation(row: SpecRow): JobCall {
  const body = { ...changingBody({}, wantedOf(row.value)), ...secretOf(row) } as Creation;
  return writeOf('users.create', { body });
}

function additions(id: string, row: SpecRow, found: Pick<FoundUser, 'teams' | 'permissions'>): readonly JobCall[] {
  const { teams, permissions } = wantedOf(row.value);
  return [
    ...teams
      .filter((team) => !found.teams.has(team))
      .map((team) => writeOf('teams.addMember', { params: { team_id: team, user_id: id }, body: {} })),
    ...permissions
      .filter((permission) => !found.permissions.has(permission))
      .map((permission) => {
        const params = { user_id: id, permission_id: permission };
        return writeOf('permissions.grantInProject', { params, body: {} }, { items: [] });
      }),
  ];
}

/** Whether a row writes a password of a user who exists. It can't be compared, and setting it twice does no harm. */
const setsPassword = (row: SpecRow) => isUuid(row.target.id) && Object.keys(secretOf(row)).length > 0;

function changes(row: SpecRow, found: FoundUser): readonly JobCall[] {
  const { user } = found;
  if (user === null) return [creation(row)];
  const body = { ...changingBody(user, wantedOf(row.value)), ...(setsPassword(row) ? secretOf(row) : {}) } as Update;
  const update = Object.keys(body).length === 0 ? [] : [writeOf('users.update', { params: { user_id: user.id }, body }, user)];
  return [...update, ...additions(user.id, row, found)];
}

/** Whether a user is what the row would have created; what others made of one isn't changed. */
function isCreated(user: ServerUser, row: SpecRow): boolean {
  const { primary_email: email, ...fields } = wantedOf(row.value).fields;
  const isEmail = email === undefined || isSameValue(user.primary_email?.toLowerCase(), String(email).toLowerCase());
  return isEmail && fieldChanges(user, { ...wantedOf(row.value), fields }).length === 0;
}

/** Whether a user who was found by the address still has it. */
function isStillNamed(user: ServerUser, { before }: SpecRow): boolean {
  const { email } = fieldsOf(before);
  return typeof email !== 'string' || user.primary_email?.toLowerCase() === email.toLowerCase();
}

/** Creates the spec. Rows with the ID of a user change that user; others create one. */
export function importUsers(): JobSpec<FoundUser> {
  return {
    write: writeOf('users.create', { body: {} }),
    target: 'user',
    requests: { count: 2, isExact: false },
    readsFirst: true,
    isSafeTwice: false,
    // Someone else created the user since the preview.
    needless: { USER_EMAIL_ALREADY_EXISTS: 'changed', TEAM_MEMBERSHIP_ALREADY_EXISTS: 'already' },
    sparesOwn: false,
    isDoneWhenGone: false,
    survey: async () => ({ stateOf: () => undefined }),
    read: readUser,
    // A user without an address can't be found.
    readable: (row) => (idOf(row) !== null || emailOf(row) !== null ? 'always' : 'never'),
    judge(row, found) {
      const { user } = found;
      if (user === null) return null;
      const wanted = wantedOf(row.value);
      if (!isUuid(row.target.id) && !isCreated(user, row)) return 'changed';
      if (isUuid(row.target.id)) {
        if (blockedPath(user, wanted) !== null) return 'in-the-way';
        if (!isAsFrozen(user, row.before, wanted) || !isStillNamed(user, row)) return 'changed';
      } else if (additions(user.id, row, found).length === 0) return 'already';
      return changes(row, found).length === 0 ? 'already' : null;
    },
    seen: ({ user }) => (user === null ? null : { id: user.id }),
    calls: (row, found) =>
      found === null
        ? [creation(row)]
        : found.user !== null && !isUuid(row.target.id)
          ? additions(found.user.id, row, found)
          : changes(row, found),
    follow(row, { name }, response) {
      const { id } = fieldsOf(response);
      if (name !== 'users.create' || typeof id !== 'string') return { calls: [], was: null };
      return { calls: additions(id, row, { teams: new Set(), permissions: new Set() }), was: { id } };
    },
    undo: null,
  };
}
