/** Names, states, and actions of sign-up rules in the language of the window. */
import type { ConfigSource } from '#contract/service/config.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import type { Tone } from '#ui/data/badge.tsx';
import type { RuleAction, SignUpRule } from './sign-up-rules';

interface ActionTexts {
  readonly name: MessageKey;
  readonly effect: MessageKey;
  readonly tone: Tone;
}

export const actionTexts: Readonly<Record<RuleAction, ActionTexts>> = {
  allow: { name: 'sign-up-rules.action.allow', effect: 'sign-up-rules.effect.allow', tone: 'good' },
  reject: { name: 'sign-up-rules.action.reject', effect: 'sign-up-rules.effect.reject', tone: 'bad' },
  restrict: { name: 'sign-up-rules.action.restrict', effect: 'sign-up-rules.effect.restrict', tone: 'warn' },
  log: { name: 'sign-up-rules.action.log', effect: 'sign-up-rules.effect.log', tone: 'neutral' },
};

/** Whether this version of Latchkey knows an action. */
export function isKnownAction(type: string): type is RuleAction {
  return Object.hasOwn(actionTexts, type);
}

/** Returns the name of an action; that of the service for an unknown one. */
export function actionName({ t }: Pick<Translator, 't'>, type: string): string {
  return isKnownAction(type) ? t(actionTexts[type].name) : type;
}

/** Returns a rule's name, or its ID if it has none. */
export function ruleName({ name, id }: Pick<SignUpRule, 'name' | 'id'>): string {
  return name.trim() === '' ? id : name;
}

/** Says where the rules of a pushed configuration file are changed. */
export function pushedReason({ t }: Pick<Translator, 't'>, source: ConfigSource): string {
  if (source.type !== 'pushed-from-github') return t('sign-up-rules.pushed');
  return t('sign-up-rules.pushed.github', { path: source.config_file_path, repo: `${source.owner}/${source.repo}` });
}
