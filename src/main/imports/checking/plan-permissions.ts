/** What the lines of a file make of definitions of permissions: in an order in which each contains only what is there before it. */
import type { LineProblem } from '#contract/imports/check.ts';
import type { MappingOf } from '#contract/imports/mapping.ts';
import { isSameValue } from '#contract/journal/changed-fields.ts';
import { isBuiltIn } from '#contract/service/models/permission-ids.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import type { FileRecord } from '../reading/file-record';
import { readPermissionId, readScope, readText, severalTexts } from './cell-values';
import type { KnownProject } from './known-project';
import { cellOf, impossibleLine, lineProblem, type MappedColumn, type PlannedLine, sameLine, taking } from './planned-line';

type Scope = 'team' | 'project';

export interface PermissionDraft {
  readonly line: number;
  readonly id: string | null;
  readonly scope: Scope;
  /** Undefined for an empty cell, or without a column. */
  readonly description: string | undefined;
  readonly contained: readonly string[] | undefined;
  readonly problems: readonly LineProblem[];
}

/** Returns the draft of a line. */
export function permissionDraft(columns: readonly MappedColumn[], record: FileRecord, mapping: MappingOf<'permissions'>): PermissionDraft {
  const own = { id: null as string | null, scope: mapping.scope, description: undefined as string | undefined };
  let contained: readonly string[] | undefined;
  const problems: LineProblem[] = [];
  const isCleared = mapping.empty === 'clear';
  for (const column of columns) {
    const cell = cellOf(record, column);
    const { target } = column;
    const take = taking(column, cell, problems);
    if (target.field === 'id') take(readPermissionId(cell), (id) => Object.assign(own, { id }));
    else if (target.field === 'scope') take(readScope(cell), (scope) => Object.assign(own, { scope }));
    else if (target.field === 'description') {
      if (isCleared) own.description = '';
      take(readText(cell), (description) => Object.assign(own, { description }));
    } else if (target.field === 'contained') {
      const texts = severalTexts(cell, target.separator);
      for (const text of texts) take(readPermissionId(text), () => undefined);
      if (texts.length > 0 || isCleared) contained = texts;
    }
  }
  return { line: record.line, ...own, contained, problems };
}

interface Wanted extends PermissionDraft {
  readonly id: string;
  readonly before: PermissionDefinition | null;
  readonly after: { readonly description: string; readonly contained: readonly string[] };
}

const keyOf = ({ scope, id }: { scope: Scope; id: string | null }) => `${scope} ${id}`;

/** Plans all lines. Rejects with the errors of reads. */
export async function planPermissions(
  drafts: readonly PermissionDraft[],
  mapping: MappingOf<'permissions'>,
  project: KnownProject,
): Promise<readonly PlannedLine[]> {
  const impossible: PlannedLine[] = [];
  const wanted = new Map<string, Wanted>();
  for (const draft of drafts) {
    const problem = problemOf(draft, wanted);
    const { line, id, scope } = draft;
    if (problem !== null || id === null) {
      impossible.push(impossibleLine({ line, id: null, name: id, email: null }, problem ?? [lineProblem('no-key')]));
      continue;
    }
    const before = (await project.definitions(scope)).find((one) => one.id === id) ?? null;
    const after = {
      description: draft.description ?? before?.description ?? '',
      contained: draft.contained ?? before?.contained_permission_ids ?? [],
    };
    wanted.set(keyOf(draft), { ...draft, id, before, after });
  }
  const { ordered, refused } = await inOrder(wanted, project);
  return [...impossible, ...refused, ...ordered.map((one) => planned(one, mapping))];
}

function problemOf(draft: PermissionDraft, earlier: ReadonlyMap<string, Wanted>): readonly LineProblem[] | null {
  if (draft.problems.length > 0) return draft.problems;
  if (draft.id === null) return [lineProblem('no-key')];
  if (isBuiltIn(draft.id)) return [lineProblem('built-in', { value: draft.id })];
  // IDs are those of the whole project: one can't be of a team and of the project.
  const first = earlier.get(keyOf({ scope: 'team', id: draft.id })) ?? earlier.get(keyOf({ scope: 'project', id: draft.id }));
  return first === undefined ? null : [lineProblem('repeated', { line: first.line })];
}

/** Orders definitions so that each comes after those that it contains. Those that contain themselves, or what doesn't exist, are refused. */
async function inOrder(wanted: ReadonlyMap<string, Wanted>, project: KnownProject) {
  const ordered: Wanted[] = [];
  const refused: PlannedLine[] = [];
  const states = new Map<string, 'open' | 'fine' | 'refused'>();
  const visit = async (one: Wanted): Promise<'fine' | 'refused' | 'open'> => {
    const key = keyOf(one);
    const known = states.get(key);
    if (known !== undefined) return known;
    states.set(key, 'open');
    const existing = new Set((await project.definitions(one.scope)).map(({ id }) => id));
    let problem: LineProblem | null = null;
    for (const id of one.after.contained) {
      const inner = wanted.get(keyOf({ scope: one.scope, id }));
      const found =
        inner !== undefined ? await visit(inner) : existing.has(id) || (isBuiltIn(id) && one.scope === 'team') ? 'fine' : 'refused';
      if (found === 'open') problem ??= lineProblem('circle', { value: id });
      else if (found === 'refused' && !existing.has(id)) problem ??= lineProblem('permission-unknown', { value: id });
    }
    states.set(key, problem === null ? 'fine' : 'refused');
    if (problem === null) ordered.push(one);
    else refused.push(impossibleLine({ line: one.line, id: null, name: one.id, email: null }, [problem]));
    return problem === null ? 'fine' : 'refused';
  };
  for (const one of wanted.values()) await visit(one);
  return { ordered, refused };
}

function planned({ line, id, scope, before, after }: Wanted, mapping: MappingOf<'permissions'>): PlannedLine {
  const who = { line, id: before === null ? null : id, name: id, email: null };
  const was = before === null ? null : { description: before.description ?? '', contained: before.contained_permission_ids };
  const sorted = (ids: readonly string[]) => [...ids].sort();
  const isSame = was !== null && was.description === after.description && isSameValue(sorted(was.contained), sorted(after.contained));
  if (isSame || (was !== null && mapping.existing === 'leave')) return sameLine(who);
  const change = (field: string, old: string | undefined, now: string) =>
    (old ?? '') === now ? [] : [{ field, ...(old ? { before: old } : {}), ...(now === '' ? {} : { after: now }) }];
  return {
    ...who,
    status: was === null ? 'create' : 'change',
    changes: [
      ...change('description', was?.description, after.description),
      ...change('contained', was === null ? undefined : sorted(was.contained).join(', '), sorted(after.contained).join(', ')),
    ],
    problems: [],
    row: {
      target: { id, of: scope },
      ...{ name: id, email: null },
      before: was === null ? null : { description: was.description || null, contained: [...was.contained] },
      value: { description: after.description || null, contained: [...after.contained] },
      ...{ secret: null, reason: null },
    },
    requests: 2,
    leavesPassword: false,
  };
}
