import { Lock, MailCheck } from 'lucide-react';
import { SettingRow } from '../../../blocks/sign-in-methods/setting-row';
import { useRemovalEffect } from '../../../blocks/sign-in-methods/use-removal-effect';
import { useAction } from '../../../lib/use-action';
import { useFailureToast } from '../../../lib/use-failure-toast';
import { useMessages } from '../../../lib/use-messages';
import { useUpdateMethods } from '../../../queries/account/own-methods';
import { useSignInChangeReason } from '../../../stores/sign-in-changes';
import { Icon } from '../../../ui/data/icon';
import { ReasonedSwitch } from '../../../ui/inputs/reasoned-switch';
import type { OwnAccount } from '../own-account';

/** Whether one-time codes sign in, which takes effect at once. */
export function OneTimeCodeRow({ own }: { own: OwnAccount }) {
  const { t } = useMessages();
  const { connectionId, accountId, user, config, setup } = own;
  const isOn = user.otp_auth_enabled;
  const isOff = !config.magic_link_enabled;
  const readOnly = useSignInChangeReason(connectionId);
  const { blocked: removalReason } = useRemovalEffect('account', setup)({ kind: 'one-time-code' });
  const showFailure = useFailureToast();
  const { mutateAsync: update } = useUpdateMethods(connectionId, accountId);
  const action = useAction((on: boolean) => update({ otp_auth_enabled: on }).catch(showFailure));
  const hasAddress = setup?.emails.some(({ used_for_auth, is_verified }) => used_for_auth && is_verified) ?? true;
  const text = t(!hasAddress ? 'methods.otp.needs-email' : isOn ? 'methods.otp.text' : 'methods.otp.is-off');
  const kept = isOn ? removalReason : undefined;
  const reason = kept ?? (isOff && !isOn ? t('methods.off') : undefined);
  return (
    <SettingRow icon={MailCheck} name={t('method.otp')} state={isOff && isOn ? `${t('methods.off')} ${kept ?? ''}` : (reason ?? text)}>
      {(readOnly ?? reason) !== undefined && <Icon of={Lock} size={14} />}
      <ReasonedSwitch
        label={t('method.otp')}
        checked={action.pending?.[0] ?? isOn}
        busy={action.isPending}
        disabledReason={readOnly ?? reason}
        onChange={(next) => void action.run(next)}
      />
    </SettingRow>
  );
}
