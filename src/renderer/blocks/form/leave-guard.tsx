import { useEffect, useLayoutEffect } from 'react';
import { registerUnsavedInput } from '../../stores/window/unsaved-input';

interface LeaveGuardProps {
  when: boolean;
  /** The parameter of the URL's query that names what is edited, if the screen shows one of several. */
  parameter?: string;
}

/** Has the window ask before a screen with unsaved input is left. A screen can have several, for example a form and an editor in it. */
export function LeaveGuard({ when, parameter }: LeaveGuardProps) {
  // Before anything can be clicked.
  useLayoutEffect(() => (when ? registerUnsavedInput(parameter) : undefined), [when, parameter]);
  useWarnBeforeUnload(when);
  return null;
}

/** A browser shows its own text, the Electron host ours. */
function useWarnBeforeUnload(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
}
