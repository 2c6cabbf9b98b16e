/** Conditions of sign-up rules as a plain form: clauses of which all or one must be true, and what can be shown as such. */
import { type ConditionNode, isPattern, type Variable, variableKinds } from './condition-syntax';
import { quoted } from './condition-tokens';

/** What a clause says about its field. A number is never compared as a text. */
export type Operator =
  | 'is'
  | 'is-not'
  | 'one-of'
  | 'not-one-of'
  | 'contains'
  | 'not-contains'
  | 'starts-with'
  | 'ends-with'
  | 'matches'
  | 'at-least'
  | 'more-than'
  | 'at-most'
  | 'less-than';

export interface Clause {
  readonly field: Variable;
  readonly operator: Operator;
  /** As it is typed; several values are separated by commas. */
  readonly value: string;
}

export interface ConditionForm {
  /** Whether all clauses, one of them, or none has to be true. */
  readonly join: 'all' | 'any' | 'always';
  readonly clauses: readonly Clause[];
}

/** Why a condition is shown only as text. */
export type TextOnlyReason = 'empty-value' | 'groups' | 'other';

const texts = ['is', 'is-not', 'one-of', 'not-one-of', 'contains', 'not-contains', 'starts-with', 'ends-with', 'matches'] as const;
const choices = ['is', 'is-not', 'one-of', 'not-one-of'] as const;
const numbers = ['at-least', 'more-than', 'at-most', 'less-than', 'is'] as const;

/** The operators that each field can be used with. */
export const operatorsOf: Readonly<Record<Variable, readonly Operator[]>> = {
  email: texts,
  emailDomain: texts,
  countryCode: choices,
  authMethod: choices,
  oauthProvider: choices,
  'riskScores.bot': numbers,
  'riskScores.free_trial_abuse': numbers,
};

export const conditionFields = Object.keys(operatorsOf) as Variable[];

/** The ways to sign up that rules are evaluated for (wire/later 2). */
export const ruledMethods = ['password', 'otp', 'oauth'] as const;

export const takesList = (operator: Operator) => operator === 'one-of' || operator === 'not-one-of';

/** Returns the values of a clause in the form in which the service compares them: addresses in lower case, countries in capitals. */
export function clauseValues({ field, operator, value }: Clause): string[] {
  if (operator === 'matches') return [value];
  const values = takesList(operator) ? value.split(/[,、，\s]+/u) : [value];
  return values.map((each) => inComparedCase(field, each.trim())).filter((each) => each !== '');
}

/** Returns a value in the case that the field always has. */
export function inComparedCase(field: Variable, value: string): string {
  if (field === 'countryCode') return value.toUpperCase();
  return field === 'email' || field === 'emailDomain' ? value.toLowerCase() : value;
}

/** What is wrong with a clause. */
export type ClauseProblem = 'country' | 'domain' | 'method' | 'missing' | 'pattern' | 'score';

/** Returns why a clause couldn't be true, or can't be written. */
export function clauseProblem(clause: Clause): ClauseProblem | null {
  const { field, operator } = clause;
  const values = clauseValues(clause);
  if (values.length === 0 || values.includes('')) return 'missing';
  if (operator === 'matches') return isPattern(values[0] ?? '') ? null : 'pattern';
  const fails = (isValid: (value: string) => boolean) => !values.every(isValid);
  if (variableKinds[field] === 'number') return fails((value) => /^\d+$/.test(value) && Number(value) <= 100) ? 'score' : null;
  if (field === 'countryCode' && fails((value) => /^[A-Z]{2}$/.test(value))) return 'country';
  if (field === 'authMethod' && fails((value) => ruledMethods.some((each) => each === value))) return 'method';
  return field === 'emailDomain' && fails((value) => !value.includes('@')) ? 'domain' : null;
}

const signs: Partial<Readonly<Record<Operator, string>>> = {
  is: '==',
  'is-not': '!=',
  'at-least': '>=',
  'more-than': '>',
  'at-most': '<=',
  'less-than': '<',
};

const calls: Partial<Readonly<Record<Operator, string>>> = {
  contains: 'contains',
  'starts-with': 'startsWith',
  'ends-with': 'endsWith',
  matches: 'matches',
};

/** Returns the text of a form. That of an incomplete clause is no valid condition. */
export function conditionText({ join, clauses }: ConditionForm): string {
  if (join === 'always') return 'true';
  return clauses.map(clauseText).join(join === 'all' ? ' && ' : ' || ');
}

function clauseText(clause: Clause): string {
  const { field, operator } = clause;
  const values = clauseValues(clause);
  const isNumber = variableKinds[field] === 'number';
  const [value = ''] = values.map((each) => (isNumber ? each : quoted(each)));
  const list = () => `${field} in [${values.map(quoted).join(', ')}]`;
  if (operator === 'one-of') return list();
  if (operator === 'not-one-of') return `!(${list()})`;
  if (operator === 'not-contains') return `!${field}.contains(${value})`;
  const call = calls[operator];
  return call === undefined ? `${field} ${signs[operator]} ${value}` : `${field}.${call}(${value})`;
}

/** Returns a condition as a form, or why that can't show it. */
export function formOf(node: ConditionNode): { readonly form: ConditionForm } | { readonly reason: TextOnlyReason } {
  if (node.kind === 'value' && node.value === true) return { form: { join: 'always', clauses: [] } };
  const items = node.kind === 'and' || node.kind === 'or' ? node.items : [node];
  if (items.some(({ kind }) => kind === 'and' || kind === 'or')) return { reason: 'groups' };
  const clauses = items.map(clauseOf);
  if (clauses.includes('empty-value')) return { reason: 'empty-value' };
  const complete = clauses.filter((clause): clause is Clause => clause !== null && clause !== 'empty-value' && canShow(clause));
  if (complete.length < clauses.length) return { reason: 'other' };
  return { form: { join: node.kind === 'or' ? 'any' : 'all', clauses: complete } };
}

/** Whether the inputs of the form can show a clause and return it as it is. */
function canShow(clause: Clause): boolean {
  if (!operatorsOf[clause.field].includes(clause.operator)) return false;
  if (/[\p{Cc}\u2028\u2029]/u.test(clause.value)) return false;
  const isChosen = clause.field === 'authMethod' || variableKinds[clause.field] === 'number';
  return !isChosen || clauseProblem(clause) === null;
}

function clauseOf(node: ConditionNode): Clause | 'empty-value' | null {
  if (node.kind === 'not') return negated(node.item);
  if (node.kind === 'call') {
    const operator = (Object.keys(calls) as Operator[]).find((each) => calls[each] === node.method);
    return operator === undefined ? null : clauseWith(node.variable, operator, [node.value]);
  }
  if (node.kind === 'in') return listed(node, 'one-of');
  if (node.kind !== 'compare' || node.left.kind !== 'variable' || node.right.kind !== 'value') return null;
  const operator = (Object.keys(signs) as Operator[]).find((each) => signs[each] === node.sign);
  return operator === undefined ? null : clauseWith(node.left.name, operator, [String(node.right.value)]);
}

function negated(item: ConditionNode): Clause | 'empty-value' | null {
  if (item.kind === 'in') return listed(item, 'not-one-of');
  const isContains = item.kind === 'call' && item.method === 'contains';
  return isContains ? clauseWith(item.variable, 'not-contains', [item.value]) : null;
}

function listed({ left, items }: Extract<ConditionNode, { kind: 'in' }>, operator: Operator): Clause | 'empty-value' | null {
  if (left.kind !== 'variable') return null;
  const values = items.map((item) => (item.kind === 'value' && typeof item.value === 'string' ? item.value : null));
  return values.includes(null) ? null : clauseWith(left.name, operator, values as string[]);
}

/** Returns a clause if its values come back from the input as they are, apart from the case that never occurs. */
function clauseWith(field: Variable, operator: Operator, values: readonly string[]): Clause | 'empty-value' | null {
  if (values.includes('')) return 'empty-value';
  const clause = { field, operator, value: values.join(', ') };
  const kept = clauseValues(clause);
  const isKept = kept.length === values.length && kept.every((value, at) => value === inComparedCase(field, values[at] ?? ''));
  return isKept || operator === 'matches' ? clause : null;
}
