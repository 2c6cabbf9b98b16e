import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { fail } from '../../../../../contract/errors';
import type { JsonValue } from '../../../../../contract/service/models/fields';
import type { templateById } from '../../../../../contract/service/models/mail-models';
import { visibleText } from '../../../../../contract/text/visible-text';
import { DraftBar } from '../../../../blocks/conflict/draft-bar';
import { useDraft } from '../../../../blocks/conflict/use-draft';
import { LeaveGuard } from '../../../../blocks/form/leave-guard';
import { useMessages } from '../../../../lib/use-messages';
import { readTemplatesById, updateTemplateById } from '../../../../queries/project/email-templates';
import { useToasts } from '../../../../ui/feedback/toasts';
import { Button } from '../../../../ui/inputs/button';
import { Field } from '../../../../ui/inputs/field';
import { TextArea } from '../../../../ui/inputs/text-area';
import styles from '../templates.module.css';
import { DeleteTemplateDialog } from './delete-template-dialog';
import { RenderingFailure } from './rendering-failure';
import { SourcePreview } from './source-preview';

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

/** The source of a template, and what the service makes of it. */
export function SourceEditor({ connectionId, template, blocked, html, onRendered }: SourceEditorProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isDeleting, setDeleting] = useState(false);
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
          <Button variant="danger" icon={Trash2} disabledReason={blocked} onClick={() => setDeleting(true)}>
            {t('email.template.delete')}
          </Button>
        </div>
        {blocked !== undefined && <p className={styles.quiet}>{blocked}</p>}
        <RenderingFailure report={draft.saving.failure} broken="email.template.tsx.broken" />
        <div className={styles.columns}>
          <Field label={t('email.template.tsx')} help={t('email.template.tsx.help')}>
            {(control) => (
              <TextArea
                {...control}
                dir="ltr"
                rows={26}
                className={styles.source}
                value={draft.input}
                readOnly={blocked !== undefined}
                onChange={(event) => draft.setInput(event.target.value)}
              />
            )}
          </Field>
          <SourcePreview connectionId={connectionId} template={template} label={label} source={draft.input} savedHtml={html} />
        </div>
      </div>
      <DraftBar draft={draft} label={label} connectionId={connectionId} disabledReason={blocked} />
      <LeaveGuard when={draft.isDirty && !draft.saving.isPending} parameters={leaveParameters} />
      {isDeleting && <DeleteTemplateDialog connectionId={connectionId} id={id} name={label} onClose={() => setDeleting(false)} />}
    </section>
  );
}

const leaveParameters = ['tab', 'template'];

async function readSource(connectionId: string, id: string): Promise<string> {
  const { templates } = await readTemplatesById(connectionId);
  const found = templates.find((one) => one.id === id);
  if (found === undefined) throw fail('service-error', { status: 404 });
  return found.tsx_source;
}
