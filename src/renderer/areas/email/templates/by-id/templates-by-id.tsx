import { MailPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { Omitted } from '#contract/definitions.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/failure-line.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { createTemplateById } from '../../data';
import { TemplateList } from '../template-list';
import styles from '../templates.module.css';
import type { TemplatesProps } from '../templates-props';
import { SourceEditor, type TemplateById } from './source-editor';

interface TemplatesByIdProps extends TemplatesProps {
  templates: readonly TemplateById[];
  omitted: Omitted | undefined;
}

/** The templates of releases from 2.8.27 on: any number of them, whose source only the service can render. */
export function TemplatesById({ templates, omitted, chosen, onChoose, connectionId, blocked }: TemplatesByIdProps) {
  const { t } = useMessages();
  const [isCreating, setCreating] = useState(false);
  /** The HTML that the service returned for the last save of each template. */
  const [rendered, setRendered] = useState<ReadonlyMap<string, string>>(new Map());
  const open = templates.find(({ id }) => id === chosen) ?? templates[0];
  const items = templates.map(({ id, display_name: name }) => ({ key: id, name: visibleText(name) === '' ? id : name }));
  return (
    <div className={styles.templates}>
      <TemplateList items={items} chosen={open?.id} onChoose={onChoose}>
        <div className={styles.create}>
          <Button icon={Plus} disabledReason={blocked} onClick={() => setCreating(true)}>
            {t('email.template.create')}
          </Button>
        </div>
        <OmittedNote omitted={omitted} />
      </TemplateList>
      {open === undefined ? (
        <EmptyState icon={MailPlus} title={t('email.template.none')} text={t('email.template.none.text')} />
      ) : (
        <SourceEditor
          key={open.id}
          connectionId={connectionId}
          template={open}
          blocked={blocked}
          html={rendered.get(open.id)}
          onRendered={(html) => setRendered((before) => new Map(before).set(open.id, html))}
        />
      )}
      {isCreating && <CreateTemplateDialog connectionId={connectionId} onCreated={onChoose} onClose={() => setCreating(false)} />}
    </div>
  );
}

interface CreateTemplateDialogProps {
  connectionId: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

const schema = z.strictObject({ display_name: z.string().trim().min(1) });

/** Creates a template with a name, and opens it. */
function CreateTemplateDialog({ connectionId, onCreated, onClose }: CreateTemplateDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const form = useCallForm<{ display_name: string }, typeof schema, string>({
    stored: { display_name: '' },
    fields: { display_name: { label: t('email.template.name'), missing: t('email.template.name.missing') } },
    schema,
    toInput: (values) => values,
    isNew: true,
    save: async ({ display_name }) => (await createTemplateById(connectionId, display_name)).id,
    onSaved: (id) => {
      show({ tone: 'good', title: 'email.template.created' });
      onClose();
      onCreated(id);
    },
  });
  return (
    <FormDialog
      title={t('email.template.create')}
      description={t('email.template.create.text')}
      environment={environment}
      actionLabel={t('email.template.create')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <FailureLine report={form.failure} unknown="email.template.create.unknown" />
      <TextField form={form} name="display_name" dir="auto" />
    </FormDialog>
  );
}
