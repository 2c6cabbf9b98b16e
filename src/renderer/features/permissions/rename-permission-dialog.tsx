import { z } from 'zod';
import { ownPermissionId } from '../../../contract/service/models/permission-ids';
import { FormFailure } from '../../blocks/form/form-failure';
import { TextField } from '../../blocks/form/text-field';
import { useCallForm } from '../../blocks/form/use-call-form';
import { useMessages } from '../../lib/use-messages';
import { definitionCalls, type PermissionKind } from '../../queries/permissions/definitions';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { FormDialog } from '../../ui/overlays/form-dialog';

interface RenamePermissionDialogProps {
  connectionId: string;
  kind: PermissionKind;
  id: string;
  onClose: () => void;
  onRenamed: (id: string) => void;
}

const newId = z.object({ id: ownPermissionId });

/** Gives a permission another ID. Users keep it, but apps that check the old ID no longer find it. */
export function RenamePermissionDialog({ connectionId, kind, id, onClose, onRenamed }: RenamePermissionDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const form = useCallForm<{ id: string }, typeof newId, string>({
    stored: { id },
    fields: { id: { label: t('permissions.id'), missing: t('permissions.id.missing'), invalid: t('permissions.id.invalid') } },
    schema: newId,
    toInput: (values) => ({ id: values.id.trim() }),
    save: async (input) => {
      const renamed = (await definitionCalls(connectionId, kind).rename(id, input.id)).id;
      // A part of the call, because this dialog disappears with the definition under the old ID.
      onRenamed(renamed);
      return renamed;
    },
    errorFields: { PERMISSION_ID_ALREADY_EXISTS: 'id' },
    onSaved: (renamed) => {
      show({ tone: 'good', title: ({ t }) => t('permissions.renamed', { id: renamed }) });
      onClose();
    },
  });
  const save = () => {
    if (form.isDirty) form.save();
  };
  return (
    <FormDialog
      title={t('permissions.rename.title', { id })}
      description={t('permissions.rename.text')}
      environment={environment}
      actionLabel={t('permissions.rename')}
      busy={form.isSaving}
      disabledReason={form.isDirty ? undefined : t('form.nothing')}
      onClose={onClose}
      onSubmit={save}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="id" isCode help={t('permissions.id.help')} />
    </FormDialog>
  );
}
