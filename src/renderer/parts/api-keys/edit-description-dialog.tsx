import { z } from 'zod';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { FormFailure } from '../form/form-failure';
import { TextField } from '../form/text-field';
import { useCallForm } from '../form/use-call-form';

interface EditDescriptionDialogProps {
  connectionId: string;
  /** What a description is called here. */
  texts: { readonly title: MessageKey; readonly description: MessageKey; readonly missing: MessageKey; readonly done: MessageKey };
  description: string;
  save: (description: string) => Promise<unknown>;
  onClose: () => void;
}

const schema = z.strictObject({ description: z.string().trim().min(1) });

/** Changes the description of an API key or of project keys (wire/endpoints 8 and 9.1). Nothing else of a key can be changed. */
export function EditDescriptionDialog({ connectionId, texts, description, save, onClose }: EditDescriptionDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const form = useCallForm({
    stored: { description },
    fields: { description: { label: t(texts.description), missing: t(texts.missing) } },
    schema,
    toInput: (values) => values,
    save: (input) => save(input.description),
    onSaved: () => {
      show({ tone: 'good', title: texts.done });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(texts.title)}
      environment={useConnection(connectionId)?.environment}
      actionLabel={t('ui.save')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={() => (form.isDirty ? form.save() : onClose())}
    >
      <TextField form={form} name="description" dir="auto" />
      {form.failure !== null && <FormFailure report={form.failure} />}
    </FormDialog>
  );
}
