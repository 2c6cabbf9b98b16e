/** Mistakes in conditions in the language of the window: where, what, and what to do. */

import type { Translator } from '#messages/translator.ts';
import { inComparedCase, ruledMethods } from './condition-form';
import type { ConditionFault, ConditionNode, Variable } from './condition-syntax';

// What is valid in a condition, and can’t be meant.

/** A text that a variable never contains: in the wrong case, or no sign-up method. */
interface ConditionWarning {
  readonly code: 'lower-case' | 'upper-case' | 'method';
  readonly text: string;
}

/** Returns the texts of a condition that never match, each once. */
export function conditionWarnings(node: ConditionNode): ConditionWarning[] {
  const found = comparedTexts(node).flatMap(([field, text]) => warningOf(field, text) ?? []);
  return found.filter((warning, at) => found.findIndex(({ text }) => text === warning.text) === at);
}

function warningOf(field: Variable, text: string): ConditionWarning | null {
  if (field === 'authMethod') return ruledMethods.some((each) => each === text) ? null : { code: 'method', text };
  if (inComparedCase(field, text) === text) return null;
  return { code: field === 'countryCode' ? 'upper-case' : 'lower-case', text };
}

/** Returns the texts that variables are compared with. Patterns aren't texts. */
function comparedTexts(node: ConditionNode): (readonly [Variable, string])[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.items.flatMap(comparedTexts);
    case 'not':
      return comparedTexts(node.item);
    case 'call':
      return node.method === 'matches' || node.variable === 'authMethod' ? [] : [[node.variable, node.value]];
    case 'in':
      return node.items.flatMap((item) => pairOf(node.left, item));
    case 'compare':
      return [...pairOf(node.left, node.right), ...pairOf(node.right, node.left)];
    default:
      return [];
  }
}

function pairOf(variable: ConditionNode, value: ConditionNode): (readonly [Variable, string])[] {
  if (variable.kind !== 'variable' || value.kind !== 'value' || typeof value.value !== 'string') return [];
  return [[variable.name, value.value]];
}

/** Code in messages, which is the same in every language. */
const examples = { call: 'contains("text")', list: 'in ["a", "b"]' };

/** Returns a mistake as a sentence that starts with its line and character, from 1. */
export function faultText({ t }: Pick<Translator, 't'>, condition: string, fault: ConditionFault): string {
  const before = condition.slice(0, fault.at).split('\n');
  const problem = t(`sign-up-rules.fault.${fault.code}`, { text: fault.text, ...examples });
  const place = { character: [...(before.at(-1) ?? '')].length + 1, line: before.length, problem };
  return t(condition.includes('\n') ? 'sign-up-rules.fault.in-line' : 'sign-up-rules.fault.at', place);
}

/** Returns what is probably a mistake. */
export function warningText({ t }: Pick<Translator, 't'>, { code, text }: ConditionWarning): string {
  return t(`sign-up-rules.warning.${code}`, { text });
}
