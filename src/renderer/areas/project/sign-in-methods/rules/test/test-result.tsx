import { useEffect, useRef } from 'react';
import type { RuleEvaluation, RuleTestResult } from '#contract/service/sign-up-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import type { SignUpRule } from '../model/sign-up-rules';
import { actionName, ruleName } from '../rule-texts';
import styles from './test.module.css';

interface TestResultProps {
  result: RuleTestResult;
  rules: readonly SignUpRule[];
}

const tones: Readonly<Partial<Record<string, Tone>>> = { matched: 'accent', error: 'bad', missing_condition: 'warn' };

/** What happens to the sign-up, and how each rule up to the one that decides was evaluated. */
export function TestResult({ result, rules }: TestResultProps) {
  const messages = useMessages();
  const { t } = messages;
  const { outcome, evaluations } = result;
  const nameOf = (id: string) => nameOfRule(rules, evaluations, id);
  const restricting = outcome.should_allow ? outcome.restricted_because_of_rule_id : null;
  const left = rules.length - evaluations.length;
  const root = useRef<HTMLDivElement>(null);
  // The form fills a small window.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={root} className={styles.result}>
      <Callout
        tone={outcome.should_allow ? (restricting === null ? 'good' : 'warn') : 'bad'}
        title={outcomeTitle(messages, result, nameOf)}
      >
        {restricting === null ? undefined : t('sign-up-rules.result.restricted', { name: nameOf(restricting) })}
      </Callout>
      {evaluations.length > 0 && (
        <ol className={styles.evaluations} aria-label={t('sign-up-rules.result.rules')}>
          {evaluations.map((evaluation) => (
            <li key={evaluation.rule_id}>
              <bdi className={styles.name}>{nameOf(evaluation.rule_id)}</bdi>
              <Badge tone={tones[evaluation.status] ?? 'neutral'}>{statusText(messages, evaluation)}</Badge>
              {evaluation.error && <p className={styles.error}>{evaluation.error}</p>}
            </li>
          ))}
        </ol>
      )}
      {left > 0 && <p className={styles.rest}>{t('sign-up-rules.result.rest', { count: left })}</p>}
    </div>
  );
}

function nameOfRule(rules: readonly SignUpRule[], evaluations: readonly RuleEvaluation[], id: string): string {
  const rule = rules.find((each) => each.id === id);
  return ruleName(rule ?? { id, name: evaluations.find(({ rule_id }) => rule_id === id)?.display_name ?? '' });
}

function outcomeTitle({ t }: Translator, { outcome }: RuleTestResult, nameOf: (id: string) => string): string {
  const { should_allow: isAllowed, decision_rule_id: id } = outcome;
  if (id === null) return t(isAllowed ? 'sign-up-rules.result.default-allow' : 'sign-up-rules.result.default-reject');
  return t(isAllowed ? 'sign-up-rules.result.allow' : 'sign-up-rules.result.reject', { name: nameOf(id) });
}

/** How a rule was evaluated; a matching one with what it does. */
function statusText(messages: Translator, { status, action }: RuleEvaluation): string {
  const { t } = messages;
  if (status === 'matched') return t('sign-up-rules.status.matched', { action: actionName(messages, action.type) });
  const key = `sign-up-rules.status.${status}`;
  return messages.has(key) ? t(key) : status;
}
