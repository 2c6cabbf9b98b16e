/** Conditions in the language of the window. */

import { countryName } from '#lib/intl/country.ts';
import { cachedFormat } from '#lib/intl/format.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { type Clause, clauseValues, formOf } from './condition-form';
import { type ConditionFault, parseCondition, type Variable } from './condition-syntax';

type Texts = Pick<Translator, 't' | 'locale'>;

export const fieldTexts: Readonly<Record<Variable, MessageKey>> = {
  email: 'sign-up-rules.field.email',
  emailDomain: 'sign-up-rules.field.email-domain',
  countryCode: 'sign-up-rules.field.country',
  authMethod: 'sign-up-rules.field.method',
  oauthProvider: 'sign-up-rules.field.provider',
  'riskScores.bot': 'sign-up-rules.field.bot',
  'riskScores.free_trial_abuse': 'sign-up-rules.field.abuse',
};

export const methodTexts = {
  password: 'method.password',
  otp: 'method.otp',
  oauth: 'sign-up-rules.method.oauth',
} as const satisfies Readonly<Record<string, MessageKey>>;

/** A condition as it is shown in a list: in words, or as its text, with its first mistake. */
export type ShownCondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'source'; readonly text: string; readonly fault: ConditionFault | null };

/** Returns a condition in words if the form can show it. */
export function shownCondition(texts: Texts, condition: string | undefined): ShownCondition {
  if (condition === undefined || condition.trim() === '') return { kind: 'none' };
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return { kind: 'source', text: condition, fault: parsed.fault };
  const shown = formOf(parsed.node);
  if (!('form' in shown)) return { kind: 'source', text: condition, fault: null };
  const { join, clauses } = shown.form;
  if (join === 'always') return { kind: 'words', text: texts.t('sign-up-rules.words.always') };
  const sentencesOf = clauses.map((clause) => clauseWords(texts, clause));
  return { kind: 'words', text: listOf(sentencesOf, texts.locale, join === 'all' ? 'conjunction' : 'disjunction') };
}

function clauseWords(texts: Texts, clause: Clause): string {
  const values = clauseValues(clause).map((value) => valueText(texts, clause.field, value));
  return texts.t(`sign-up-rules.words.${clause.operator}`, {
    field: texts.t(fieldTexts[clause.field]),
    value: listOf(values, texts.locale, 'disjunction'),
  });
}

/** Returns a value as the user knows it: a country's name, a provider's name, or what was typed. */
function valueText({ t, locale }: Texts, field: Variable, value: string): string {
  if (field === 'countryCode') return countryName(value, locale) ?? value;
  if (field === 'oauthProvider') return providerName(value);
  if (field === 'authMethod' && Object.hasOwn(methodTexts, value)) return t(methodTexts[value as keyof typeof methodTexts]);
  return value;
}

function listOf(items: readonly string[], locale: string, type: 'conjunction' | 'disjunction'): string {
  return cachedFormat(`${type} ${locale}`, () => new Intl.ListFormat(locale, { type })).format(items);
}
