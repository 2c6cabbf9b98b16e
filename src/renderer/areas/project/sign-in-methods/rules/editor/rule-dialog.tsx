import { useRef, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { readConfiguration } from '#data/configuration.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { isEqual } from '#parts/form/form-changes.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { actionTexts, ruleName } from '../rule-texts';
import {
  changeRules,
  createRule,
  newRuleId,
  type RuleAction,
  ruleActions,
  type SignUpRule,
  signUpRules,
  useRuleStats,
} from '../sign-up-rules';
import { ConditionEditor } from './condition-editor';
import styles from './editor.module.css';
import { changesOf, draftOf, draftProblems, isValid, newRule, type RuleDraft } from './rule-draft';

interface RuleDialogProps {
  connection: Connection;
  /** The rule to change, or to copy; none for an empty one. */
  rule?: SignUpRule;
  isCopy?: boolean;
  onClose: () => void;
  /** Receives the rule's ID once it is saved and the dialog is closed. */
  onSaved: (id: string) => void;
}

/** Creates or changes a rule. The service accepts conditions with mistakes and never matches them, so they are found here. */
export function RuleDialog({ connection, rule, isCopy = false, onClose, onSaved }: RuleDialogProps) {
  const { t } = useMessages();
  const changed = isCopy ? undefined : rule;
  const [draft, setDraft] = useState<RuleDraft>(() => {
    const start = draftOf(rule);
    return isCopy && rule !== undefined ? { ...start, name: t('sign-up-rules.copy-of', { name: ruleName(rule) }), enabled: false } : start;
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const problems = draftProblems(draft, changed?.condition);
  const shownProblems = isSubmitted ? problems : undefined;
  const saving = useSave({ connection, rule: changed, onClose });
  const form = useRef<HTMLDivElement>(null);
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = () => {
    setSubmitted(true);
    if (isValid(problems)) void saving.run(draft);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <FormDialog
      title={changed === undefined ? t('sign-up-rules.new') : t('sign-up-rules.edit.title', { name: ruleName(changed) })}
      environment={connection.environment}
      actionLabel={saving.isConflict ? t('sign-up-rules.overwrite') : t('ui.save')}
      busy={saving.isPending}
      width={620}
      onClose={onClose}
      onClosed={() => saving.saved.current !== null && onSaved(saving.saved.current)}
      onSubmit={submit}
    >
      <div ref={form} className={styles.fields}>
        <Field
          label={t('sign-up-rules.name')}
          error={shownProblems?.isNameMissing ? t('sign-up-rules.name.missing') : undefined}
          help={changed === undefined ? t('sign-up-rules.name.help') : t('sign-up-rules.id', { id: changed.id })}
        >
          {(control) => <TextInput {...control} dir="auto" value={draft.name} onChange={({ target }) => change({ name: target.value })} />}
        </Field>
        <ActionFields draft={draft} onChange={change} />
        <ConditionEditor draft={draft} problems={shownProblems} onChange={change} />
        <CheckboxChoice
          label={t('sign-up-rules.on')}
          note={t('sign-up-rules.on.note')}
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      </div>
      {saving.isConflict && (
        <Callout tone="warn" title={t('sign-up-rules.conflict')}>
          {t('sign-up-rules.conflict.text')}
        </Callout>
      )}
      {saving.failure !== null && <FormFailure report={saving.failure} />}
    </FormDialog>
  );
}

/** What the rule does, in words, and a note for admins. */
function ActionFields({ draft, onChange }: { draft: RuleDraft; onChange: (part: Partial<RuleDraft>) => void }) {
  const { t } = useMessages();
  return (
    <>
      <Field label={t('sign-up-rules.action')} help={t(actionTexts[draft.action].effect)}>
        {(control) => (
          <Select {...control} value={draft.action} onChange={({ target }) => onChange({ action: target.value as RuleAction })}>
            {ruleActions.map((action) => (
              <option key={action} value={action}>
                {t(actionTexts[action].name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('sign-up-rules.message')} help={t('sign-up-rules.message.help')}>
        {(control) => (
          <TextInput {...control} dir="auto" value={draft.message} onChange={({ target }) => onChange({ message: target.value })} />
        )}
      </Field>
    </>
  );
}

interface SaveOptions extends Pick<RuleDialogProps, 'connection' | 'onClose'> {
  /** The rule to change; a new one without it. */
  rule: SignUpRule | undefined;
}

/** Saves a draft, unless the rule was changed elsewhere since it was opened: then once more for that. */
function useSave({ connection, rule, onClose }: SaveOptions) {
  const show = useToasts((state) => state.show);
  const stats = useRuleStats(connection.id, true);
  const [isConflict, setConflict] = useState(false);
  const opened = useRef(rule);
  const saved = useRef<string | null>(null);
  const action = useAction(
    async (draft: RuleDraft) => {
      const latest = await readConfiguration(connection.id);
      const { rules } = signUpRules(latest);
      const name = draft.name.trim();
      const now = rules.find(({ id }) => id === rule?.id);
      if (!isEqual(now, opened.current)) {
        opened.current = now;
        setConflict(true);
        return null;
      }
      if (rule !== undefined && now !== undefined) {
        await changeRules(connection.id, latest, changesOf(rule, draft));
        return { id: rule.id, name };
      }
      const used = [...rules.map(({ id }) => id), ...(stats.data?.rule_triggers.map(({ rule_id }) => rule_id) ?? [])];
      const id = rule?.id ?? newRuleId(name, new Set(used));
      await createRule(connection.id, id, newRule(draft, rules));
      return { id, name };
    },
    {
      onDone: (result) => {
        if (result === null) return;
        saved.current = result.id;
        show({ tone: 'good', title: ({ t }) => t('sign-up-rules.saved', { name: result.name }) });
        onClose();
      },
      toastsLate: true,
    },
  );
  return { ...action, isConflict, saved };
}
