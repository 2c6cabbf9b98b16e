/** A sign-up rule in the editor, and what of it can be saved. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { isEqual } from '#parts/form/form-changes.ts';
import {
  type Clause,
  type ClauseProblem,
  type ConditionForm,
  clauseProblem,
  conditionText,
  formOf,
  type TextOnlyReason,
} from '../condition/condition-form';
import { type ConditionFault, parseCondition } from '../condition/condition-syntax';
import { isKnownAction } from '../rule-texts';
import type { FieldChange, RuleAction, RuleField, SignUpRule } from '../sign-up-rules';

export interface RuleDraft {
  readonly name: string;
  readonly enabled: boolean;
  readonly action: RuleAction;
  readonly message: string;
  readonly mode: 'form' | 'text';
  readonly form: ConditionForm;
  readonly text: string;
}

export const emptyClause: Clause = { field: 'emailDomain', operator: 'is', value: '' };

const noCondition: ConditionForm = { join: 'all', clauses: [] };

/** What the editor starts with: a rule, or a new one. The condition is shown as a form if that can show it. */
export function draftOf(rule: SignUpRule | undefined): RuleDraft {
  if (rule === undefined) {
    const form: ConditionForm = { join: 'all', clauses: [emptyClause] };
    return { name: '', enabled: true, action: 'reject', message: '', mode: 'form', form, text: '' };
  }
  const { name, enabled, action, condition = '' } = rule;
  const shown = toForm(condition);
  return {
    name,
    enabled,
    action: isKnownAction(action.type) ? action.type : 'allow',
    message: action.message,
    mode: 'form' in shown ? 'form' : 'text',
    form: 'form' in shown ? shown.form : noCondition,
    text: condition,
  };
}

/** Returns a condition as a form, its first mistake, or why only its text can be changed. */
export function toForm(
  condition: string,
): { readonly form: ConditionForm } | { readonly fault: ConditionFault } | { readonly reason: TextOnlyReason } {
  if (condition.trim() === '') return { form: noCondition };
  const parsed = parseCondition(condition);
  return 'fault' in parsed ? parsed : formOf(parsed.node);
}

/** Returns the draft’s condition as text; empty without one. What the form shows unchanged keeps the text that it came from. */
export function draftCondition({ mode, form, text }: RuleDraft): string {
  if (mode === 'text') return text.trim() === '' ? '' : text;
  const shown = toForm(text);
  if ('form' in shown && isEqual(shown.form, form)) return text.trim() === '' ? '' : text;
  return form.join !== 'always' && form.clauses.length === 0 ? '' : conditionText(form);
}

/** What has to be corrected before the draft can be saved. */
export interface DraftProblems {
  readonly isNameMissing: boolean;
  /** By clause. */
  readonly clauses: readonly (ClauseProblem | null)[];
  readonly fault: ConditionFault | null;
}

/** Returns the problems of a draft. A condition that stays as it is stored is none: later services may accept more. */
export function draftProblems(draft: RuleDraft, stored: string | undefined): DraftProblems {
  const condition = draftCondition(draft);
  const isKept = condition !== '' && condition === stored;
  const parsed = isKept || condition === '' ? null : parseCondition(condition);
  return {
    isNameMissing: draft.name.trim() === '',
    clauses: isKept || draft.mode === 'text' || draft.form.join === 'always' ? [] : draft.form.clauses.map(clauseProblem),
    fault: draft.mode === 'text' && parsed !== null && 'fault' in parsed ? parsed.fault : null,
  };
}

export function isValid({ isNameMissing, clauses, fault }: DraftProblems): boolean {
  return !isNameMissing && fault === null && clauses.every((problem) => problem === null);
}

/** Returns the fields of a draft as the configuration has them. Null is no condition. */
function draftFields(draft: RuleDraft) {
  const message = draft.message.trim();
  return {
    enabled: draft.enabled,
    displayName: draft.name.trim(),
    condition: draftCondition(draft) || null,
    action: { type: draft.action, ...(message === '' ? {} : { message }) },
  } satisfies Partial<Record<RuleField, JsonValue>>;
}

/** Returns what a draft changes of a rule. */
export function changesOf(rule: SignUpRule, draft: RuleDraft): FieldChange[] {
  const before = draftFields(draftOf(rule));
  return Object.entries(draftFields(draft))
    .filter(([field, value]) => !isEqual(before[field as keyof typeof before], value))
    .map(([field, value]) => ({ id: rule.id, field: field as RuleField, value }));
}

/** Returns a new rule, which is applied after the others. */
export function newRule(draft: RuleDraft, rules: readonly SignUpRule[]) {
  const { condition, ...fields } = draftFields(draft);
  const priority = rules.length === 0 ? 0 : Math.min(...rules.map((rule) => rule.priority)) - 1;
  return { ...fields, priority, ...(condition === null ? {} : { condition }) };
}
