import { z } from 'zod';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface NameDialogProps {
  connectionId: string;
  /** What is created: its texts begin with this key. */
  kind: 'template' | 'theme' | 'draft';
  /** Creates it, and returns its ID. */
  create: (name: string) => Promise<{ readonly id: string }>;
  onCreated: (id: string) => void;
  onClose: () => void;
}

const schema = z.strictObject({ display_name: z.string().trim().min(1) });

/** Creates a template, a theme, or a draft with a name, and opens it. */
export function NameDialog({ connectionId, kind, create, onCreated, onClose }: NameDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const form = useCallForm<{ display_name: string }, typeof schema, string>({
    stored: { display_name: '' },
    fields: { display_name: { label: t(`email.${kind}.name`), missing: t(`email.${kind}.name.missing`) } },
    schema,
    toInput: (values) => values,
    isNew: true,
    save: async ({ display_name }) => (await create(display_name)).id,
    onSaved: (id) => {
      show({ tone: 'good', title: `email.${kind}.created` });
      onClose();
      onCreated(id);
    },
  });
  return (
    <FormDialog
      title={t(`email.${kind}.create`)}
      description={t(`email.${kind}.create.text`)}
      environment={environment}
      actionLabel={t(`email.${kind}.create`)}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <FailureLine report={form.failure} unknown={`email.${kind}.create.unknown`} />
      <TextField form={form} name="display_name" dir="auto" />
    </FormDialog>
  );
}
