/** The action of the chosen item of a menu or the palette, which runs once that is closed. */
import { createContext, type RefObject, useContext, useRef } from 'react';
import { flushSync } from 'react-dom';
import { holdKeys } from '#lib/keyboard/held-keys.ts';

type Action = () => void;

export const ChosenItem = createContext<RefObject<Action | null>>({ current: null });

/** Returns what a menu or the palette needs: the value of `ChosenItem`, and the listener that runs the action. */
export function useChosenItem() {
  const chosen = useRef<Action | null>(null);
  return {
    chosen,
    onCloseAutoFocus() {
      const run = chosen.current;
      chosen.current = null;
      // After this event the focus returns to the menu’s trigger: a dialog that opened before would lose it, and could not return it.
      if (run !== null) queueMicrotask(() => flushSync(run));
    },
  };
}

/** Returns a function that sets the action to run once what surrounds the item is closed. */
export function useChooseItem(): (action: Action | undefined) => void {
  const chosen = useContext(ChosenItem);
  return (action) => {
    chosen.current = action === undefined ? null : heldUntilRun(action);
  };
}

/** Holds keys from now until an action has run, which may open a dialog. */
function heldUntilRun(action: Action): Action {
  const release = holdKeys();
  return () => {
    try {
      action();
    } finally {
      release();
    }
  };
}
