/** Filters in words, as chips show them. */
import {
  Activity,
  Braces,
  CalendarPlus,
  Globe,
  KeyRound,
  LogIn,
  type LucideIcon,
  MailCheck,
  Search,
  ShieldAlert,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { Condition } from '#contract/query/user-query.ts';
import { countryName } from '#lib/intl/country.ts';
import { dateTime, formatNames, mediumDate } from '#lib/intl/format.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import type { Field } from './condition-draft';
import type { Alternative } from './filter-parts';

export const fieldIcons: Readonly<Record<Field, LucideIcon>> = {
  text: Search,
  method: LogIn,
  'can-sign-in': KeyRound,
  verified: MailCheck,
  anonymous: UserRound,
  restricted: ShieldAlert,
  'signed-up': CalendarPlus,
  'last-active': Activity,
  metadata: Braces,
  team: UsersRound,
  country: Globe,
};

export const fieldLabels: Readonly<Record<Field, MessageKey>> = {
  text: 'users.filter.field.any-text',
  method: 'users.filter.field.method',
  'can-sign-in': 'users.filter.field.can-sign-in',
  verified: 'users.filter.field.verified',
  anonymous: 'users.filter.field.anonymous',
  restricted: 'users.filter.field.restricted',
  'signed-up': 'users.filter.field.signed-up',
  'last-active': 'users.filter.field.last-active',
  metadata: 'users.filter.field.metadata',
  team: 'users.filter.field.team',
  country: 'users.filter.field.country',
};

const fixedMethodTexts: Readonly<Record<string, MessageKey>> = {
  password: 'method.password',
  'one-time-code': 'method.otp',
  passkey: 'method.passkey',
  'two-factor': 'method.totp',
};

/** Returns the name of a sign-in method of a query. */
export function queryMethodName({ t }: Translator, method: string): string {
  const key = fixedMethodTexts[method];
  return key === undefined ? providerName(method.replace(/^oauth:/, '')) : t(key);
}

interface FilterText {
  /** Empty for metadata, whose value is an expression. */
  readonly label: string;
  readonly value: string;
}

/** Returns a condition in words. `teamName` names teams by their IDs. */
export function filterText(messages: Translator, { condition, isNot }: Alternative, teamName: (id: string) => string): FilterText {
  const { t } = messages;
  if (condition.field === 'metadata') return { label: '', value: metadataText(messages, condition, isNot) };
  const value = valueText(messages, condition, teamName);
  return { label: t(fieldLabels[condition.field]), value: isNot ? t('users.filter.not', { value }) : value };
}

type ValueCondition = Exclude<Condition, { field: 'metadata' }>;

function valueText(messages: Translator, condition: ValueCondition, teamName: (id: string) => string): string {
  const { t, locale } = messages;
  switch (condition.field) {
    case 'text':
      return condition.value;
    case 'method':
      return formatNames(
        condition.value.map((method) => queryMethodName(messages, method)),
        locale,
      );
    case 'team':
      return formatNames(condition.value.map(teamName), locale);
    case 'country':
      return formatNames(
        condition.value.map((code) => countryName(code, locale) ?? code),
        locale,
      );
    case 'signed-up':
    case 'last-active': {
      const { op, value } = condition.is;
      if (op === 'within-days' || op === 'not-within-days') return t(`users.filter.time.${op}`, { days: value });
      const isMidnight = new Date(value).getHours() === 0 && new Date(value).getMinutes() === 0;
      return t(`users.filter.time.${op}`, { time: isMidnight ? mediumDate(value, locale) : dateTime(value, locale) });
    }
    default:
      return t(condition.value ? 'users.filter.yes' : 'users.filter.no');
  }
}

const signs = { equals: '=', greater: '>', less: '<' } as const;

function metadataText({ t }: Translator, { path, is }: Extract<Condition, { field: 'metadata' }>, isNot: boolean): string {
  if (is.op === 'exists') return t(isNot ? 'users.filter.metadata.missing' : 'users.filter.metadata.exists', { path });
  const value = JSON.stringify(is.value);
  if (is.op === 'contains') return t(isNot ? 'users.filter.metadata.contains-not' : 'users.filter.metadata.contains', { path, value });
  // What isn't greater may also be of another kind, or missing.
  if (isNot && is.op !== 'equals') return t('users.filter.not', { value: `${path} ${signs[is.op]} ${value}` });
  return `${path} ${isNot ? '≠' : signs[is.op]} ${value}`;
}
