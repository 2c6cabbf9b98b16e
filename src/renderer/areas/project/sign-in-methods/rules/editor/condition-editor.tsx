import { useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { type ConditionFault, parseCondition } from '../condition/condition-syntax';
import { conditionWarnings, faultText, warningText } from '../condition/fault-text';
import { ClauseRows } from './clause-rows';
import styles from './editor.module.css';
import { type DraftProblems, draftCondition, type RuleDraft, toForm } from './rule-draft';

interface ConditionEditorProps {
  draft: RuleDraft;
  /** Undefined before the first attempt to save. */
  problems: DraftProblems | undefined;
  onChange: (part: Partial<RuleDraft>) => void;
}

/** When the rule applies: as a plain form, or as the text that is stored. Changing between them keeps the condition. */
export function ConditionEditor({ draft, problems, onChange }: ConditionEditorProps) {
  const messages = useMessages();
  const { t } = messages;
  const [obstacle, setObstacle] = useState<string | null>(null);
  const setMode = (mode: RuleDraft['mode']) => {
    const shown = toForm(draft.text);
    if (mode === 'text') onChange({ mode, text: draftCondition(draft) });
    else if ('form' in shown) onChange({ mode, form: shown.form });
    else setObstacle(t('fault' in shown ? 'sign-up-rules.text-only.fault' : `sign-up-rules.text-only.${shown.reason}`));
  };
  const isNone = draftCondition(draft) === '';
  return (
    <div className={styles.condition}>
      <div className={styles.head}>
        <span className={styles.label}>{t('sign-up-rules.condition')}</span>
        <Segmented
          label={t('sign-up-rules.condition.mode')}
          value={draft.mode}
          options={[
            { value: 'form', label: t('sign-up-rules.condition.as-form') },
            { value: 'text', label: t('sign-up-rules.condition.as-text') },
          ]}
          onValueChange={setMode}
        />
      </div>
      <div aria-live="polite">{obstacle !== null && draft.mode === 'text' && <p className={styles.obstacle}>{obstacle}</p>}</div>
      {draft.mode === 'form' ? (
        <ClauseRows form={draft.form} problems={problems?.clauses ?? []} onChange={(form) => onChange({ form })} />
      ) : (
        <ConditionText
          draft={draft}
          problems={problems}
          onChange={(text) => {
            setObstacle(null);
            onChange({ text });
          }}
        />
      )}
      {isNone && <Callout tone="neutral" title={t('sign-up-rules.no-condition')} />}
    </div>
  );
}

interface ConditionTextProps extends Pick<ConditionEditorProps, 'draft' | 'problems'> {
  onChange: (text: string) => void;
}

/** The condition as text. A mistake is shown once the field was left, in room that is kept for it: a press must land where it aimed. */
function ConditionText({ draft: { text }, problems, onChange }: ConditionTextProps) {
  const messages = useMessages();
  const { t } = messages;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLeft, setLeft] = useState(false);
  const parsed = text.trim() === '' ? undefined : parseCondition(text);
  const fault = parsed !== undefined && 'fault' in parsed && (isLeft || problems?.fault) ? parsed.fault : undefined;
  const [warning] = parsed !== undefined && 'node' in parsed ? conditionWarnings(parsed.node) : [];
  return (
    <Field
      className={cx(styles.textField)}
      label={t('sign-up-rules.condition.text-label')}
      error={fault && faultText(messages, text, fault)}
      warning={warning && warningText(messages, warning)}
      help={t('sign-up-rules.condition.text-help', { example: 'emailDomain == "example.com" && riskScores.bot >= 80' })}
      aside={
        <Button
          size="sm"
          variant="plain"
          className={cx(fault === undefined && styles.hidden)}
          onClick={() => fault && showPlace(field.current, fault)}
        >
          {t('sign-up-rules.fault.show')}
        </Button>
      }
    >
      {(control) => (
        <TextArea
          {...control}
          ref={field}
          dir="ltr"
          rows={4}
          className={styles.source}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => setLeft(true)}
        />
      )}
    </Field>
  );
}

/** Selects the part that a mistake is about. */
function showPlace(field: HTMLTextAreaElement | null, { at, text }: ConditionFault): void {
  field?.focus();
  field?.setSelectionRange(at, at + text.length);
}
