import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { password } from '#contract/service/models/fields.ts';
import { useChangePassword } from '#data/own-user.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { newPassword, PasswordField } from '#parts/new-password.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { OwnAccount } from './own-account';

/** Whether there is a password, and the button that sets or changes it. */
export function PasswordRow({ own }: { own: OwnAccount }) {
  const { t } = useMessages();
  const readOnly = useSignInChangeReason(own.connectionId);
  const [isOpen, setOpen] = useState(false);
  const { user, config, setup } = own;
  const isOff = !config.credential_enabled;
  const needsEmail = setup !== undefined && !setup.emails.some(({ used_for_auth }) => used_for_auth);
  const state = t(user.has_password ? 'methods.password.set' : 'methods.password.none');
  const note = isOff ? t('methods.off') : needsEmail ? t('methods.password.needs-email') : null;
  return (
    <SettingRow
      icon={KeyRound}
      name={t('method.password')}
      state={note === null ? state : t('ui.sentences', { first: state, second: note })}
    >
      <Button disabledReason={readOnly ?? (isOff ? t('methods.off') : undefined)} onClick={() => setOpen(true)}>
        {t(user.has_password ? 'methods.password.change' : 'methods.password.add')}
      </Button>
      {isOpen && <PasswordDialog own={own} onClose={() => setOpen(false)} />}
    </SettingRow>
  );
}

interface Passwords {
  old_password: string;
  new_password: string;
}

const setting = z.object({ new_password: newPassword });
const changing = setting.extend({ old_password: password.min(1) });

/** The service's errors by the field that they are about. */
const errorFields = {
  PASSWORD_CONFIRMATION_MISMATCH: 'old_password',
  PASSWORD_TOO_SHORT: 'new_password',
  PASSWORD_TOO_LONG: 'new_password',
  PASSWORD_REQUIREMENTS_NOT_MET: 'new_password',
} as const;

/** Sets the password, or changes it. Becomes the other form when the account gets a password elsewhere, and keeps what was typed. */
function PasswordDialog({ own, onClose }: { own: OwnAccount; onClose: () => void }) {
  const { t } = useMessages();
  const { connectionId, accountId, user } = own;
  const hasPassword = user.has_password;
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: save } = useChangePassword(connectionId, accountId);
  const form = useCallForm<Passwords, typeof changing | typeof setting>({
    stored: { old_password: '', new_password: '' },
    fields: {
      old_password: { label: t('methods.password.current'), missing: t('methods.password.missing') },
      new_password: { label: t('methods.password.new'), missing: t('methods.password.missing') },
    },
    schema: hasPassword ? changing : setting,
    toInput: (values) => values,
    errorFields,
    isNew: true,
    async save(_input, values) {
      await save({ from: hasPassword ? values.old_password : null, to: values.new_password });
      show({ tone: 'good', title: hasPassword ? 'methods.password.changed' : 'methods.password.added' });
      onClose();
    },
  });
  const title = t(hasPassword ? 'methods.password.change' : 'methods.password.add');
  return (
    <FormDialog title={title} environment={environment} actionLabel={title} busy={form.isSaving} onClose={onClose} onSubmit={form.save}>
      {hasPassword && <PasswordField form={form} name="old_password" isNew={false} />}
      <PasswordField form={form} name="new_password" isNew />
      <Callout tone="neutral" title={t(hasPassword ? 'methods.password.ends-sessions' : 'methods.password.keeps-sessions')} />
      <FailureLine report={form.failure} unknown="methods.password.unknown" />
    </FormDialog>
  );
}
