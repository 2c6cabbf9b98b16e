import { useRef, useState } from 'react';
import type { z } from 'zod';
import { isEqual } from './form-changes';
import { type CallForm, type CallFormOptions, type FormField, useCallForm } from './use-call-form';

/** Fields that were changed in a form and elsewhere at the same time. */
type FlatFields = Readonly<Record<string, FormField | undefined>>;
type FlatValues = Readonly<Record<string, unknown>>;

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

interface GuardedFormOptions<F extends FlatValues, S extends z.ZodType, R> extends Omit<CallFormOptions<F, S, R>, 'check'> {
  /** Reads from the service what is stored now, which `stored` then follows. */
  readonly read: () => Promise<F>;
}

/** A field that was changed here and elsewhere. */
interface FieldConflict {
  readonly name: string;
  readonly label: string;
  readonly original: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export interface GuardedForm<F extends FlatValues> extends CallForm<F> {
  /** The fields for which a value must be chosen before the form can be saved. */
  readonly conflicts: readonly FieldConflict[];
  readonly choose: (name: string, value: 'mine' | 'theirs') => void;
}

/** Returns a form that reads what is stored before it saves, and doesn't overwrite a field that was changed elsewhere in the meantime. */
export function useGuardedForm<F extends FlatValues, S extends z.ZodType, R = void>(options: GuardedFormOptions<F, S, R>): GuardedForm<F> {
  const fields: FlatFields = options.fields;
  const [base, setBase] = useState(options.stored);
  const latestBase = useRef(base);
  latestBase.current = base;
  const form = useCallForm<F, S, R>({
    ...options,
    check: async (values) => contestedFields(latestBase.current, fields, await options.read(), values).length === 0,
  });
  const { stored, values, set } = form;
  const next = followBase(base, fields, stored, values);
  if (next !== base) setBase(next);
  const conflicts = contestedFields(next, fields, stored, values).map((name) => ({
    name,
    label: fields[name]?.label ?? name,
    original: next[name],
    theirs: stored[name],
    mine: values[name],
  }));
  const choose = (name: string, value: 'mine' | 'theirs') => {
    if (value === 'theirs') set({ [name]: stored[name] } as Partial<F>);
    else setBase((before) => ({ ...before, [name]: stored[name] }));
  };
  return { ...form, conflicts, choose };
}
