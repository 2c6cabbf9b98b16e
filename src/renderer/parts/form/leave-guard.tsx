import { useLayoutEffect } from 'react';
import { useWarnBeforeUnload } from '#lib/use-warn-before-unload.ts';
import { registerUnsavedInput } from '#window/unsaved-input.ts';

interface LeaveGuardProps {
  when: boolean;
  /** Whether the input is being saved. */
  isSaving?: boolean;
  /** The parameter of the URL's query that names what is edited, if the screen shows one of several. */
  parameter?: string;
  /** The same, for several parameters. They don't change while the component is mounted. */
  parameters?: readonly string[] | undefined;
}

/** Has the window ask before a screen with unsaved input is left. A screen can have several, for example a form and an editor in it. */
export function LeaveGuard({ when, isSaving = false, parameter, parameters }: LeaveGuardProps) {
  const names = (parameters ?? [parameter]).join(' ');
  // Before anything can be clicked.
  useLayoutEffect(() => (when ? registerAll(names, isSaving) : undefined), [when, names, isSaving]);
  useWarnBeforeUnload(when);
  return null;
}

/** Registers a part under each of the parameters, which are separated by spaces; none is a part of the whole screen. */
function registerAll(parameters: string, isSaving: boolean): () => void {
  const unregister = parameters.split(' ').map((name) => registerUnsavedInput(name || undefined, isSaving));
  return () => {
    for (const end of unregister) end();
  };
}
