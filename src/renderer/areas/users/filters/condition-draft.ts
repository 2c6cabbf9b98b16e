/** A condition while it is edited: what its fields contain, valid or not. */
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import { queryLimits } from '#contract/query/query-limits.ts';
import type { Condition } from '#contract/query/user-query.ts';
import { timeFieldValue, timeOfField } from '#lib/intl/local-time.ts';
import type { MessageKey } from '#messages/translator.ts';
import type { Alternative } from './filter-parts';

export type Field = Condition['field'];
export type TimeOp = 'before' | 'from' | 'within-days' | 'not-within-days';
export type MetadataOp = 'equals' | 'contains' | 'greater' | 'less' | 'exists';

/** What the fields of all kinds contain; another kind of condition keeps what was entered. */
export interface ConditionDraft {
  readonly field: Field;
  readonly isNot: boolean;
  /** Of conditions that are true or false. */
  readonly isYes: boolean;
  readonly methods: readonly string[];
  readonly teams: readonly string[];
  readonly countries: string;
  readonly text: string;
  readonly timeOp: TimeOp;
  readonly days: string;
  /** As a field for a date and a time has it. */
  readonly time: string;
  readonly path: string;
  readonly metadataOp: MetadataOp;
  readonly value: string;
}

/** Returns the draft of a new condition on a field. */
export function newDraft(field: Field): ConditionDraft {
  return {
    field,
    isNot: false,
    isYes: field !== 'can-sign-in' && field !== 'verified',
    methods: [],
    teams: [],
    countries: '',
    text: '',
    timeOp: field === 'last-active' ? 'not-within-days' : 'within-days',
    days: field === 'last-active' ? '90' : '30',
    time: '',
    path: '',
    metadataOp: 'equals',
    value: '',
  };
}

/** Returns a draft on another field: with what was entered for it, and what a new condition on it starts with. */
export function withField(draft: ConditionDraft, field: Field): ConditionDraft {
  const { isYes, timeOp, days } = newDraft(field);
  return { ...draft, field, isYes, timeOp, days };
}

/** Returns the draft of a condition. */
export function toDraft({ condition, isNot }: Alternative): ConditionDraft {
  const draft = { ...newDraft(condition.field), isNot };
  switch (condition.field) {
    case 'text':
      return { ...draft, text: condition.value };
    case 'method':
      return { ...draft, methods: condition.value };
    case 'team':
      return { ...draft, teams: condition.value };
    case 'country':
      return { ...draft, countries: condition.value.join(', ') };
    case 'signed-up':
    case 'last-active': {
      const { op, value } = condition.is;
      const isDays = op === 'within-days' || op === 'not-within-days';
      return { ...draft, timeOp: op, ...(isDays ? { days: String(value) } : { time: timeFieldValue(value) }) };
    }
    case 'metadata': {
      const { path, is } = condition;
      return { ...draft, path, metadataOp: is.op, value: 'value' in is ? valueText(is.value) : '' };
    }
    default:
      // Of such a condition, the opposite is another value, and needs no `not`.
      return { ...draft, isNot: false, isYes: condition.value !== isNot };
  }
}

/** A text that reads as another value has quotation marks. */
function valueText(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  return typeof parsedValue(value) === 'string' && !value.startsWith('"') && value.trim() === value && value !== ''
    ? value
    : JSON.stringify(value);
}

function parsedValue(text: string): string | number | boolean | null {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The field of the form that a problem is about. */
export interface DraftProblem {
  readonly part: 'text' | 'methods' | 'teams' | 'countries' | 'days' | 'time' | 'path' | 'value';
  readonly message: MessageKey;
}

/** Returns what a draft describes, or what is wrong with it. */
export function fromDraft(draft: ConditionDraft): Alternative | DraftProblem {
  const condition = conditionOf(draft);
  return 'message' in condition ? condition : { condition, isNot: draft.isNot };
}

/** Whether a result of {@link fromDraft} is a problem. */
export function isDraftProblem(result: Alternative | DraftProblem): result is DraftProblem {
  return 'message' in result;
}

function conditionOf(draft: ConditionDraft): Condition | DraftProblem {
  const { field } = draft;
  switch (field) {
    case 'text': {
      const value = draft.text.trim();
      if (value === '') return { part: 'text', message: 'users.filter.any-text.missing' };
      return value.length > queryLimits.textLength ? { part: 'text', message: 'users.filter.too-long' } : { field, value };
    }
    case 'method':
      return draft.methods.length === 0 ? { part: 'methods', message: 'users.filter.method.missing' } : { field, value: draft.methods };
    case 'team':
      return draft.teams.length === 0 ? { part: 'teams', message: 'users.filter.team.missing' } : { field, value: draft.teams };
    case 'country': {
      const codes = draft.countries
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean);
      const isValid = codes.length > 0 && codes.length <= queryLimits.values && codes.every((code) => /^[A-Z]{2}$/.test(code));
      return isValid ? { field, value: codes } : { part: 'countries', message: 'users.filter.country.invalid' };
    }
    case 'signed-up':
    case 'last-active':
      return timeOf(field, draft);
    case 'metadata':
      return metadataOf(draft);
    default:
      return { field, value: draft.isYes };
  }
}

function timeOf(field: 'signed-up' | 'last-active', { timeOp: op, days, time }: ConditionDraft): Condition | DraftProblem {
  if (op === 'within-days' || op === 'not-within-days') {
    const value = /^\d{1,5}$/.test(days.trim()) ? Number(days) : 0;
    return value >= 1 && value <= 36_500 ? { field, is: { op, value } } : { part: 'days', message: 'users.filter.days.invalid' };
  }
  const value = timeOfField(time);
  return value === undefined ? { part: 'time', message: 'users.filter.time.invalid' } : { field, is: { op, value } };
}

function metadataOf({ path: text, metadataOp: op, value: entered }: ConditionDraft): Condition | DraftProblem {
  const parsed = parseMetadataPath(text);
  if (typeof parsed === 'string') return { part: 'path', message: `users.columns.path.${parsed}` };
  const condition = { field: 'metadata', path: parsed.text } as const;
  if (op === 'exists') return { ...condition, is: { op } };
  const trimmed = entered.trim();
  if (trimmed === '') return { part: 'value', message: 'users.filter.value.missing' };
  if (trimmed.length > queryLimits.textLength) return { part: 'value', message: 'users.filter.too-long' };
  const value = quotedText(trimmed) ?? parsedValue(trimmed);
  if (op === 'equals') return { ...condition, is: { op, value } };
  if (op === 'contains') {
    const contained = String(quotedText(trimmed) ?? trimmed);
    return contained === '' ? { part: 'value', message: 'users.filter.value.missing' } : { ...condition, is: { op, value: contained } };
  }
  if (typeof value === 'boolean' || value === null) return { part: 'value', message: 'users.filter.value.not-ordered' };
  return { ...condition, is: { op, value } };
}

/** Returns the text between quotation marks; null if there are none. */
function quotedText(text: string): string | null {
  if (!/^".*"$/s.test(text) || text === '"') return null;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
