import type { MessageKey } from '../../../../messages/translator';
import { useRemovalEffect } from '../../../blocks/sign-in-methods/use-removal-effect';
import { useMessages } from '../../../lib/use-messages';
import { type UserMethodChange, useChangeUserMethods } from '../../../queries/user/user-methods';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import type { MethodUser } from './method-user';

export type RemovableMethod = 'password' | 'passkey' | 'two-factor';

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
export function RemoveMethodDialog({ of: { connectionId, user, setup }, method, onClose }: RemoveMethodDialogProps) {
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
    />
  );
}
