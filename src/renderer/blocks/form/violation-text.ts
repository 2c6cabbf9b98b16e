import type { Translator } from '../../../messages/translator';

/** A violation of a call's schema, as zod reports it. */
export interface Violation {
  readonly code?: string | undefined;
  readonly input?: unknown;
  /** What is limited: `string`, `number`, `array` and others. */
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly format?: unknown;
}

/** Returns what to do about a field whose value violates the schema. `missing` is for a field without a value. */
export function violationText({ t }: Translator, violation: Violation, missing?: string): string {
  const { code, input, origin, minimum, maximum, format } = violation;
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
  return t('form.violation.invalid');
}

function isBlank(input: unknown): boolean {
  return typeof input === 'string' && input.trim() === '';
}
