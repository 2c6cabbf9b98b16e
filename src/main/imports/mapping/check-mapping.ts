/** Looks at a mapping: what contradicts itself, and what the first lines say about it. */
import type { ColumnNote, ImportMapping, ImportTarget, MappingProblem } from '#contract/imports/mapping.ts';
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import { cellText, severalTexts } from '../checking/cell-values';
import type { KnownProject } from '../checking/known-project';
import { permissionDraft } from '../checking/plan-permissions';
import { teamDraft } from '../checking/plan-teams';
import { teamsNamed } from '../checking/plan-user';
import { cellOf, type MappedColumn, mappedColumns } from '../checking/planned-line';
import { userDraft } from '../checking/user-draft';
import type { FileRecord } from '../reading/file-record';

/** Targets that several columns may have, because their values are added up. */
const additive: ReadonlySet<ImportTarget['field']> = new Set(['team', 'permission', 'member', 'contained']);

/** Returns what keeps a mapping from being checked. */
export function mappingProblems(mapping: ImportMapping, names: readonly string[]): readonly MappingProblem[] {
  const { columns } = mapping;
  const unknown = columns.filter(({ column }) => column >= names.length);
  const has = (field: ImportTarget['field']) => columns.some(({ target }) => target.field === field);
  const named = (...fields: ImportTarget['field'][]) =>
    columns.filter(({ target }) => fields.includes(target.field)).map(({ column }) => column);
  return [
    ...(unknown.length > 0 ? [{ reason: 'unknown-column' as const, columns: unknown.map(({ column }) => column) }] : []),
    ...conflicts(columns),
    ...(has(keyField(mapping)) ? [] : [{ reason: 'no-key' as const, columns: [] }]),
    ...(mapping.kind === 'teams' && mapping.match === 'id' && !has('display_name') && !has('id')
      ? [{ reason: 'no-name' as const, columns: [] }]
      : []),
    ...(has('password') && has('password_hash')
      ? [{ reason: 'password-and-hash' as const, columns: named('password', 'password_hash') }]
      : []),
  ];
}

function keyField(mapping: ImportMapping): ImportTarget['field'] {
  if (mapping.kind === 'permissions') return 'id';
  return mapping.match === 'name' ? 'display_name' : mapping.match;
}

type Columns = ImportMapping['columns'];

const targetKey = (target: ImportTarget) => ('path' in target ? target.path : target.field);

function conflicts(columns: Columns): readonly MappingProblem[] {
  const groups = new Map<string, number[]>();
  for (const { column, target } of columns) {
    if (additive.has(target.field)) continue;
    groups.set(targetKey(target), [...(groups.get(targetKey(target)) ?? []), column]);
  }
  const byColumn = new Map<number, number>();
  for (const { column } of columns) byColumn.set(column, (byColumn.get(column) ?? 0) + 1);
  const twice = [...groups.values()].filter((own) => own.length > 1);
  const repeated = [...byColumn].filter(([, count]) => count > 1).map(([column]) => [column]);
  return [...[...twice, ...repeated].map((own) => ({ reason: 'taken-twice' as const, columns: own })), ...nested(columns)];
}

/** Paths of which one is within another one: `server.plan` and `server.plan.name`, or all metadata and a path in it. */
function nested(columns: Columns): readonly MappingProblem[] {
  const paths = columns.flatMap(({ column, target }) => {
    if (target.field === 'metadata') {
      const parsed = parseMetadataPath(target.path);
      return typeof parsed === 'string' ? [] : [{ column, keys: [parsed.field as string, ...parsed.keys] }];
    }
    return target.field.endsWith('_metadata') ? [{ column, keys: [target.field as string] }] : [];
  });
  const isWithin = (inner: readonly string[], outer: readonly string[]) =>
    inner.length > outer.length && outer.every((key, at) => inner[at] === key);
  return paths.flatMap((outer) =>
    paths
      // A path within all metadata of its kind adds to it.
      .filter((inner) => outer.keys.length > 1 && isWithin(inner.keys, outer.keys))
      .map((inner) => ({ reason: 'within' as const, columns: [outer.column, inner.column] })),
  );
}

/** Resolves to what the first lines say about each column. Rejects with the errors of reads. */
export async function columnNotes(
  mapping: ImportMapping,
  names: readonly string[],
  first: readonly FileRecord[],
  project: KnownProject,
): Promise<readonly ColumnNote[]> {
  return Promise.all(mappedColumns(mapping, names).map((column) => columnNote(mapping, column, first, project)));
}

async function columnNote(
  mapping: ImportMapping,
  column: MappedColumn,
  first: readonly FileRecord[],
  project: KnownProject,
): Promise<ColumnNote> {
  const used = first.filter(({ cells }) => cellText(cells[column.column]).trim() !== '');
  const faulty = used.filter((record) => problemsOf(mapping, column, record) > 0);
  return {
    column: column.column,
    values: used.length,
    unreadable: faulty.length,
    firstLine: faulty[0]?.line ?? null,
    references: await references(column, used, project),
  };
}

function problemsOf(mapping: ImportMapping, column: MappedColumn, record: FileRecord): number {
  switch (mapping.kind) {
    case 'users':
      return userDraft([column], record).problems.length;
    case 'teams':
      return teamDraft([column], record).problems.length;
    case 'permissions':
      return permissionDraft([column], record, mapping).problems.length;
  }
}

/** Names that are listed as missing. */
const maxMissing = 20;

async function references(column: MappedColumn, used: readonly FileRecord[], project: KnownProject): Promise<ColumnNote['references']> {
  const { target } = column;
  if (target.field !== 'team' && target.field !== 'permission') return null;
  const texts = [...new Set(used.flatMap((record) => severalTexts(cellOf(record, column), target.separator)))];
  const missing: string[] = [];
  const permissions = target.field === 'permission' ? await project.projectPermissions() : null;
  for (const text of texts) {
    const isKnown =
      target.field === 'team'
        ? (await teamsNamed({ column, by: target.by, text }, project)).length > 0
        : permissions === null || permissions.has(text);
    if (!isKnown) missing.push(text.slice(0, 200));
  }
  return { named: texts.length, missing: missing.slice(0, maxMissing) };
}
