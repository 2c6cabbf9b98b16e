/** How screens offer the rules of the watch for a connection. */
import { type WatchKind, watchSettings } from '#contract/watch/rules.ts';
import { settingLockText } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';

/** A rule as a list has it; empty for the choice of the whole app. */
export type RuleChoice = '' | 'on' | 'off';

/** Returns the choice for a stored rule. */
export function choiceOf(rule: boolean | undefined): RuleChoice {
  if (rule === undefined) return '';
  return rule ? 'on' : 'off';
}

/** Returns the rule for a choice; null for the choice of the whole app. */
export function ruleOf(choice: string): boolean | null {
  return choice === '' ? null : choice === 'on';
}

export interface OfferedRule {
  readonly label: string;
  readonly options: readonly { readonly value: RuleChoice; readonly label: string }[];
  /** Why the connection can have no rule. */
  readonly lockText: string | undefined;
}

/** Returns a function that returns what is offered for a kind. */
export function useOfferedRules(): (kind: WatchKind) => OfferedRule {
  const { t } = useMessages();
  const settings = useTopic('settings.state');
  const policy = useTopic('policy.state');
  return (kind) => {
    const name = watchSettings[kind];
    const usual = t(settings[name] ? 'watch.rule.usual-on' : 'watch.rule.usual-off');
    return {
      label: t(`settings.row.${name}`),
      options: [
        { value: '', label: usual },
        { value: 'on', label: t('watch.rule.on') },
        { value: 'off', label: t('watch.rule.off') },
      ],
      lockText: settingLockText({ t }, policy, name),
    };
  };
}
