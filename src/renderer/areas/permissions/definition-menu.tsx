import { Copy, History, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { partName } from '#contract/journal/entry-parts.ts';
import { ownPermissionId } from '#contract/service/models/permission-ids.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { definitionCalls, type PermissionKind } from '#data/permissions.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { createPermissionGraph, type PermissionGraph } from '#lib/rules/permission-graph.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { HistoryDialog } from '#parts/journal/history/history-dialog.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import { AffectedUsers } from './affected-users';

interface DefinitionMenuProps {
  connectionId: string;
  kind: PermissionKind;
  definition: PermissionDefinition;
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  onRenamed: (id: string) => void;
  onDeleted: () => void;
}

/** What can be done with a permission as a whole. */
export function DefinitionMenu(props: DefinitionMenuProps) {
  const { connectionId, definition } = props;
  const { id } = definition;
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const readOnly = useReadOnlyReason(connectionId);
  const [open, setOpen] = useState<'rename' | 'history' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu trigger={<IconButton label={t('permissions.actions', { id })} icon={MoreHorizontal} />} align="end">
        <MenuItem icon={Copy} onSelect={() => copy(id)}>
          {t('permissions.copy-id')}
        </MenuItem>
        <MenuItem icon={Pencil} disabledReason={readOnly} onSelect={() => setOpen('rename')}>
          {t('permissions.rename')}
        </MenuItem>
        <MenuItem icon={History} onSelect={() => setOpen('history')}>
          {t('history.open')}
        </MenuItem>
        <MenuItem icon={Trash2} danger disabledReason={readOnly} onSelect={() => setOpen('delete')}>
          {t('permissions.delete')}
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenamePermissionDialog {...props} id={id} onClose={close} />}
      {open === 'history' && (
        <HistoryDialog
          connectionId={connectionId}
          about={partName({ kind: 'permission-definition', id })}
          names={[id]}
          title={id}
          onClose={close}
        />
      )}
      {open === 'delete' && <DeleteDialog {...props} id={id} onClose={close} />}
    </>
  );
}

interface DeleteDialogProps extends DefinitionMenuProps {
  id: string;
  onClose: () => void;
}

function DeleteDialog({ connectionId, kind, id, definitions, graph, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const remaining = definitions.filter((one) => one.id !== id);
  const after = createPermissionGraph(
    remaining.map((one) => ({ id: one.id, contained_permission_ids: one.contained_permission_ids.filter((inner) => inner !== id) })),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('permissions.delete.title', { id })}
      consequence={t('permissions.delete.consequence')}
      confirmLabel={t('permissions.delete')}
      danger
      environment={environment}
      onConfirm={async () => {
        await definitionCalls(connectionId, kind).delete(id);
        show({ tone: 'good', title: ({ t }) => t('permissions.deleted', { id }) });
        onDeleted();
      }}
    >
      <AffectedUsers connectionId={connectionId} kind={kind} change={{ id, before: graph, after }} />
    </ConfirmDialog>
  );
}

interface RenamePermissionDialogProps {
  connectionId: string;
  kind: PermissionKind;
  id: string;
  onClose: () => void;
  onRenamed: (id: string) => void;
}

const newId = z.object({ id: ownPermissionId });

/** Gives a permission another ID. Users keep it, but apps that check the old ID no longer find it. */
function RenamePermissionDialog({ connectionId, kind, id, onClose, onRenamed }: RenamePermissionDialogProps) {
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
