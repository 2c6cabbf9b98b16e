import { type Location, type Path, parsePath, type To, type UNSAFE_createHashHistory } from 'react-router';
import type { PendingLeave } from '#window/unsaved-input.ts';

export type History = ReturnType<typeof UNSAFE_createHashHistory>;

export interface HistoryGuard {
  /** Whether a navigation leaves something that isn't saved. */
  leaves(from: Path, to: Path): boolean;
  /** Shows a navigation that waits, or null as soon as none does. */
  ask(pendingLeave: PendingLeave | null): void;
}

/**
 * Returns a history that holds back a navigation that leaves something unsaved, until the user decides. Back and forward have happened
 * before they can be held back, so they are undone first. An address that was typed has no position in the history and can't be held back.
 */
export function guardHistory(inner: History, guard: HistoryGuard): History {
  /** What a held-back step through the history does when it is undone, and a step that the user has confirmed. */
  let undone: (() => void) | null = null;
  let isConfirmed = false;
  const hold = (go: () => void, isHeld: () => boolean) => {
    const close = (then?: () => void) => () => {
      guard.ask(null);
      then?.();
    };
    guard.ask({ leave: close(go), stay: close(), isHeld });
  };
  const guarded = (change: 'push' | 'replace') => (to: To, state?: unknown) => {
    const go = () => inner[change](to, state);
    const isHeld = () => guard.leaves(inner.location, pathOf(to, inner.location));
    if (isHeld()) hold(go, isHeld);
    else go();
  };
  const listen: History['listen'] = (listener) => {
    let shown: Location = inner.location;
    return inner.listen((update) => {
      const { action, location, delta } = update;
      if (undone !== null) {
        const ask = undone;
        undone = null;
        ask();
        return;
      }
      const isHeld = action === 'POP' && !isConfirmed && delta !== null && delta !== 0 && guard.leaves(shown, location);
      isConfirmed = false;
      if (!isHeld) {
        // What was held back no longer matters at another place, whose input it isn't about.
        if (location.pathname !== shown.pathname) guard.ask(null);
        shown = location;
        listener(update);
        return;
      }
      undone = () =>
        hold(
          () => {
            isConfirmed = true;
            inner.go(delta);
          },
          () => guard.leaves(shown, location),
        );
      inner.go(-delta);
    });
  };
  return {
    get action() {
      return inner.action;
    },
    get location() {
      return inner.location;
    },
    createHref: (to) => inner.createHref(to),
    createURL: (to) => inner.createURL(to),
    encodeLocation: (to) => inner.encodeLocation(to),
    go: (delta) => inner.go(delta),
    push: guarded('push'),
    replace: guarded('replace'),
    listen,
  };
}

function pathOf(to: To, from: Path): Path {
  return { pathname: from.pathname, search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) };
}
