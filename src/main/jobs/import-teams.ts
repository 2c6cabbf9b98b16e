/** The specs of rows of a file that create or change teams, and definitions of permissions. */
import type { InputOf } from '#contract/definitions.ts';
import { fieldsOf, isSameValue } from '#contract/journal/changed-fields.ts';
import { catalog, type RowOf } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { blockedPath, changingBody, fieldChanges, type ImportedFields, importedFields, isAsFrozen } from './imported-fields';
import { type JobCall, type JobSpec, type ProjectCall, type SpecRow, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

/** What a row is to become: its value. */
export interface ImportedTeam extends ImportedFields {
  /** IDs of users who are added. */
  readonly members: readonly string[];
}

/** What a row finds. The team is null where a new one is created. */
interface FoundTeam {
  readonly team: ServerTeam | null;
  readonly members: ReadonlySet<string>;
}

type Creation = InputOf<RowOf<'teams.create'>, 'project'>['body'];
type Update = InputOf<RowOf<'teams.update'>, 'project'>['body'];

function wantedOf(value: JsonValue): ImportedTeam {
  const { members } = fieldsOf(value);
  return { ...importedFields(value), members: Array.isArray(members) ? members.filter((item) => typeof item === 'string') : [] };
}

/** The ID of a team that exists, or was created by this row. */
function idOf({ target, was }: SpecRow): string | null {
  if (isUuid(target.id)) return target.id;
  const { id } = fieldsOf(was);
  return typeof id === 'string' ? id : null;
}

async function readTeam(call: ProjectCall, row: SpecRow): Promise<FoundTeam | null> {
  const id = idOf(row);
  const team = id === null ? await teamNamed(call, row) : await nullIfGone(call(catalog.teams.read, 'project', { params: { id } }));
  if (team === null) return id === null ? { team: null, members: new Set() } : null;
  if (wantedOf(row.value).members.length === 0) return { team, members: new Set() };
  const { items } = await call(catalog.teams.profiles, 'project', { query: { team_id: team.id } });
  return { team, members: new Set(items.map(({ user_id: userId }) => userId)) };
}

/** The newest team with the name of the row: there was none when it was previewed. */
async function teamNamed(call: ProjectCall, row: SpecRow): Promise<ServerTeam | null> {
  const { items } = await call(catalog.teams.list, 'project', { query: {} });
  return items.findLast((team) => team.display_name === wantedOf(row.value).fields.display_name) ?? null;
}

function additions(id: string, row: SpecRow, members: ReadonlySet<string>): readonly JobCall[] {
  return wantedOf(row.value)
    .members.filter((member) => !members.has(member))
    .map((member) => writeOf('teams.addMember', { params: { team_id: id, user_id: member }, body: {} }));
}

const creation = (row: SpecRow) => writeOf('teams.create', { body: changingBody({}, wantedOf(row.value)) as Creation });

function changes(row: SpecRow, { team, members }: FoundTeam): readonly JobCall[] {
  if (team === null) return [creation(row)];
  const body = isUuid(row.target.id) ? (changingBody(team, wantedOf(row.value)) as Update) : {};
  const update = Object.keys(body).length === 0 ? [] : [writeOf('teams.update', { params: { id: team.id }, body }, team)];
  return [...update, ...additions(team.id, row, members)];
}

/** Creates the spec. Rows with the ID of a team change that team; others create one. */
export function importTeams(): JobSpec<FoundTeam> {
  return {
    write: writeOf('teams.create', { body: { display_name: '' } }),
    target: 'team',
    requests: { count: 2, isExact: false },
    readsFirst: true,
    isSafeTwice: false,
    needless: { TEAM_MEMBERSHIP_ALREADY_EXISTS: 'already' },
    sparesOwn: false,
    isDoneWhenGone: false,
    survey: async () => ({ stateOf: () => undefined }),
    read: readTeam,
    // Names aren't unique, and finding one takes the list of all teams: only after a response was lost.
    readable: (row) => (idOf(row) === null ? 'afterwards' : 'always'),
    judge(row, found) {
      const { team } = found;
      if (team === null) return null;
      const wanted = wantedOf(row.value);
      if (!isUuid(row.target.id)) {
        if (fieldChanges(team, wanted).length > 0) return 'changed';
      } else {
        if (blockedPath(team, wanted) !== null) return 'in-the-way';
        if (!isAsFrozen(team, row.before, wanted)) return 'changed';
      }
      return changes(row, found).length === 0 ? 'already' : null;
    },
    seen: ({ team }) => (team === null ? null : { id: team.id }),
    calls: (row, found) => changes(row, found ?? { team: null, members: new Set() }),
    follow(row, { name }, response) {
      const { id } = fieldsOf(response);
      if (name !== 'teams.create' || typeof id !== 'string') return { calls: [], was: null };
      return { calls: additions(id, row, new Set()), was: { id } };
    },
    undo: null,
  };
}

interface Definition {
  readonly description: string | null;
  readonly contained: readonly string[];
}

/** What a row finds; null where the definition is created. */
interface FoundDefinition {
  readonly definition: Definition | null;
}

function definitionOf(value: unknown): Definition {
  const { description, contained } = fieldsOf(value);
  return {
    description: typeof description === 'string' ? description : null,
    contained: Array.isArray(contained) ? contained.filter((item) => typeof item === 'string') : [],
  };
}

const isSameDefinition = (one: Definition, other: Definition) =>
  one.description === other.description && isSameValue([...one.contained].sort(), [...other.contained].sort());

const bodyOf = ({ description, contained }: Definition) => ({ description: description ?? '', contained_permission_ids: [...contained] });

/** Creates the spec. The target says the permission, and of what it is one: `team` or `project`. */
export function importPermissions(): JobSpec<FoundDefinition> {
  const write = ({ target, value }: SpecRow, found: FoundDefinition | null): JobCall => {
    const wanted = definitionOf(value);
    const [id, isTeam] = [target.id, target.of === 'team'];
    if (!found?.definition) {
      const body = { id, ...bodyOf(wanted) };
      return isTeam ? writeOf('permissions.createTeamDefinition', { body }) : writeOf('permissions.createProjectDefinition', { body });
    }
    const input = { params: { id }, body: bodyOf(wanted) };
    return isTeam ? writeOf('permissions.updateTeamDefinition', input) : writeOf('permissions.updateProjectDefinition', input);
  };
  return {
    write: writeOf('permissions.createTeamDefinition', { body: { id: 'x' } }),
    target: 'permission',
    requests: { count: 2, isExact: false },
    readsFirst: true,
    // One contains others that are created before it.
    isInOrder: true,
    isSafeTwice: true,
    needless: {},
    sparesOwn: false,
    isDoneWhenGone: false,
    survey: async () => ({ stateOf: () => undefined }),
    async read(call, { target }) {
      const endpoint = target.of === 'team' ? catalog.permissions.teamDefinitions : catalog.permissions.projectDefinitions;
      const { items } = await call(endpoint, 'project', {});
      const found = items.find(({ id }) => id === target.id);
      if (found === undefined) return { definition: null };
      return { definition: { description: found.description || null, contained: found.contained_permission_ids } };
    },
    judge(row, { definition }) {
      if (definition === null) return row.before === null ? null : 'gone';
      if (isSameDefinition(definition, definitionOf(row.value))) return 'already';
      return row.before !== null && isSameDefinition(definition, definitionOf(row.before)) ? null : 'changed';
    },
    seen: ({ definition }) => definition as JsonValue,
    calls: (row, found) => [write(row, found)],
    undo: null,
  };
}
