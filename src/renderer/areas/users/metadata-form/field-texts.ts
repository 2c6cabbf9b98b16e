/** What a form says about its fields: their kind with its limits, and what is wrong with a value. */
import { formatNumber } from '#lib/intl/format.ts';
import type { Translator } from '#messages/translator.ts';
import type { SchemaProblem } from '../metadata/check-schema';
import type { FormField } from './form-fields';

/** Returns the name of a field: its title, or its key. */
export function fieldName({ title, path }: FormField): string {
  return title ?? path.at(-1) ?? '';
}

/** Returns the kind of a field's values, such as "whole number, 1 to 500". */
export function fieldHint(messages: Translator, field: FormField): string {
  const { t, locale } = messages;
  if (field.kind === 'choice') return t('users.form.kind.choice', { count: field.choices.length });
  if (field.kind === 'number') {
    const { isWhole, min, max } = field.limits;
    return t('users.form.kind.number', { whole: isWhole ? 'yes' : 'no', ...limitValues(min, max, locale) });
  }
  if (field.kind !== 'text') return field.kind === 'group' ? '' : t(`users.form.kind.${field.kind}`);
  const { format, min, max } = field.limits;
  return t('users.form.kind.string', { format: textFormat(format), ...limitValues(min, max, locale) });
}

function limitValues(min: number | undefined, max: number | undefined, locale: string) {
  const shown = (value: number | undefined) => (value === undefined ? '' : formatNumber(value, locale));
  const limits = min !== undefined && max !== undefined ? 'both' : min !== undefined ? 'min' : max !== undefined ? 'max' : 'none';
  return { limits, min: shown(min), max: shown(max) };
}

const textFormat = (format: string | undefined) =>
  ['email', 'uri', 'uuid', 'date-time'].includes(format ?? '') ? format?.replace('-', '') : 'none';

/** Returns what is wrong with a field's value: in the user's language where the rule is known, else the validator's own words. */
export function problemText(messages: Translator, field: FormField, { keyword, text }: Pick<SchemaProblem, 'keyword' | 'text'>): string {
  const { t, locale } = messages;
  const isChoice = keyword === 'enum' || keyword === 'const' || (keyword === 'oneOf' && field.kind === 'choice');
  if (keyword === 'required') return t('users.form.problem.required');
  if (isChoice) return t('users.form.problem.choice');
  if (keyword === 'pattern') return t('users.form.problem.pattern');
  if (keyword === 'type') return t('users.form.problem.type', { kind: fieldHint(messages, field) });
  if (field.kind === 'date' && keyword === 'format') return t('users.form.problem.date');
  if (field.kind !== 'text' && field.kind !== 'number') return text;
  const { min, max } = limitValues(field.limits.min, field.limits.max, locale);
  if (keyword === 'minimum' || keyword === 'maximum') return t(`users.form.problem.${keyword}`, { min, max });
  if (keyword === 'minLength' || keyword === 'maxLength') return t(`users.form.problem.${keyword}`, { min, max });
  if (field.kind === 'text' && keyword === 'format') return t('users.form.problem.format', { format: textFormat(field.limits.format) });
  return text;
}
