import { Fingerprint, KeyRound, Lock, MailCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { newPassword, PasswordField } from '#parts/new-password.tsx';
import { OwnUserCallout } from '#parts/removal/removal-callouts.tsx';
import { GuardedSwitch } from '#parts/sign-in-methods/guarded-switch.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { useRemovalEffect } from '#parts/sign-in-methods/use-removal-effect.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { type UserMethodChange, useChangeUserMethods } from '../data';
import type { MethodUser } from './method-user';

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

interface SetPasswordDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

const schema = z.strictObject({ password: newPassword });

/** Sets the user’s password, which signs the user out everywhere. */
function SetPasswordDialog({ connectionId, user, onClose }: SetPasswordDialogProps) {
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
      <OwnUserCallout of={{ actor: 'project', connectionId, userId: user.id }} endsSessions />
      <Callout tone="neutral" title={t('users.methods.password.ends-sessions')} />
      <FailureLine report={form.failure} unknown="users.methods.password.unknown" />
    </FormDialog>
  );
}

type RemovableMethod = 'password' | 'passkey' | 'two-factor';

interface MethodTexts {
  readonly change: UserMethodChange;
  readonly title: MessageKey;
  readonly consequence: MessageKey;
  readonly confirm: MessageKey;
  readonly done: MessageKey;
}

const methods: Readonly<Record<RemovableMethod, MethodTexts>> = {
  password: {
    change: { password: null },
    title: 'users.methods.password.remove.title',
    consequence: 'users.methods.password.remove.consequence',
    confirm: 'users.methods.password.remove',
    done: 'users.methods.password.removed',
  },
  passkey: {
    change: { passkey_auth_enabled: false },
    title: 'methods.passkey.remove.title',
    consequence: 'users.methods.passkey.remove.consequence',
    confirm: 'methods.passkey.remove',
    done: 'methods.passkey.removed',
  },
  'two-factor': {
    change: { totp_secret_base64: null },
    title: 'two-factor.turn-off.title',
    consequence: 'users.methods.two-factor.consequence',
    confirm: 'two-factor.turn-off',
    done: 'two-factor.turned-off',
  },
};

interface RemoveMethodDialogProps {
  of: MethodUser;
  method: RemovableMethod;
  onClose: () => void;
}

/** Asks before a method of the user is removed, and says if the user can’t sign in afterwards. */
function RemoveMethodDialog({ of: { connectionId, user, setup }, method, onClose }: RemoveMethodDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const change = useChangeUserMethods(connectionId, user.id);
  const removalOf = useRemovalEffect('project', setup);
  const warning = method === 'two-factor' ? undefined : removalOf({ kind: method }).warning;
  const texts = methods[method];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(texts.title)}
      consequence={[t(texts.consequence), warning].filter(Boolean).join(' ')}
      confirmLabel={t(texts.confirm)}
      danger
      environment={environment}
      onConfirm={async () => {
        await change(texts.change);
        show({ tone: 'good', title: texts.done });
      }}
    >
      <OwnUserCallout of={{ actor: 'project', connectionId, userId: user.id }} />
    </ConfirmDialog>
  );
}
