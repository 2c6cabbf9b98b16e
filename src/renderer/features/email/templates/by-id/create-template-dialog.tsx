import { z } from 'zod';
import { FailureLine } from '../../../../blocks/form/failure-line';
import { TextField } from '../../../../blocks/form/text-field';
import { useCallForm } from '../../../../blocks/form/use-call-form';
import { useMessages } from '../../../../lib/use-messages';
import { createTemplateById } from '../../../../queries/project/email-templates';
import { useConnection } from '../../../../stores/connections';
import { useToasts } from '../../../../ui/feedback/toasts';
import { FormDialog } from '../../../../ui/overlays/form-dialog';

interface CreateTemplateDialogProps {
  connectionId: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}

const schema = z.strictObject({ display_name: z.string().trim().min(1) });

/** Creates a template with a name, and opens it. */
export function CreateTemplateDialog({ connectionId, onCreated, onClose }: CreateTemplateDialogProps) {
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
