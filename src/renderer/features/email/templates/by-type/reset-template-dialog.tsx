import type { TemplateType } from '../../../../../contract/service/models/mail-models';
import { reportOf } from '../../../../lib/errors/error-text';
import { useMessages } from '../../../../lib/use-messages';
import { resetTemplate } from '../../../../queries/project/email-templates';
import { useConnection } from '../../../../stores/connections';
import { useToasts } from '../../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog';

interface ResetTemplateDialogProps {
  connectionId: string;
  type: TemplateType;
  /** Called once the template is the default one again. */
  onReset: () => void;
  onClose: () => void;
}

/** Restores the default template. */
export function ResetTemplateDialog({ connectionId, type, onReset, onClose }: ResetTemplateDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const name = t(`email.template.type.${type}`);
  const confirm = async () => {
    await resetTemplate(connectionId, type).catch((thrown: unknown) => {
      // It is the default one already: reset elsewhere, or by a request whose response was lost.
      if (reportOf(thrown).status !== 404) throw thrown;
    });
    onReset();
    show({ tone: 'good', title: ({ t }) => t('email.template.reset.done', { name: t(`email.template.type.${type}`) }) });
  };
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('email.template.reset.title', { name })}
      consequence={t('email.template.reset.consequence')}
      confirmLabel={t('email.template.reset')}
      environment={environment}
      onConfirm={confirm}
    />
  );
}
