import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { partName } from '#contract/journal/entry-parts.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { templateById } from '#contract/service/models/mail-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { PreviewFrame } from '#parts/email-preview.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { HistoryButton } from '#parts/journal/history/last-changed.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { deleteTemplateById, readTemplatesById, updateTemplateById } from '../data';
import { LivePreview, PreviewHead, RenderingFailure, usePreviewWidth } from '../source/live-preview';
import styles from '../source/source.module.css';
import { SourceField } from '../source/source-field';

export type TemplateById = z.output<typeof templateById>;

interface SourceEditorProps {
  connectionId: string;
  template: TemplateById;
  blocked: string | undefined;
  /** What the service returned for the last save; undefined if there was none since the screen was opened. */
  html: string | undefined;
  onRendered: (html: string) => void;
}

const asText = { show: (value: JsonValue) => String(value), parse: (text: string) => text };

/** The source of a template, and its preview as rendered by the service. */
export function SourceEditor({ connectionId, template, blocked, html, onRendered }: SourceEditorProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isDeleting, setDeleting] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const { id } = template;
  const label = visibleText(template.display_name) === '' ? id : template.display_name;
  const source = {
    stored: template.tsx_source,
    read: () => readSource(connectionId, id),
    write: async (value: JsonValue) => onRendered((await updateTemplateById(connectionId, id, String(value))).rendered_html),
  };
  const draft = useDraft(source, asText, () => show({ tone: 'good', title: ({ t }) => t('draft.saved', { label }) }));
  return (
    <section className={styles.editor} aria-label={label}>
      <div className={styles.scroll}>
        <div className={styles.head}>
          <h2>
            <bdi>{label}</bdi>
          </h2>
          <HistoryButton connectionId={connectionId} about={partName({ kind: 'template', id: id })} names={[label]} title={label} />
          <Button variant="danger" icon={Trash2} disabledReason={blocked} onClick={() => setDeleting(true)}>
            {t('email.template.delete')}
          </Button>
        </div>
        {blocked !== undefined && <p className={styles.quiet}>{blocked}</p>}
        <RenderingFailure report={draft.saving.failure} broken="email.template.tsx.broken" />
        <div className={styles.columns}>
          <SourceField
            name={label}
            help={t('email.template.tsx.help')}
            value={draft.input}
            isReadOnly={blocked !== undefined}
            onChange={draft.setInput}
          />
          <SourcePreview connectionId={connectionId} template={template} label={label} source={draft.input} savedHtml={html} />
        </div>
      </div>
      <DraftBar draft={draft} label={label} connectionId={connectionId} disabledReason={blocked} />
      <LeaveGuard when={draft.isDirty && !isDeleted} isSaving={!draft.isUnsaved} parameters={leaveParameters} />
      {isDeleting && (
        <DeleteTemplateDialog
          connectionId={connectionId}
          id={id}
          name={label}
          onDeleted={() => setDeleted(true)}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  );
}

const leaveParameters = ['tab', 'template'];

async function readSource(connectionId: string, id: string): Promise<string> {
  const { templates } = await readTemplatesById(connectionId);
  const found = templates.find((one) => one.id === id);
  if (found === undefined) throw fail('object-gone');
  return found.tsx_source;
}

interface DeleteTemplateDialogProps {
  connectionId: string;
  id: string;
  name: string;
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a template. One that is deleted already, here or elsewhere, counts as deleted. */
function DeleteTemplateDialog({ connectionId, id, name, onDeleted, onClose }: DeleteTemplateDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const confirm = async () => {
    await deleteTemplateById(connectionId, id).catch((thrown: unknown) => {
      if (reportOf(thrown).status !== 404) throw thrown;
    });
    onDeleted();
    show({ tone: 'good', title: ({ t }) => t('email.template.deleted', { name }) });
  };
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('email.template.delete.title', { name })}
      consequence={t('email.template.delete.consequence')}
      confirmLabel={t('email.template.delete')}
      environment={environment}
      onConfirm={confirm}
    />
  );
}

interface SourcePreviewProps {
  connectionId: string;
  template: Pick<z.output<typeof templateById>, 'theme_id'>;
  label: string;
  /** The source as it is in the editor. */
  source: string;
  /** What the service returned for the last save; undefined if there was none since the screen was opened. */
  savedHtml: string | undefined;
}

/** The rendered source, saved or not. If the service can't render without saving, that of the last save. */
function SourcePreview(props: SourcePreviewProps) {
  const { t } = useMessages();
  const canRender = useConnection(props.connectionId)?.features?.['email-rendering'] !== false;
  return (
    <section className={styles.preview} aria-label={t('email.template.preview')}>
      {canRender ? (
        <LivePreview
          connectionId={props.connectionId}
          title={t('email.template.preview')}
          label={props.label}
          rendered={{ source: props.source, theme: props.template.theme_id }}
          broken="email.template.tsx.unrendered"
        />
      ) : (
        <SavedPreview {...props} />
      )}
    </section>
  );
}

function SavedPreview({ label, savedHtml }: SourcePreviewProps) {
  const { t } = useMessages();
  const preview = usePreviewWidth();
  return (
    <>
      <PreviewHead title={t('email.template.preview.last')} preview={preview} />
      {savedHtml === undefined ? (
        <p className={styles.quiet}>{t('email.template.preview.unsaved')}</p>
      ) : (
        <PreviewFrame title={t('email.template.preview.of', { name: label })} html={savedHtml} width={preview.width} />
      )}
    </>
  );
}
