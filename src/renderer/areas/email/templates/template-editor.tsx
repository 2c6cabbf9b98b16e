import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { partName } from '#contract/journal/entry-parts.ts';
import type { Template, TemplateType } from '#contract/service/models/mail-models.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { PreviewFrame } from '#parts/email-preview.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { HistoryButton } from '#parts/journal/history/last-changed.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { readTemplate, resetTemplate, updateTemplate } from '../data';
import { PreviewHead, usePreviewWidth } from '../source/live-preview';
import styles from '../source/source.module.css';
import { fillPlaceholders, placeholdersOf } from './placeholders';
import {
  asTemplateInput,
  hasProblems,
  storedTemplate,
  type TemplateInput,
  templatePreview,
  templateProblems,
  toTemplateUpdate,
} from './template-draft';
import { TemplateFields } from './template-fields';
import type { TemplatesProps } from './templates-props';

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
          <HistoryButton connectionId={connectionId} about={partName({ kind: 'template', id: type })} title={label} />
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
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} parameters={leaveParameters} />
      {isResetting && (
        <ResetTemplateDialog connectionId={connectionId} type={type} onReset={draft.discard} onClose={() => setResetting(false)} />
      )}
    </section>
  );
}

interface ResetTemplateDialogProps {
  connectionId: string;
  type: TemplateType;
  /** Called once the template is the default one again. */
  onReset: () => void;
  onClose: () => void;
}

/** Restores the default template. */
function ResetTemplateDialog({ connectionId, type, onReset, onClose }: ResetTemplateDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const name = t(`email.template.type.${type}`);
  const confirm = async () => {
    await resetTemplate(connectionId, type).catch((thrown: unknown) => {
      // It is the default one already: reset elsewhere, or by a request whose response was lost.
      if (reportOf(thrown).status !== 404) throw thrown;
    });
    onReset();
    show({ tone: 'good', title: ({ t }) => t('email.template.reset.done', { name: t(`email.template.type.${type}`) }) });
  };
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('email.template.reset.title', { name })}
      consequence={t('email.template.reset.consequence')}
      confirmLabel={t('email.template.reset')}
      environment={environment}
      onConfirm={confirm}
    />
  );
}

interface BlocksPreviewProps {
  label: string;
  input: TemplateInput;
  projectName: string;
}

/** Preview of the email of a template, with sample values. */
function BlocksPreview({ label, input, projectName }: BlocksPreviewProps) {
  const { t, locale } = useMessages();
  const width = usePreviewWidth();
  const values = useMemo(() => sampleValues(projectName), [projectName]);
  const preview = useMemo(() => templatePreview(input.source, values), [input.source, values]);
  return (
    <section className={styles.preview} aria-label={t('email.template.preview')}>
      <PreviewHead title={t('email.template.preview')} preview={width} />
      <p className={styles.subject}>
        <bdi>{fillPlaceholders(input.subject, values)}</bdi>
      </p>
      {preview === null ? (
        <Callout tone="warn" title={t('email.template.preview.none')}>
          {t('email.template.preview.none.text')}
        </Callout>
      ) : (
        <PreviewFrame title={t('email.template.preview.of', { name: label })} html={preview.html} width={width.width} />
      )}
      {preview !== null && preview.left.length > 0 && (
        <p className={styles.quiet}>
          {t('email.template.preview.left', { count: preview.left.length, names: formatNames(preview.left.slice(0, 5), locale) })}
        </p>
      )}
    </section>
  );
}

/** Values that a preview shows for placeholders. */
function sampleValues(projectName: string): Readonly<Record<string, string>> {
  const link = 'https://example.com/handler?code=sample';
  return {
    userDisplayName: 'Ada Lovelace',
    projectDisplayName: projectName,
    teamDisplayName: 'Analytical Engines',
    otp: 'ABC123',
    emailVerificationLink: link,
    passwordResetLink: link,
    magicLink: link,
    teamInvitationLink: link,
    signInInvitationLink: link,
  };
}
