import { useRef } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

interface LeaveDialogProps {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before a screen with unsaved input is left. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const { t } = useMessages();
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    onLeave();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || isLeaving.current || onStay()}
      title={t('form.leave.title')}
      consequence={t('form.leave.text')}
      confirmLabel={t('form.leave')}
      cancelLabel={t('form.leave.stay')}
      danger
      onConfirm={leave}
    />
  );
}
