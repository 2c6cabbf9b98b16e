import { reportOf } from '../../../../lib/errors/error-text';
import { useMessages } from '../../../../lib/use-messages';
import { deleteTemplateById } from '../../../../queries/project/email-templates';
import { useConnection } from '../../../../stores/connections';
import { useToasts } from '../../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog';

interface DeleteTemplateDialogProps {
  connectionId: string;
  id: string;
  name: string;
  onClose: () => void;
}

/** Deletes a template. One that is deleted already, here or elsewhere, counts as deleted. */
export function DeleteTemplateDialog({ connectionId, id, name, onClose }: DeleteTemplateDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const confirm = async () => {
    await deleteTemplateById(connectionId, id).catch((thrown: unknown) => {
      if (reportOf(thrown).status !== 404) throw thrown;
    });
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
