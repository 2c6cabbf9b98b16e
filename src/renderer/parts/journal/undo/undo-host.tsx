import { useEffect } from 'react';
import { onPush } from '#data/api.ts';
import { openDialog } from '#lib/keyboard/open-dialog.ts';
import { isTyping, matches } from '#lib/use-shortcut.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { addUndoOffer, hideUndo, showLastUndo, showUndo, useUndo } from '#window/undo.ts';
import { RollBackDialog } from './roll-back-dialog';
import { UndoDialog } from './undo-dialog';

/** Shows the undo of this window's last change, or says that there is none. */
function undoLast(): void {
  useUndo.setState({ isRequested: false });
  if (!showLastUndo()) useToasts.getState().show({ tone: 'neutral', title: 'journal.undo.nothing' });
}

/** In a text, and in a dialog, the key undoes typing. */
function undoByKey(event: KeyboardEvent): void {
  if (!matches(event, { key: 'Z', mod: true, shift: false }) || isTyping(event.target) || openDialog() !== null) return;
  event.preventDefault();
  undoLast();
}

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
  const shownApply = useUndo((state) => state.shownApply);
  const isRequested = useUndo((state) => state.isRequested);
  useEffect(() => {
    if (isRequested) undoLast();
  }, [isRequested]);
  useEffect(() => {
    window.addEventListener('keydown', undoByKey);
    return () => window.removeEventListener('keydown', undoByKey);
  }, []);
  if (shownApply !== null) return <RollBackDialog key={shownApply} job={shownApply} onClose={hideUndo} />;
  return shown === null ? null : <UndoDialog key={shown} seq={shown} onClose={hideUndo} />;
}
