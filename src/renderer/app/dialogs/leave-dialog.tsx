import { useRef } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { usePendingLeave } from '#window/unsaved-input.ts';

interface LeaveDialogProps {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before a screen with unsaved input is left, or one whose input is being saved, which may fail. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const { t } = useMessages();
  const isSaving = usePendingLeave((state) => state.isSaving);
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    onLeave();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || isLeaving.current || onStay()}
      title={t(isSaving ? 'form.leave.saving.title' : 'form.leave.title')}
      consequence={t(isSaving ? 'form.leave.saving.text' : 'form.leave.text')}
      confirmLabel={t(isSaving ? 'form.leave.saving' : 'form.leave')}
      cancelLabel={t('form.leave.stay')}
      danger
      onConfirm={leave}
    />
  );
}
