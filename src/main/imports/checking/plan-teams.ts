/** What the lines of a file make of teams and their members. Several lines may be about one team. */
import type { LineProblem } from '#contract/imports/check.ts';
import type { MappingOf } from '#contract/imports/mapping.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import type { ImportedTeam } from '../../jobs/import-teams';
import {
  blockedPath,
  fieldChanges,
  frozenFields,
  type ImportedFields,
  type ImportedPath,
  withPathsInside,
} from '../../jobs/imported-fields';
import type { Cell, FileRecord } from '../reading/file-record';
import { type Read, readEmail, readId, readJson, readMetadata, readText, readUrl, severalTexts } from './cell-values';
import type { KnownProject, KnownUsers } from './known-project';
import { cellOf, impossibleLine, lineProblem, type MappedColumn, type PlannedLine, sameLine, taking, valueProblem } from './planned-line';

/** A member by ID or by address. */
interface MemberReference {
  readonly column: MappedColumn;
  readonly by: 'id' | 'email';
  readonly text: string;
}

export interface TeamDraft {
  readonly line: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly paths: readonly ImportedPath[];
  readonly emptyFields: readonly string[];
  readonly emptyPaths: readonly string[];
  readonly members: readonly MemberReference[];
  readonly problems: readonly LineProblem[];
}

const plainFields: Readonly<Record<string, (cell: Cell) => Read<JsonValue>>> = {
  profile_image_url: readUrl,
  client_metadata: readJson,
  client_read_only_metadata: readJson,
  server_metadata: readJson,
};

/** Returns the draft of a line. */
export function teamDraft(columns: readonly MappedColumn[], record: FileRecord): TeamDraft {
  const own = { id: null as string | null, name: null as string | null };
  const fields: Record<string, JsonValue> = {};
  const lists = { paths: [] as ImportedPath[], members: [] as MemberReference[], problems: [] as LineProblem[] };
  const empty = { emptyFields: [] as string[], emptyPaths: [] as string[] };
  for (const column of columns) {
    const cell = cellOf(record, column);
    const { target } = column;
    const take = taking(column, cell, lists.problems);
    const plain = plainFields[target.field];
    if (plain !== undefined)
      take(
        plain(cell),
        (value) => Object.assign(fields, { [target.field]: value }),
        () => empty.emptyFields.push(target.field),
      );
    else if (target.field === 'id') take(readId(cell), (id) => Object.assign(own, { id: id.toLowerCase() }));
    else if (target.field === 'display_name') take(readText(cell), (name) => Object.assign(own, { name }));
    else if (target.field === 'metadata')
      take(
        readMetadata(cell, target.type),
        (value) => lists.paths.push({ path: target.path, value }),
        () => empty.emptyPaths.push(target.path),
      );
    else if (target.field === 'member')
      for (const text of severalTexts(cell, target.separator)) {
        const read = target.by === 'id' ? readId(text) : readEmail(text);
        take(read, (value) => lists.members.push({ column, by: target.by, text: value }));
      }
  }
  return { line: record.line, ...own, ...lists, ...empty, ...withPathsInside({ fields, paths: lists.paths }) };
}

/** By what a team is found: its ID, or its name. Lines without an ID are known by the name. */
export function teamKeyOf({ id, name }: Pick<TeamDraft, 'id' | 'name'>, match: MappingOf<'teams'>['match']): string | null {
  if (match === 'id' && id !== null) return `id ${id}`;
  return name === null ? null : `name ${name}`;
}

/** Returns the problem of a line that says something else about its team than those before it, or adds no members; null for none. */
export function repeatedProblem(earlier: readonly TeamDraft[], later: TeamDraft): LineProblem | null {
  const first = earlier.find(({ problems }) => problems.length === 0);
  if (first === undefined || later.problems.length > 0) return null;
  const isOther =
    Object.entries(later.fields).some(([field, value]) => JSON.stringify(first.fields[field]) !== JSON.stringify(value)) ||
    later.paths.some(({ path, value }) => JSON.stringify(first.paths.find((one) => one.path === path)?.value) !== JSON.stringify(value));
  return isOther || later.members.length === 0 ? lineProblem('repeated', { line: first.line }) : null;
}

export interface PlanTeamDeps {
  readonly mapping: MappingOf<'teams'>;
  readonly users: KnownUsers;
  readonly project: KnownProject;
  readonly fold: (email: string) => string;
}

const whoOf = ({ line, id, name }: TeamDraft) => ({ line, id, name, email: null });

/** Plans a team with all its lines, of which each that can't be imported is left out alone. Rejects with the errors of reads. */
export async function planTeam(lines: readonly TeamDraft[], deps: PlanTeamDeps): Promise<readonly PlannedLine[]> {
  const left = lines.filter(({ problems }) => problems.length > 0).map((draft) => impossibleLine(whoOf(draft), draft.problems));
  const readable = lines.filter(({ problems }) => problems.length === 0);
  const [first] = readable;
  if (first === undefined) return left;
  const found = await foundTeam(first, deps);
  if ('reason' in found) return [...left, ...readable.map((draft) => impossibleLine(whoOf(draft), [found]))];
  const members = await resolvedMembers(readable, deps, found.team);
  const [own] = members.fine;
  if (own === undefined) return [...left, ...members.refused];
  // An empty cell clears nothing that a line before it, which is left out, may give a value.
  const draft = own === lines[0] ? own : { ...own, emptyFields: [], emptyPaths: [] };
  return [...left, ...members.refused, planned(draft, deps, found.team, members.addresses)];
}

/** Resolves to the team that exists, to null for a new one, or to what keeps all lines about it from being imported. */
async function foundTeam(
  { id, name }: TeamDraft,
  { mapping, project }: PlanTeamDeps,
): Promise<{ readonly team: ServerTeam | null } | LineProblem> {
  const isById = mapping.match === 'id' && id !== null;
  const teams = await project.teamsBy();
  const found = isById ? (teams.ids.get(id ?? '') ?? []) : (teams.names.get(name ?? '') ?? []);
  if (!isById && name === null) return lineProblem('no-name');
  if (isById && found.length === 0) return lineProblem('not-found');
  if (found.length > 1) return lineProblem('team-ambiguous');
  return { team: found[0] ?? null };
}

async function resolvedMembers(lines: readonly TeamDraft[], { users, project, fold }: PlanTeamDeps, team: ServerTeam | null) {
  const hasMembers = lines.some(({ members }) => members.length > 0);
  const current = team === null || !hasMembers ? new Set<string>() : await project.members(team.id);
  const fine: TeamDraft[] = [];
  const refused: PlannedLine[] = [];
  /** By the IDs of the users. */
  const addresses = new Map<string, string | null>();
  for (const draft of lines) {
    const named = draft.members.map(({ by, text }) => (by === 'id' ? [users.byId(text.toLowerCase())] : users.byEmail(fold(text))));
    const problems = draft.members.flatMap(({ column, text }, at) => {
      const [user, ...others] = named[at] ?? [];
      if (user === undefined) return [valueProblem(column, text, { reason: 'user-unknown' })];
      return others.length > 0 ? [valueProblem(column, text, { reason: 'several-match' })] : [];
    });
    if (problems.length > 0) {
      refused.push(impossibleLine(whoOf(draft), problems));
      continue;
    }
    fine.push(draft);
    for (const [user] of named) if (user !== undefined && !current.has(user.id)) addresses.set(user.id, user.primary_email);
  }
  return { fine, refused, addresses };
}

const clearable: ReadonlySet<string> = new Set(Object.keys(plainFields));

function planned(
  draft: TeamDraft,
  { mapping }: PlanTeamDeps,
  team: ServerTeam | null,
  members: ReadonlyMap<string, string | null>,
): PlannedLine {
  const who = { line: draft.line, id: team?.id ?? null, name: team?.display_name ?? draft.name, email: null };
  if (team !== null && mapping.existing === 'leave') return sameLine(who);
  const isCleared = team !== null && mapping.empty === 'clear';
  const cleared = isCleared
    ? Object.fromEntries(draft.emptyFields.filter((field) => clearable.has(field)).map((field) => [field, null]))
    : {};
  const wanted: ImportedFields = {
    fields: { ...(draft.name === null ? {} : { display_name: draft.name }), ...draft.fields, ...cleared },
    paths: [...draft.paths, ...(isCleared ? draft.emptyPaths.map((path) => ({ path })) : [])],
  };
  const blocked = blockedPath(team ?? draft.fields, wanted);
  if (blocked !== null) return impossibleLine(who, [lineProblem('in-the-way', { value: blocked })]);
  const differences = fieldChanges(team ?? {}, wanted).filter(({ field }) => team !== null || field !== 'display_name');
  const changes = [...differences, ...[...members].map(([id, address]) => ({ field: 'member', after: address ?? id }))];
  if (team !== null && changes.length === 0) return sameLine(who);
  const value: ImportedTeam = { ...wanted, members: [...members.keys()] };
  const writes = (team === null || differences.length > 0 ? 1 : 0) + members.size;
  return {
    ...who,
    status: team === null ? 'create' : 'change',
    changes,
    problems: [],
    row: {
      // A name may look like an ID, and is no text that is stored as it is.
      target: { id: team?.id ?? `line ${draft.line}`, of: null },
      ...{ name: who.name?.slice(0, 1_000) ?? null, email: null },
      before: team === null ? null : (frozenFields(team, wanted) as unknown as JsonValue),
      value: value as unknown as JsonValue,
      ...{ secret: null, reason: null },
    },
    requests: writes + (team === null ? 0 : members.size > 0 ? 2 : 1),
    leavesPassword: false,
  };
}
