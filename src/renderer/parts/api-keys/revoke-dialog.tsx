import type { ReactNode } from 'react';
import { visibleText } from '#contract/text/visible-text.ts';
import { useConnection } from '#data/topics.ts';
import { type Translatable, translated } from '#lib/intl/translatable.ts';
import { shownTextToType } from '#lib/privacy/shown-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

/** Longer descriptions, and those that can't be typed easily, are confirmed with the last four characters of a key. */
const easyToType = /^[\x20-\x7e]{1,40}$/;

/** Returns what has to be typed before a key is revoked: its description, or how it ends. */
export function textToType(description: string, lastFour: string): string {
  const text = visibleText(description);
  return easyToType.test(text) ? shownTextToType(text, lastFour) : lastFour;
}

interface RevokeDialogProps {
  connectionId: string;
  /** The name of what is revoked. */
  name: Translatable;
  consequence: string;
  confirmLabel: string;
  /** What must be typed first. */
  typed: string | undefined;
  onRevoke: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before keys are revoked, and says when they are. */
export function RevokeDialog({ connectionId, name, consequence, confirmLabel, typed, onRevoke, onClose, children }: RevokeDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const confirm = async () => {
    await onRevoke();
    show({ tone: 'good', title: (messages) => messages.t('api-keys.revoked', { name: translated(messages, name) }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('api-keys.revoke.title', { name: translated(messages, name) })}
      consequence={consequence}
      confirmLabel={confirmLabel}
      danger
      typeToConfirm={typed}
      environment={environment}
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  );
}
