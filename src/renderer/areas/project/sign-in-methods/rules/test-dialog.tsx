import { useEffect, useRef, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { oauthProviderIds } from '#contract/service/models/project-models.ts';
import type { RuleEvaluation, RuleTestResult, TestedSignUp } from '#contract/service/sign-up-rules.ts';
import { cx } from '#lib/class-names.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { ruledMethods } from './condition/condition-form';
import { methodTexts } from './condition/condition-words';
import { actionName, ruleName } from './rule-texts';
import { type SignUpRule, testSignUp } from './sign-up-rules';
import styles from './test.module.css';

interface TestResultProps {
  result: RuleTestResult;
  rules: readonly SignUpRule[];
}

const tones: Readonly<Partial<Record<string, Tone>>> = { matched: 'accent', error: 'bad', missing_condition: 'warn' };

/** What happens to the sign-up, and how each rule up to the one that decides was evaluated. */
function TestResult({ result, rules }: TestResultProps) {
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

/** A sign-up as it is typed. */
interface Attempt {
  readonly email: string;
  readonly method: (typeof ruledMethods)[number];
  readonly provider: string;
  readonly country: string;
  readonly bot: string;
  readonly abuse: string;
}

const start: Attempt = { email: '', method: 'password', provider: 'google', country: '', bot: '', abuse: '' };

interface TestDialogProps {
  connection: Connection;
  /** The saved rules, which have the names. */
  rules: readonly SignUpRule[];
  onClose: () => void;
}

/** Shows what the saved rules do to a sign-up. */
export function TestDialog({ connection, rules, onClose }: TestDialogProps) {
  const { t } = useMessages();
  const [attempt, setAttempt] = useState(start);
  const [isSubmitted, setSubmitted] = useState(false);
  const [result, setResult] = useState<RuleTestResult | null>(null);
  const { run, isPending, failure } = useAction((body: TestedSignUp) => testSignUp(connection.id, body), { onDone: setResult });
  const problems = problemsOf(attempt);
  const change = (part: Partial<Attempt>) => {
    setAttempt({ ...attempt, ...part });
    setResult(null);
  };
  const submit = () => {
    setSubmitted(true);
    if (Object.values(problems).every((isWrong) => !isWrong)) void run(bodyOf(attempt));
  };
  return (
    <FormDialog
      title={t('sign-up-rules.test.title')}
      description={t('sign-up-rules.test.text')}
      environment={connection.environment}
      actionLabel={t('sign-up-rules.test.run')}
      cancelLabel={t('ui.close')}
      busy={isPending}
      width={560}
      onClose={onClose}
      onSubmit={submit}
    >
      <AttemptFields attempt={attempt} problems={isSubmitted ? problems : {}} onChange={change} />
      {failure !== null && <FormFailure report={failure} />}
      <div role="status">{result !== null && <TestResult result={result} rules={rules} />}</div>
    </FormDialog>
  );
}

type Problems = Partial<Readonly<Record<keyof Attempt, boolean>>>;

function problemsOf({ country, bot, abuse }: Attempt): Problems {
  const isScore = (text: string) => text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) <= 100);
  return { country: !/^([a-z]{2})?$/i.test(country.trim()), bot: !isScore(bot), abuse: !isScore(abuse) };
}

/** Scores are sent only if one is entered: services without them may refuse the field. */
function bodyOf({ email, method, provider, country, bot, abuse }: Attempt): TestedSignUp {
  const hasScores = bot.trim() !== '' || abuse.trim() !== '';
  return {
    email: email.trim() || null,
    auth_method: method,
    oauth_provider: method === 'oauth' ? provider : null,
    country_code: country.trim().toUpperCase() || null,
    ...(hasScores ? { risk_scores: { bot: Number(bot), free_trial_abuse: Number(abuse) } } : {}),
  };
}

interface AttemptFieldsProps {
  attempt: Attempt;
  problems: Problems;
  onChange: (part: Partial<Attempt>) => void;
}

function AttemptFields({ attempt, problems, onChange }: AttemptFieldsProps) {
  const { t } = useMessages();
  const isProvider = attempt.method === 'oauth';
  return (
    <div className={styles.fields}>
      <Field label={t('sign-up-rules.field.email')} className={cx(styles.wide)}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            dir="ltr"
            value={attempt.email}
            onChange={({ target }) => onChange({ email: target.value })}
          />
        )}
      </Field>
      <Field label={t('sign-up-rules.field.method')}>
        {(control) => (
          <Select {...control} value={attempt.method} onChange={({ target }) => onChange({ method: target.value as Attempt['method'] })}>
            {ruledMethods.map((method) => (
              <option key={method} value={method}>
                {t(methodTexts[method])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('sign-up-rules.field.provider')}>
        {(control) => (
          <Select
            {...control}
            disabled={!isProvider}
            value={attempt.provider}
            onChange={({ target }) => onChange({ provider: target.value })}
          >
            {[...oauthProviderIds, 'twitch'].map((id) => (
              <option key={id} value={id}>
                {providerName(id)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('sign-up-rules.field.country')}
        help={t('sign-up-rules.test.country')}
        error={problems.country ? t('sign-up-rules.problem.country') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            maxLength={2}
            value={attempt.country}
            onChange={({ target }) => onChange({ country: target.value })}
          />
        )}
      </Field>
      {(['bot', 'abuse'] as const).map((name) => (
        <Field
          key={name}
          label={t(`sign-up-rules.field.${name}`)}
          help={t('sign-up-rules.test.score')}
          error={problems[name] ? t('sign-up-rules.problem.score') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="numeric"
              value={attempt[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
