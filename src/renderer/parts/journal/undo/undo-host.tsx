import { useEffect } from 'react';
import { onPush } from '#data/api.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { addUndoOffer, hideUndo, showUndo, useUndo } from '#window/undo.ts';
import { UndoDialog } from './undo-dialog';

/** Offers to undo what this window writes, and shows the dialog that does it. */
export function UndoHost() {
  const shown = useUndo((state) => state.shown);
  useEffect(
    () =>
      onPush('undo.offered', (offer) => {
        addUndoOffer(offer);
        const action = { label: 'journal.undo.confirm', onSelect: () => showUndo(offer.seq) } as const;
        useToasts.getState().offer({ title: 'journal.undo.saved', action });
      }),
    [],
  );
  return shown === null ? null : <UndoDialog key={shown} seq={shown} onClose={hideUndo} />;
}
