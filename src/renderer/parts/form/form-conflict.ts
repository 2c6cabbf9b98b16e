/** Fields that were changed in a form and elsewhere at the same time. */
import { isEqual } from './form-changes';
import type { FormField } from './use-call-form';

export type FlatFields = Readonly<Record<string, FormField | undefined>>;
export type FlatValues = Readonly<Record<string, unknown>>;

/** Returns the values that edits started from: of a field that isn't edited, the stored one; of the others, what was stored before. */
export function followBase<F extends FlatValues>(base: F, fields: FlatFields, stored: F, values: F): F {
  const entries = Object.keys(fields).map((name) => [name, isSame(fields, name, stored, values) ? stored[name] : base[name]] as const);
  const next = { ...base, ...Object.fromEntries(entries) };
  return isEqual(next, base) ? base : next;
}

/** Returns the names of the edited fields whose stored value was changed elsewhere, to another value than the edited one. */
export function contestedFields<F extends FlatValues>(base: F, fields: FlatFields, stored: F, values: F): readonly string[] {
  return Object.keys(fields).filter((name) => !isSame(fields, name, stored, values) && !isSame(fields, name, base, stored));
}

function isSame(fields: FlatFields, name: string, one: FlatValues, other: FlatValues): boolean {
  const compare = fields[name]?.isSame ?? isEqual;
  return compare(one[name] as never, other[name] as never);
}
