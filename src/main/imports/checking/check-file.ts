/** Checks all lines of a file: what each would create or change, and why others can't be imported. Nothing is sent but reads. */
import type { CheckResult } from '#contract/imports/check.ts';
import type { ImportMapping, MappingOf } from '#contract/imports/mapping.ts';
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import { type UserField, userField } from '#contract/workers/library.ts';
import type { ExportSource } from '../../exports/export-source';
import type { OwnTargets } from '../../jobs/freeze-rows';
import { type FileRecord, ownRecord } from '../reading/file-record';
import { type ReadableFile, recordsOf } from '../reading/read-file';
import { cellText } from './cell-values';
import { type KnownProject, type KnownUsers, knownProject, knownUsers, type WantedUsers } from './known-project';
import type { LineStore } from './line-store';
import { permissionDraft, planPermissions } from './plan-permissions';
import { planTeam, repeatedProblem, type TeamDraft, teamDraft, teamKeyOf } from './plan-teams';
import { planUser } from './plan-user';
import {
  brokenLine,
  cutChanges,
  impossibleLine,
  isSecretTarget,
  type MappedColumn,
  mappedColumns,
  type PlannedLine,
  shortened,
} from './planned-line';
import { keyOf, userDraft } from './user-draft';

export interface CheckDeps {
  readonly file: ReadableFile;
  readonly columns: readonly string[];
  /** Indexes of the columns that look like secrets. */
  readonly secretColumns: ReadonlySet<number>;
  /** Number of lines, for the progress. */
  readonly lines: number;
  readonly mapping: ImportMapping;
  readonly source: ExportSource;
  readonly hasIndex: boolean;
  readonly own: OwnTargets;
  /** Brings an address to the form in which the release compares addresses. */
  readonly fold: (email: string) => string;
  /** Runs after each part of the work, with the part that is done. May reject, to end the check. */
  readonly onPart: (progress: number) => Promise<void>;
}

export type CheckSums = Omit<CheckResult, 'counts' | 'checkedAtMillis'>;

/** Parts of the progress: finding which users are named, and reading them. */
const [namedPart, readPart] = [0.2, 0.5];

/** Stores what each line would do. Rejects with `UnreadableFile`, the errors of reads and of the store, and what `onPart` does. */
export async function checkFile(deps: CheckDeps, store: LineStore): Promise<CheckSums> {
  const columns = mappedColumns(deps.mapping, deps.columns);
  const secrets = concealedColumns(deps.secretColumns, columns);
  const sums = createSums(deps.hasIndex, deps.mapping.kind);
  const add = async (line: PlannedLine, record?: FileRecord) => {
    sums.add(line);
    const shown = { ...line, changes: cutChanges(line.changes) };
    await store.add(line.status === 'impossible' && record !== undefined ? { ...shown, cells: shownCells(record, deps, secrets) } : shown);
  };
  const project = knownProject(deps.source);
  switch (deps.mapping.kind) {
    case 'users':
      await checkUsers(deps, deps.mapping, columns, project, add);
      break;
    case 'teams':
      await checkTeams(deps, deps.mapping, columns, project, add);
      break;
    case 'permissions':
      await checkPermissions(deps, deps.mapping, columns, project, add);
  }
  await store.finish();
  return sums.result();
}

/** Returns the columns whose values no list and no file gets: also of passwords that the mapping leaves out. */
function concealedColumns(looksSecret: ReadonlySet<number>, mapped: readonly MappedColumn[]): ReadonlySet<number> {
  const concealed = new Set(looksSecret);
  for (const { column, target } of mapped) isSecretTarget(target) ? concealed.add(column) : concealed.delete(column);
  return concealed;
}

type Add = (line: PlannedLine, record?: FileRecord) => Promise<void>;

async function checkUsers(deps: CheckDeps, mapping: MappingOf<'users'>, columns: readonly MappedColumn[], project: KnownProject, add: Add) {
  const { fold, own } = deps;
  const wanted = { ids: new Set<string>(), emails: new Set<string>() };
  const keys = columns.filter(({ target }) => target.field === 'id' || target.field === 'email');
  await eachRecord(deps, 0, namedPart, async (record) => {
    if (record.problem !== null) return;
    const { id, email } = userDraft(keys, record);
    const key = keyOf({ id, email }, mapping.match === 'id' && id !== null ? 'id' : 'email', fold);
    if (key !== null) (mapping.match === 'id' && id !== null ? wanted.ids : wanted.emails).add(key);
  });
  const users = await readUsers(deps, wanted, fieldsOf(columns));
  const lines = new Map<string, number>();
  await eachRecord(deps, readPart, 1, async (record) => {
    if (record.problem !== null) return add(brokenLine(record), record);
    return add(await planUser(userDraft(columns, record), { mapping, users, project, own, fold, lines }), record);
  });
}

async function checkTeams(deps: CheckDeps, mapping: MappingOf<'teams'>, columns: readonly MappedColumn[], project: KnownProject, add: Add) {
  const { fold } = deps;
  const teams = new Map<string, TeamDraft[]>();
  const wanted = { ids: new Set<string>(), emails: new Set<string>() };
  await eachRecord(deps, 0, namedPart, async (record) => {
    if (record.problem !== null) return add(brokenLine(record), record);
    const draft = teamDraft(columns, ownRecord(record));
    for (const { by, text } of draft.members) (by === 'id' ? wanted.ids : wanted.emails).add(by === 'id' ? text.toLowerCase() : fold(text));
    const key = teamKeyOf(draft, mapping.match) ?? `line ${draft.line}`;
    const own = teams.get(key) ?? [];
    const problem = repeatedProblem(own, draft);
    if (problem !== null) return add(impossibleLine({ line: draft.line, id: draft.id, name: draft.name, email: null }, [problem]), record);
    teams.set(key, own);
    own.push(draft);
  });
  const users = await readUsers(deps, wanted, []);
  const left = createLeft(deps, add);
  let done = 0;
  for (const lines of teams.values()) {
    for (const line of await planTeam(lines, { mapping, users, project, fold })) await left.put(line);
    done += 1;
    if (done % 100 === 0) await deps.onPart(readPart + ((1 - readPart) * done) / teams.size);
  }
  await left.add();
}

async function checkPermissions(
  deps: CheckDeps,
  mapping: MappingOf<'permissions'>,
  columns: readonly MappedColumn[],
  project: KnownProject,
  add: Add,
) {
  const drafts: ReturnType<typeof permissionDraft>[] = [];
  await eachRecord(deps, 0, 1, async (record) => {
    if (record.problem !== null) return add(brokenLine(record), record);
    drafts.push(permissionDraft(columns, ownRecord(record), mapping));
  });
  const left = createLeft(deps, add);
  for (const line of await planPermissions(drafts, mapping, project)) await left.put(line);
  await left.add();
}

/** Creates what adds lines that were planned together: those that can't be imported last, with their cells, for which the file is read again. */
function createLeft(deps: CheckDeps, add: Add) {
  const impossible = new Map<number, PlannedLine>();
  return {
    async put(line: PlannedLine) {
      if (line.status === 'impossible') impossible.set(line.line, line);
      else await add(line);
    },
    async add() {
      if (impossible.size === 0) return;
      await eachRecord(deps, 1, 1, async (record) => {
        const line = impossible.get(record.line);
        if (line !== undefined) await add(line, record);
      });
    },
  };
}

const serviceFields: Readonly<Record<string, UserField>> = {
  email_verified: 'primary_email_verified',
  email_auth: 'primary_email_auth_enabled',
  one_time_codes: 'otp_auth_enabled',
};

/** The fields of users that a mapping is about. */
function fieldsOf(columns: readonly MappedColumn[]): readonly UserField[] {
  const fields = columns.flatMap(({ target }) => {
    if (target.field !== 'metadata') {
      // Users have no field for others, such as passwords and teams.
      const { data } = userField.safeParse(serviceFields[target.field] ?? target.field);
      return data ?? [];
    }
    const path = parseMetadataPath(target.path);
    return typeof path === 'string' ? [] : [path.field];
  });
  return [...new Set(fields)];
}

function readUsers({ source, hasIndex, fold, onPart }: CheckDeps, wanted: WantedUsers, fields: readonly UserField[]): Promise<KnownUsers> {
  let parts = 0;
  return knownUsers(
    {
      ...{ source, hasIndex, fold, fields },
      // How many users there are isn't known: each page is a smaller part of what is left.
      async onPart() {
        parts += 1;
        await onPart(namedPart + (readPart - namedPart) * (1 - 1 / (1 + parts / 20)));
      },
    },
    wanted,
  );
}

/** Lines between two pauses, in which others get their turn. */
const linesAtOnce = 250;

async function eachRecord(
  { file, columns, lines, onPart }: CheckDeps,
  from: number,
  to: number,
  use: (record: FileRecord) => Promise<void>,
): Promise<void> {
  let done = 0;
  for await (const batch of recordsOf(file, columns)) {
    for (const record of batch) {
      await use(record);
      done += 1;
      if (done % linesAtOnce === 0) await onPart(from + ((to - from) * done) / Math.max(done, lines));
    }
  }
}

/** Characters of a cell of a line that can't be imported: it is mended and imported again, so that what is cut off has to be seen. */
const shownLength = 100_000;

function shownCells({ cells, problem }: FileRecord, { columns }: CheckDeps, secrets: ReadonlySet<number>): readonly string[] {
  // Which cell of a broken line is the password isn't known.
  if (problem !== null && secrets.size > 0) return [];
  return columns.map((_name, at) => (secrets.has(at) ? '' : shortened(cellText(cells[at]), shownLength)));
}

function createSums(hasIndex: boolean, kind: ImportMapping['kind']) {
  const requests = { create: 0, change: 0 };
  const passwords = { set: 0, leftOut: 0 };
  let withoutEmail = 0;
  return {
    add({ status, requests: own, row, leavesPassword, email }: PlannedLine) {
      if (status === 'create' || status === 'change') requests[status] += own;
      if (row?.secret) passwords.set += 1;
      if (leavesPassword) passwords.leftOut += 1;
      if (kind === 'users' && status === 'create' && email === null) withoutEmail += 1;
    },
    result: (): CheckSums => ({ requests, passwords, withoutEmail, comparedWith: hasIndex ? 'index' : 'service' }),
  };
}
