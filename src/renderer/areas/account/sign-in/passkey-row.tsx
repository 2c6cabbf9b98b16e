import { ExternalLink, Fingerprint, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { api } from '#data/api.ts';
import { useUpdateMethods } from '#data/own-user.ts';
import { useImpersonationReason, useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { wholeErrorText } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { InlineEdit } from '#parts/form/inline-edit.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { useRemovalEffect } from '#parts/sign-in-methods/use-removal-effect.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { useViewState } from '#window/view-state.ts';
import type { OwnAccount } from './own-account';

/** Whether there is a passkey, its name on this computer, and the buttons that create, replace and remove it. */
export function PasskeyRow({ own }: { own: OwnAccount }) {
  const messages = useMessages();
  const { t } = messages;
  const { connectionId, user, config, setup } = own;
  const isSet = user.passkey_auth_enabled;
  const isOff = !config.passkey_enabled;
  const isOnSite = useConnection(connectionId)?.environment === 'production';
  const readOnly = useSignInChangeReason(connectionId);
  const impersonating = useImpersonationReason(connectionId);
  const { blocked: removalReason } = useRemovalEffect('account', setup)({ kind: 'passkey' });
  const [isRemoving, setRemoving] = useState(false);
  const create = useCreatePasskey(connectionId, isOnSite);
  const creates = t(isSet ? 'passkey.replace' : 'passkey.make');
  return (
    <SettingRow
      icon={Fingerprint}
      name={t('method.passkey')}
      state={<State own={own} isOnSite={isOnSite} kept={isSet ? removalReason : undefined} />}
      failure={create.failure ? wholeErrorText(messages, create.failure) : undefined}
    >
      <Button
        icon={isOnSite ? ExternalLink : undefined}
        busy={create.isPending}
        disabledReason={isOff ? t('methods.off') : isOnSite ? impersonating : readOnly}
        onClick={() => void create.run()}
      >
        {creates}
      </Button>
      {isSet && (
        <IconButton
          label={t('methods.passkey.remove')}
          icon={Trash2}
          disabledReason={readOnly ?? removalReason}
          onClick={() => setRemoving(true)}
        />
      )}
      {isRemoving && <RemovePasskeyDialog own={own} onClose={() => setRemoving(false)} />}
    </SettingRow>
  );
}

interface StateProps {
  own: OwnAccount;
  isOnSite: boolean;
  /** Why it can’t be removed. */
  kept: string | undefined;
}

function State({ own: { user, config }, isOnSite, kept }: StateProps) {
  const { t } = useMessages();
  const isSet = user.passkey_auth_enabled;
  const how = t(isOnSite ? 'methods.passkey.on-site' : 'methods.passkey.here');
  const note = config.passkey_enabled ? how : t('methods.off');
  return (
    <>
      {isSet && <PasskeyName userId={user.id} />}
      <span>
        {isSet ? note : t('ui.sentences', { first: t('methods.passkey.none'), second: note })} {kept}
      </span>
    </>
  );
}

/** On production, a passkey that is created here would replace the one of the project’s own site and not work there. */
function useCreatePasskey(connectionId: string, isOnSite: boolean) {
  const { pathname } = useLocation();
  return useAction(async () => {
    if (isOnSite) await api.signIn.openAccountPage({ connectionId });
    else openPath(paths.passkey(connectionId, pathname));
  });
}

/** Asks before the passkey is removed, wherever it was created. */
function RemovePasskeyDialog({ own, onClose }: { own: OwnAccount; onClose: () => void }) {
  const { t } = useMessages();
  const environment = useConnection(own.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const [, setName] = usePasskeyName(own.user.id);
  const { mutateAsync: update } = useUpdateMethods(own.connectionId, own.accountId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('methods.passkey.remove.title')}
      consequence={t('methods.passkey.remove.consequence')}
      confirmLabel={t('methods.passkey.remove')}
      danger
      environment={environment}
      onConfirm={async () => {
        await update({ passkey_auth_enabled: false });
        setName('');
        show({ tone: 'good', title: 'methods.passkey.removed' });
      }}
    />
  );
}

const maxNameLength = 100;

/** Returns the name that the user gave the passkey on this computer, and a function that changes it. The service stores none. */
function usePasskeyName(userId: string): [string, (name: string) => void] {
  return useViewState(`passkey-name.${userId.toLowerCase()}`, '', isText);
}

/** The passkey’s name, by which the user recognizes its device. */
function PasskeyName({ userId }: { userId: string }) {
  const { t } = useMessages();
  const [name, setName] = usePasskeyName(userId);
  return (
    <InlineEdit
      label={t('methods.passkey.name')}
      value={name}
      placeholder={t('methods.passkey.no-name')}
      maxLength={maxNameLength}
      onSave={async (next) => setName(next)}
    />
  );
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
