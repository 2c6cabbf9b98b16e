import { z } from 'zod';
import type { ServerUser } from '../../../../contract/service/models/models';
import { FailureLine } from '../../../blocks/form/failure-line';
import { useCallForm } from '../../../blocks/form/use-call-form';
import { newPassword } from '../../../blocks/password/new-password';
import { PasswordField } from '../../../blocks/password/password-field';
import { useMessages } from '../../../lib/use-messages';
import { useChangeUserMethods } from '../../../queries/user/user-methods';
import { useConnection } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { useToasts } from '../../../ui/feedback/toasts';
import { FormDialog } from '../../../ui/overlays/form-dialog';

interface SetPasswordDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

const schema = z.strictObject({ password: newPassword });

/** Sets the user’s password, which signs the user out everywhere. */
export function SetPasswordDialog({ connectionId, user, onClose }: SetPasswordDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const change = useChangeUserMethods(connectionId, user.id);
  const title = t(user.has_password ? 'methods.password.change' : 'methods.password.add');
  const form = useCallForm({
    stored: { password: '' },
    fields: { password: { label: t('methods.password.new'), missing: t('methods.password.missing') } },
    schema,
    toInput: (values) => values,
    errorFields: { PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_LONG: 'password' },
    isNew: true,
    async save({ password }) {
      await change({ password });
      show({ tone: 'good', title: user.has_password ? 'methods.password.changed' : 'methods.password.added' });
      onClose();
    },
  });
  return (
    <FormDialog title={title} environment={environment} actionLabel={title} busy={form.isSaving} onClose={onClose} onSubmit={form.save}>
      <PasswordField form={form} name="password" isNew isOwn={false} />
      <Callout tone="neutral" title={t('users.methods.password.ends-sessions')} />
      <FailureLine report={form.failure} unknown="users.methods.password.unknown" />
    </FormDialog>
  );
}
