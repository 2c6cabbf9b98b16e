import { Fingerprint, KeyRound, Lock, MailCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Translator } from '../../../../messages/translator';
import { GuardedSwitch } from '../../../blocks/sign-in-methods/guarded-switch';
import { SettingRow } from '../../../blocks/sign-in-methods/setting-row';
import { useRemovalEffect } from '../../../blocks/sign-in-methods/use-removal-effect';
import { useFocusWhenClosed } from '../../../lib/focus/use-focus-when-closed';
import { useMessages } from '../../../lib/use-messages';
import { useChangeUserMethods } from '../../../queries/user/user-methods';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Badge } from '../../../ui/data/badge';
import { Icon } from '../../../ui/data/icon';
import { Button } from '../../../ui/inputs/button';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import type { MethodUser } from './method-user';
import { type RemovableMethod, RemoveMethodDialog } from './remove-method-dialog';
import { SetPasswordDialog } from './set-password-dialog';

type Request = RemovableMethod | 'set-password';

/** The user’s password, passkey, one-time codes, and 2FA. Accounts at providers are connected accounts. */
export function MethodsSection(of: MethodUser) {
  const { t } = useMessages();
  const [request, setRequest] = useState<Request | null>(null);
  const card = useFocusWhenClosed(request !== null);
  const close = () => setRequest(null);
  return (
    <PageSection title={t('methods.title')} text={t('users.methods.text')}>
      <Card ref={card} tabIndex={-1}>
        <PasswordRow of={of} onRequest={setRequest} />
        <PasskeyRow of={of} onRequest={setRequest} />
        <OneTimeCodeRow of={of} />
        <TwoFactorRow of={of} onRequest={setRequest} />
      </Card>
      {request === 'set-password' && <SetPasswordDialog connectionId={of.connectionId} user={of.user} onClose={close} />}
      {request !== null && request !== 'set-password' && <RemoveMethodDialog of={of} method={request} onClose={close} />}
    </PageSection>
  );
}

interface RowProps {
  of: MethodUser;
  onRequest: (request: Request) => void;
}

function PasswordRow({ of: { connectionId, user, config, emails }, onRequest }: RowProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const isSet = user.has_password;
  const isOff = !config.credential_enabled;
  const needsEmail = !emails.items.some(({ used_for_auth }) => used_for_auth);
  const note = isOff ? t('methods.off') : needsEmail ? t('users.methods.password.needs-email') : undefined;
  // The service fails where there is no primary address, and refuses a first password where the project has turned passwords off.
  const lack = user.primary_email === null ? t('users.methods.password.needs-primary') : isOff && !isSet ? t('methods.off') : undefined;
  const state = t(isSet ? 'methods.password.set' : 'methods.password.none');
  return (
    <SettingRow icon={KeyRound} name={t('method.password')} state={stateText(t, state, lack ?? note)}>
      <Button disabledReason={readOnly ?? lack} onClick={() => onRequest('set-password')}>
        {t(isSet ? 'methods.password.change' : 'methods.password.add')}
      </Button>
      {isSet && (
        <Button disabledReason={readOnly} onClick={() => onRequest('password')}>
          {t('users.methods.password.remove')}
        </Button>
      )}
    </SettingRow>
  );
}

function PasskeyRow({ of: { connectionId, user, config }, onRequest }: RowProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const isSet = user.passkey_auth_enabled;
  const state = t(isSet ? 'users.methods.passkey.set' : 'methods.passkey.none');
  const note = config.passkey_enabled ? (isSet ? undefined : t('users.methods.passkey.user-only')) : t('methods.off');
  return (
    <SettingRow icon={Fingerprint} name={t('method.passkey')} state={stateText(t, state, note)}>
      <Button disabledReason={readOnly ?? (isSet ? undefined : t('users.methods.passkey.none'))} onClick={() => onRequest('passkey')}>
        {t('methods.passkey.remove')}
      </Button>
    </SettingRow>
  );
}

function OneTimeCodeRow({ of: { connectionId, user, config, emails, setup } }: Pick<RowProps, 'of'>) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const change = useChangeUserMethods(connectionId, user.id);
  const removal = useRemovalEffect('project', setup)({ kind: 'one-time-code' });
  const isOn = user.otp_auth_enabled;
  const isOff = !config.magic_link_enabled;
  const hasAddress = emails.items.some(({ used_for_auth, is_verified }) => used_for_auth && is_verified);
  const reason = readOnly ?? (isOff && !isOn ? t('methods.off') : undefined);
  const lack = isOff ? 'methods.off' : hasAddress ? undefined : 'users.methods.otp.needs-email';
  const text = lack ?? (isOn ? 'users.methods.otp.text' : 'users.methods.otp.off');
  return (
    <SettingRow icon={MailCheck} name={t('method.otp')} state={t(text)}>
      {reason !== undefined && <Icon of={Lock} size={14} />}
      <GuardedSwitch
        connectionId={connectionId}
        label={t('method.otp')}
        isOn={isOn}
        removal={removal}
        disabledReason={reason}
        onChange={(next) => change({ otp_auth_enabled: next })}
      />
    </SettingRow>
  );
}

function TwoFactorRow({ of: { connectionId, user }, onRequest }: RowProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const isOn = user.requires_totp_mfa;
  return (
    <SettingRow
      icon={ShieldCheck}
      name={t('two-factor.title')}
      badge={isOn && <Badge tone="good">{t('two-factor.on')}</Badge>}
      state={t(isOn ? 'users.methods.two-factor.on' : 'users.methods.two-factor.off')}
    >
      <Button
        disabledReason={readOnly ?? (isOn ? undefined : t('users.methods.two-factor.is-off'))}
        onClick={() => onRequest('two-factor')}
      >
        {t('two-factor.turn-off')}
      </Button>
    </SettingRow>
  );
}

function stateText(t: Translator['t'], state: string, note: string | undefined): string {
  return note === undefined ? state : t('ui.sentences', { first: state, second: note });
}
