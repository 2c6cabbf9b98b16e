/** Mistakes in conditions in the language of the window: where, what, and what to do. */
import type { Translator } from '#messages/translator.ts';
import type { ConditionFault } from './condition-syntax';
import type { ConditionWarning } from './condition-warnings';

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
