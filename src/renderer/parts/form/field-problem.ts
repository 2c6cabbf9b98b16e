/** The problems of a form's fields, kept without their texts, which follow the language. */

import type { FieldError } from 'react-hook-form';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import type { Translator } from '#messages/translator.ts';

/** A violation of a call's schema, as zod reports it. */
interface Violation {
  readonly code?: string | undefined;
  readonly input?: unknown;
  /** What is limited: `string`, `number`, `array` and others. */
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly format?: unknown;
  /** `text` is the key of the text, where the schema says what is wrong. */
  readonly params?: { readonly text?: unknown } | undefined;
}

/** What to do about a field without a value, and about one whose value isn't accepted for a reason that the schema can't say. */
export interface ViolationTexts {
  readonly missing?: string;
  readonly invalid?: string;
}

/** Returns what to do about a field whose value violates the schema. */
export function violationText({ t, has }: Translator, violation: Violation, { missing, invalid }: ViolationTexts = {}): string {
  const { code, input, origin, minimum, maximum, format, params } = violation;
  if (typeof params?.text === 'string' && has(params.text)) return t(params.text);
  if (input === '' || input === undefined || input === null) return missing ?? t('form.violation.missing');
  if (code === 'too_small') {
    if (origin === 'string')
      return isBlank(input) ? (missing ?? t('form.violation.missing')) : t('form.violation.short', { min: Number(minimum) });
    if (origin === 'number' || origin === 'int') return t('form.violation.small', { min: Number(minimum) });
  }
  if (code === 'too_big') {
    if (origin === 'string') return t('form.violation.long', { max: Number(maximum) });
    if (origin === 'number' || origin === 'int') return t('form.violation.big', { max: Number(maximum) });
  }
  if (code === 'invalid_format' && format === 'email') return t('sign-in.email.invalid');
  return invalid ?? t('form.violation.invalid');
}

function isBlank(input: unknown): boolean {
  return typeof input === 'string' && input.trim() === '';
}

/** What a form keeps of a problem: a violation of the schema, or why the call failed. */
export interface FieldProblem extends FieldError {
  readonly cause: { readonly violation: Violation } | { readonly report: ErrorReport };
}

/** Returns the text of a problem; undefined without one. `texts` are the field's own ones. */
export function problemText(messages: Translator, problem: FieldProblem | undefined, texts?: ViolationTexts): string | undefined {
  if (problem === undefined) return undefined;
  const { cause } = problem;
  return 'report' in cause ? errorText(messages, cause.report).title : violationText(messages, cause.violation, texts);
}

// Which field of a form an error belongs to.

/** The field of each error that names none itself, by the service's error code or the app's, or by the service's text where it has no code. */
export type ErrorFields<N extends string> = Readonly<Record<string, N>>;

/**
 * Returns the field that a failure is about; null for one that is about none, or none on the form. The path of a refused input starts
 * with the part of the call that contains it, as `body.display_name` or `change.name`.
 */
export function fieldOfFailure<N extends string>(
  { code, known, text, path = '' }: ErrorReport,
  names: readonly N[],
  errorFields: ErrorFields<N> = {},
): N | null {
  const named = [known, known === undefined ? text : undefined, code].find((key) => key !== undefined && Object.hasOwn(errorFields, key));
  const inner = path.slice(path.indexOf('.') + 1);
  const own = named === undefined ? undefined : errorFields[named];
  return own ?? names.find((name) => name === path) ?? names.find((name) => name === inner) ?? null;
}

/** Returns the paths of the errors that a form has, as `keys.client`. */
export function errorPaths(errors: object, prefix = ''): readonly string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return [];
    const path = `${prefix}${key}`;
    return 'type' in error && typeof error.type === 'string' ? [path] : errorPaths(error, `${path}.`);
  });
}
