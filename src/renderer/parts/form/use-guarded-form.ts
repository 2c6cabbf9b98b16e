import { useRef, useState } from 'react';
import type { z } from 'zod';
import { contestedFields, type FlatFields, type FlatValues, followBase } from './form-conflict';
import { type CallForm, type CallFormOptions, useCallForm } from './use-call-form';

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
