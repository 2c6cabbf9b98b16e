import type { Translator } from '#messages/translator.ts';

/** A violation of a call's schema, as zod reports it. */
export interface Violation {
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
