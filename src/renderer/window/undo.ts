/** What this window can undo, and the dialog that is open about it. */
import { create } from 'zustand';
import type { UndoOffer } from '#contract/bridge/undo.ts';

interface UndoState {
  /** Number of the entry whose undo is shown; null if none is. */
  readonly shown: number | null;
  /** ID of the applied configuration whose undo is shown. */
  readonly shownApply: string | null;
  /** Whether a command asks for the undo of the last write. */
  readonly isRequested: boolean;
  /** This window's writes that can be undone, the newest last. */
  readonly offers: readonly UndoOffer[];
}

/** Writes that are kept, the newest ones. */
const maxOffers = 50;

export const useUndo = create<UndoState>()(() => ({ shown: null, shownApply: null, isRequested: false, offers: [] }));

export function requestUndo(): void {
  useUndo.setState({ isRequested: true });
}

export function showUndo(seq: number): void {
  useUndo.setState({ shown: seq });
}

/** Shows the undo of all steps of a configuration that was applied. */
export function showRollBack(applyId: string): void {
  useUndo.setState({ shownApply: applyId });
}

export function hideUndo(): void {
  useUndo.setState({ shown: null, shownApply: null });
}

/** Shows the undo of this window's last write. Returns false if there is none. */
export function showLastUndo(): boolean {
  const last = useUndo.getState().offers.at(-1);
  if (last !== undefined) showUndo(last.seq);
  return last !== undefined;
}

export function addUndoOffer(offer: UndoOffer): void {
  useUndo.setState(({ offers }) => ({ offers: [...offers, offer].slice(-maxOffers) }));
}

/** Forgets a write that was undone, or turned out not to be undoable. */
export function removeUndoOffer(seq: number): void {
  useUndo.setState(({ offers }) => ({ offers: offers.filter((offer) => offer.seq !== seq) }));
}
