import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Template } from '../../../../../contract/service/models/mail-models';
import { DraftBar } from '../../../../blocks/conflict/draft-bar';
import { useDraft } from '../../../../blocks/conflict/use-draft';
import { LeaveGuard } from '../../../../blocks/form/leave-guard';
import { useMessages } from '../../../../lib/use-messages';
import { readTemplate, updateTemplate } from '../../../../queries/project/email-templates';
import { ErrorCallout } from '../../../../ui/feedback/error-callout';
import { useToasts } from '../../../../ui/feedback/toasts';
import { Button } from '../../../../ui/inputs/button';
import { placeholdersOf } from '../placeholders';
import { asTemplateInput, hasProblems, storedTemplate, templateProblems, toTemplateUpdate } from '../template-draft';
import styles from '../templates.module.css';
import type { TemplatesProps } from '../templates-props';
import { BlocksPreview } from './blocks-preview';
import { ResetTemplateDialog } from './reset-template-dialog';
import { TemplateFields } from './template-fields';

interface TemplateEditorProps extends Pick<TemplatesProps, 'connectionId' | 'projectName' | 'blocked'> {
  template: Template;
}

const leaveParameters = ['tab', 'template'];

/** A template's subject and blocks, and how its email looks. */
export function TemplateEditor({ connectionId, projectName, blocked, template }: TemplateEditorProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isResetting, setResetting] = useState(false);
  const { type } = template;
  const label = t(`email.template.type.${type}`);
  const known = placeholdersOf[type];
  const source = {
    stored: storedTemplate(template),
    read: async () => storedTemplate(await readTemplate(connectionId, type)),
    write: (value: ReturnType<typeof storedTemplate>) => updateTemplate(connectionId, type, toTemplateUpdate(value)),
  };
  const draft = useDraft(source, asTemplateInput, () =>
    show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t(`email.template.type.${type}`) }) }),
  );
  const problems = useMemo(() => templateProblems(draft.input, known), [draft.input, known]);
  const reason = blocked ?? (hasProblems(problems) ? t('email.template.problems') : undefined);
  return (
    <section className={styles.editor} aria-label={label}>
      <div className={styles.scroll}>
        <div className={styles.head}>
          <h2>{label}</h2>
          <Button
            icon={RotateCcw}
            disabledReason={blocked ?? (template.is_default ? t('email.template.reset.default') : undefined)}
            onClick={() => setResetting(true)}
          >
            {t('email.template.reset')}
          </Button>
        </div>
        {blocked !== undefined && <p className={styles.quiet}>{blocked}</p>}
        <ErrorCallout report={draft.saving.failure} />
        <div className={styles.columns}>
          <TemplateFields
            input={draft.input}
            problems={problems}
            known={known}
            isReadOnly={blocked !== undefined}
            onChange={draft.setInput}
          />
          <BlocksPreview label={label} input={draft.input} projectName={projectName} />
        </div>
      </div>
      <DraftBar draft={draft} label={label} connectionId={connectionId} disabledReason={reason} />
      <LeaveGuard when={draft.isDirty && !draft.saving.isPending} parameters={leaveParameters} />
      {isResetting && (
        <ResetTemplateDialog connectionId={connectionId} type={type} onReset={draft.discard} onClose={() => setResetting(false)} />
      )}
    </section>
  );
}
