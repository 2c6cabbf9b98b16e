import { toNestErrors } from '@hookform/resolvers';
import { useLayoutEffect, useRef, useState } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import { z } from 'zod';
import { type ErrorReport, fail } from '#contract/errors.ts';
import { useAction } from '#lib/use-action.ts';
import { useIsThere } from '#lib/use-is-there.ts';
import { type ErrorFields, errorPaths, type FieldProblem, fieldOfFailure, type ViolationTexts } from './field-problem';
import { changedFields, isEqual, rebase } from './form-changes';

/** Returns the resolver that validates by a schema and keeps the first violation of each path. That of @hookform/resolvers keeps a text. */
export function schemaResolver<F extends FieldValues, O>(schema: z.ZodType<O, F>): Resolver<F, unknown, O> {
  return async (values, _context, options) => {
    const result = await schema.safeParseAsync(values, { reportInput: true });
    if (result.success) return { values: result.data, errors: {} };
    const problems = new Map<string, FieldProblem>();
    for (const issue of result.error.issues) {
      const path = issue.path.join('.');
      const violation = violationOf(issue);
      if (!problems.has(path)) problems.set(path, { type: violation.code ?? 'invalid', cause: { violation } });
    }
    return { values: {}, errors: toNestErrors<F>(Object.fromEntries(problems), options) };
  };
}

/** Returns the violation to show: of alternatives, the first one of that which fits best. */
function violationOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const [best] = issue.errors.toSorted((one, other) => one.length - other.length);
  return best?.[0] ?? issue;
}

export interface FormField extends ViolationTexts {
  readonly label: string;
  /** Whether saving would change nothing; without it, equal values are the same. */
  readonly isSame?: (stored: never, value: never) => boolean;
}

/** The fields by the path of their value, which is also the path in the input of the call. */
export type FormFields<F extends FieldValues> = { readonly [P in FieldPath<F>]?: FormField };

export interface CallFormOptions<F extends FieldValues, S extends z.ZodType, R> {
  /** What is stored, or what a new object starts with. Fields that weren't edited follow it when it changes. */
  readonly stored: F;
  readonly fields: FormFields<F>;
  /** The schema of the call's input. */
  readonly schema: S;
  /** Returns the input of the call, the changes alone where it takes changes. */
  readonly toInput: (values: F, stored: F) => unknown;
  /** Makes the call. The values are kept when it fails. */
  readonly save: (input: z.output<S>, values: F) => Promise<R>;
  /** Runs before the call. False stops there without a failure: there is something to decide first. */
  readonly check?: (values: F) => Promise<boolean>;
  /** Receives the result, unless the form was left in the meantime. */
  readonly onSaved?: (result: R) => void;
  /** Whether the form is for something new, which can be saved as it is. */
  readonly isNew?: boolean;
  /** The fields of errors that name none, by code. */
  readonly errorFields?: ErrorFields<FieldPath<F>>;
}

export interface CallForm<F extends FieldValues> {
  readonly control: Control<F>;
  readonly fields: FormFields<F>;
  readonly stored: F;
  readonly values: F;
  readonly set: (change: Partial<F>) => void;
  readonly isNew: boolean;
  /** The labels of the fields that saving would change. */
  readonly changes: readonly string[];
  readonly isDirty: boolean;
  /** Whether something would be lost with the form: what is neither stored nor being saved. */
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  /** Why the last attempt failed, unless a field shows it. */
  readonly failure: ErrorReport | null;
  readonly save: () => void;
  /** Takes back all changes. */
  readonly discard: () => void;
  /** Returns the field that a failure is about; null for one that is about none. */
  readonly fieldOf: (report: ErrorReport) => FieldPath<F> | null;
  /** Shows a failure at its field, where it is about one. */
  readonly showAtField: (report: ErrorReport) => void;
  readonly clearErrors: () => void;
}

/** Returns the form for the input of one call: validated by the call's schema, each problem at its field. */
export function useCallForm<F extends FieldValues, S extends z.ZodType, R = void>(options: CallFormOptions<F, S, R>): CallForm<F> {
  const { fields, isNew = false, errorFields } = options;
  const [stored, setStored] = useState(options.stored);
  const names = Object.keys(fields) as FieldPath<F>[];
  const form = useForm<F, unknown, z.output<S>>({ defaultValues: stored as DefaultValues<F>, resolver: resolverOf(options, stored) });
  const values = useWatch({ control: form.control }) as F;
  const fieldOf = (report: ErrorReport) => fieldOfFailure(report, names, errorFields);
  const showAtField = (report: ErrorReport) => {
    const name = fieldOf(report);
    const problem: FieldProblem = { type: report.code, cause: { report } };
    if (name !== null) form.setError(name, problem, { shouldFocus: true });
  };
  const isThere = useIsThere();
  const saving = useAction(
    async (input: z.output<S>, saved: F) => {
      if (options.check && !(await options.check(saved))) {
        if (!isThere.current) throw fail('changed-elsewhere');
        return null;
      }
      const result = await options.save(input, saved);
      setStored(saved);
      return { result };
    },
    { onDone: (done) => done !== null && options.onSaved?.(done.result), onFailure: showAtField, toastsLate: true },
  );
  useFollowStored(options.stored, saving.isPending, (next) => {
    form.reset(rebase(stored, next, form.getValues()), { keepErrors: true, keepIsSubmitted: true });
    setStored(next);
  });
  const changesTo = (from: F) => changedFields(fields as Readonly<Record<FieldPath<F>, FormField>>, from, values);
  const changed = changesTo(stored);
  const isDirty = changed.length > 0;
  const isUnsaved = saving.pending === null ? isDirty : !isNew && changesTo(saving.pending[1]).length > 0;
  const hidden = errorPaths(form.formState.errors).find((path) => !names.some((name) => name === path));
  const failed = saving.failure !== null && fieldOf(saving.failure) === null ? saving.failure : null;
  return {
    control: form.control as unknown as Control<F>,
    fields,
    stored,
    values,
    set: (change) => {
      for (const name of names) {
        const value: PathValue<F, FieldPath<F>> | undefined = get(change, name);
        if (value !== undefined) form.setValue(name, value, { shouldValidate: form.formState.isSubmitted });
      }
    },
    isNew,
    changes: changed.map((name) => fields[name]?.label ?? name),
    isDirty,
    isUnsaved,
    isSaving: saving.isPending,
    failure: failed ?? (hidden === undefined ? null : { code: 'bad-input', path: hidden }),
    save: () => {
      if (isNew || isDirty) void form.handleSubmit((input) => saving.run(input, structuredClone(form.getValues())))();
    },
    discard: () => {
      form.reset(stored);
      saving.reset();
    },
    fieldOf,
    showAtField,
    clearErrors: () => form.clearErrors(),
  };
}

/** Validates what would be sent, so that a problem has the path of its field. */
function resolverOf<F extends FieldValues, S extends z.ZodType, R>({ schema, toInput }: CallFormOptions<F, S, R>, stored: F) {
  return schemaResolver<F, z.output<S>>(z.transform((values: F) => toInput(values, stored)).pipe(schema));
}

/**
 * Calls `follow` with each new stored value before it is drawn, so that nothing moves under the pointer. Not during a save, whose result is
 * part of it.
 */
function useFollowStored<F>(stored: F, isSaving: boolean, follow: (next: F) => void): void {
  const seen = useRef(stored);
  const latest = useRef(follow);
  latest.current = follow;
  useLayoutEffect(() => {
    if (isSaving || isEqual(seen.current, stored)) return;
    seen.current = stored;
    latest.current(stored);
  }, [stored, isSaving]);
}
