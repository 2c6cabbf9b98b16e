import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { SettingRow } from '../../../blocks/sign-in-methods/setting-row';
import { useMessages } from '../../../lib/use-messages';
import { useSignInChangeReason } from '../../../stores/sign-in-changes';
import { Button } from '../../../ui/inputs/button';
import type { OwnAccount } from '../own-account';
import { PasswordDialog } from './password-dialog';

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
