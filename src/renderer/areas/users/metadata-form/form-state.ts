/** What the rows of a form for metadata share: the values, what is wrong with them, and how they are changed. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { isSameJson, type JsonChange } from '#parts/conflict/json-changes.ts';
import type { SchemaProblem } from '../metadata/check-schema';
import { valueAt, withValueAt } from './field-value';
import { type FormField, leafFields } from './form-fields';

/** Texts of JSON fields that aren't values yet, by the path of their field. */
export type BrokenTexts = ReadonlyMap<string, string>;

export interface FormState {
  readonly value: JsonValue;
  /** What is stored, which changed fields show; undefined for what is created. */
  readonly stored: JsonValue | undefined;
  readonly problems: readonly SchemaProblem[];
  /** Those that saving would add. */
  readonly ownProblems: readonly SchemaProblem[];
  readonly broken: BrokenTexts;
  readonly isReadOnly: boolean;
  readonly onChange: (value: JsonValue) => void;
  readonly onBroken: (broken: BrokenTexts) => void;
}

/** Returns the name of a path in `BrokenTexts`. */
export const pathKey = (path: readonly string[]) => JSON.stringify(path);

const isWithin = (inner: readonly string[], outer: readonly string[]) => outer.every((key, at) => inner[at] === key);

/** Returns the problems that saving would add: new ones, and those of values that are changed. A stored one blocks no other change. */
export function problemsOfChanges(problems: readonly SchemaProblem[], changes: readonly JsonChange[]): readonly SchemaProblem[] {
  return problems.filter(({ path, isOld }) => !isOld || changes.some((change) => isWithin(path, change.path)));
}

/** Returns the problems that no field of a form can show. */
export function problemsOutside(problems: readonly SchemaProblem[], fields: readonly FormField[]): readonly SchemaProblem[] {
  const leaves = leafFields(fields);
  return problems.filter((problem) => !leaves.some(({ path }) => isWithin(problem.path, path)));
}

/** Returns the problems at a field, or within it. */
export function problemsAt(problems: readonly SchemaProblem[], { path }: FormField): readonly SchemaProblem[] {
  return problems.filter((problem) => isWithin(problem.path, path));
}

/** Whether the value of a field differs from the stored one. */
export function isChanged({ stored, value }: FormState, path: readonly string[]): boolean {
  if (stored === undefined) return false;
  const [before, now] = [valueAt(stored, path), valueAt(value, path)];
  if (before === undefined || now === undefined) return before !== now;
  return !isSameJson(before, now);
}

/** Sets the value of a field, or removes its key. */
export function setField({ value, stored = null, onChange }: FormState, path: readonly string[], next: JsonValue | undefined): void {
  const changed = withValueAt(value, path, next, stored);
  const isEmpty = stored === null && typeof changed === 'object' && changed !== null && Object.keys(changed).length === 0;
  onChange(isEmpty ? null : changed);
}

/** Returns what an emptied field of text is: what was stored if that was empty too, else nothing. */
export function emptyValue({ stored }: FormState, path: readonly string[]): JsonValue | undefined {
  const before = stored === undefined ? undefined : valueAt(stored, path);
  return before === '' || before === null ? before : undefined;
}

/** Sets or removes the text of a JSON field that isn't a value. */
export function setBroken({ broken, onBroken }: FormState, path: readonly string[], text: string | undefined): void {
  const rest = new Map([...broken].filter(([key]) => key !== pathKey(path)));
  if (text !== undefined) rest.set(pathKey(path), text);
  if (text !== undefined || rest.size !== broken.size) onBroken(rest);
}
