import { useState } from 'react';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { api } from '#data/api.ts';
import { useRevokeKeySet } from '#data/key-sets.ts';
import { useConnection } from '#data/topics.ts';
import type { CreatedSecret } from '#lib/rules/project-keys.ts';
import { kindsInUse } from '#lib/rules/project-keys.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { LockOutWarning, textOfSetToType } from './lock-out-warning';
import { keySetName, useKeySetName } from './use-key-set-name';

interface ReplaceKeysDialogProps {
  connectionId: string;
  /** The keys that were replaced, and are still valid. */
  old: KeySet;
  /** The new keys, which the user has saved. */
  secrets: readonly CreatedSecret[];
  onClose: () => void;
}

/** The last step of a rotation: the connection takes over the new keys if it used the old ones, and the old ones are revoked. */
export function ReplaceKeysDialog({ connectionId, old, secrets, onClose }: ReplaceKeysDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { mutateAsync: revoke } = useRevokeKeySet(connectionId);
  const connection = useConnection(connectionId);
  const name = useKeySetName()(old);
  const confirm = async () => {
    await revoke(old.id);
    show({ tone: 'good', title: (messages) => messages.t('project-keys.replace.done', { name: keySetName(messages, old) }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('project-keys.replace.title', { name })}
      consequence={t('project-keys.replace.consequence')}
      confirmLabel={t('project-keys.replace.confirm')}
      cancelLabel={t('project-keys.replace.later')}
      danger
      // This safety level has the connection's name typed.
      typeToConfirm={connection?.safety === 'type-to-destroy' ? undefined : textOfSetToType(old)}
      environment={connection?.environment}
      onConfirm={confirm}
    >
      {connection?.kind === 'sandbox' ? (
        <LockOutWarning connectionId={connectionId} value={old} />
      ) : (
        <TakeOver connectionId={connectionId} old={old} secrets={secrets} />
      )}
    </ConfirmDialog>
  );
}

/** Lets a connection that uses the old keys use the new ones. The main process stores them, so that the page doesn't learn them. */
function TakeOver({ connectionId, old, secrets }: Omit<ReplaceKeysDialogProps, 'onClose'>) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const [isDone, setDone] = useState(false);
  const kinds = connection === undefined ? [] : kindsInUse(old, connection);
  const taking = useAction(
    () => {
      const used = secrets.filter(({ kind }) => kinds.some((one) => one === kind));
      const keys = Object.fromEntries(used.map(({ kind, secret }) => [kind, secret]));
      return api.connections.edit({ id: connectionId, change: { keys } });
    },
    { onDone: () => setDone(true) },
  );
  if (kinds.length === 0) return isDone ? <Callout tone="good" title={t('project-keys.replace.used')} /> : null;
  const action = (
    <Button size="sm" busy={taking.isPending} onClick={() => void taking.run()}>
      {t('project-keys.replace.use')}
    </Button>
  );
  return (
    <>
      <Callout tone="warn" title={t('project-keys.replace.in-use')} action={action}>
        {t('project-keys.replace.in-use.text')}
      </Callout>
      <ErrorCallout report={taking.failure} />
    </>
  );
}
