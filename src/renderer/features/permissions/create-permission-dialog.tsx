import { z } from 'zod';
import { permissions } from '../../../contract/service/permissions';
import { FormFailure } from '../../blocks/form/form-failure';
import { TextField } from '../../blocks/form/text-field';
import { useCallForm } from '../../blocks/form/use-call-form';
import { useMessages } from '../../lib/use-messages';
import { definitionCalls, type PermissionKind } from '../../queries/permissions/definitions';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { FormDialog } from '../../ui/overlays/form-dialog';

interface CreatePermissionDialogProps {
  connectionId: string;
  kind: PermissionKind;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The service accepts a permission without contents; they are chosen in its panel. */
const newDefinition = permissions.createTeamDefinition.actors.project.body.extend({
  description: z.string(),
  contained_permission_ids: z.array(z.string()),
});

/** Creates a permission, which contains nothing yet. */
export function CreatePermissionDialog({ connectionId, kind, onClose, onCreated }: CreatePermissionDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const calls = definitionCalls(connectionId, kind);
  const form = useCallForm<{ id: string; description: string }, typeof newDefinition, { id: string }>({
    stored: { id: '', description: '' },
    isNew: true,
    fields: {
      id: { label: t('permissions.id'), missing: t('permissions.id.missing'), invalid: t('permissions.id.invalid') },
      description: { label: t('permissions.description') },
    },
    schema: newDefinition,
    toInput: ({ id, description }) => ({ id: id.trim(), description: description.trim(), contained_permission_ids: [] }),
    save: (definition) => calls.create(definition),
    errorFields: { PERMISSION_ID_ALREADY_EXISTS: 'id' },
    onSaved: ({ id }) => {
      show({ tone: 'good', title: ({ t }) => t('permissions.created', { id }) });
      onClose();
      onCreated(id);
    },
  });
  return (
    <FormDialog
      title={t(kind === 'team' ? 'permissions.create.team' : 'permissions.create.project')}
      description={t('permissions.create.text')}
      environment={environment}
      actionLabel={t('permissions.create')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="id" isCode help={t('permissions.id.help')} />
      <TextField form={form} name="description" />
    </FormDialog>
  );
}
