/** The action of a menu’s chosen item, which runs once the menu is closed. */
import { createContext, type RefObject, useContext, useRef } from 'react';

type Action = () => void;

export const ChosenItem = createContext<RefObject<Action | null>>({ current: null });

/** Returns what a menu needs: the value of `ChosenItem`, and the listener that runs the action. */
export function useChosenItem() {
  const chosen = useRef<Action | null>(null);
  return {
    chosen,
    onCloseAutoFocus() {
      const run = chosen.current;
      chosen.current = null;
      // After this event the focus returns to the menu’s trigger: a dialog that opened before would lose it, and could not return it.
      if (run !== null) queueMicrotask(run);
    },
  };
}

/** Returns a function that sets the action to run once the surrounding menu is closed. */
export function useChooseItem(): (action: Action | undefined) => void {
  const chosen = useContext(ChosenItem);
  return (action) => {
    chosen.current = action ?? null;
  };
}
