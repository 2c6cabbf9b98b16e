import { useRef } from 'react';
import { create } from 'zustand';

/** A navigation that waits because it would leave unsaved input. */
export interface PendingLeave {
  /** Whether there still is something to lose. */
  isHeld(): boolean;
  leave(): void;
  stay(): void;
}

interface PendingLeaveState {
  readonly waiting: PendingLeave | null;
  /** Whether all that would be left is being saved. */
  readonly isSaving: boolean;
  ask(pendingLeave: PendingLeave | null): void;
}

/** Whether the prompt before leaving a screen with unsaved input is open. */
export const usePendingLeave = create<PendingLeaveState>()((set) => ({
  waiting: null,
  isSaving: false,
  ask: (waiting) => set({ waiting, isSaving: isSavingAll() }),
}));

interface UnsavedPart {
  /** The parameter of the query that names it, if one does. */
  readonly parameter: string | undefined;
  readonly isSaving: boolean;
}

/** The parts of a screen with input that isn't saved. */
const parts = new Map<symbol, UnsavedPart>();

function isSavingAll(): boolean {
  return parts.size > 0 && [...parts.values()].every(({ isSaving }) => isSaving);
}

/** Leaves if what held back a navigation was saved in the meantime. After the components that replace one another have all registered. */
function settle(): void {
  queueMicrotask(() => {
    const { waiting, isSaving } = usePendingLeave.getState();
    if (waiting === null) return;
    if (!waiting.isHeld()) waiting.leave();
    else if (isSaving !== isSavingAll()) usePendingLeave.setState({ isSaving: isSavingAll() });
  });
}

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/**
 * Registers a part with unsaved input, until the returned function is called. It is left with the screen, and when `parameter` of the
 * query gets another value. Input that is being saved can still be lost: the save may fail.
 */
export function registerUnsavedInput(parameter?: string, isSaving = false): () => void {
  const part = Symbol('unsaved input');
  parts.set(part, { parameter, isSaving });
  settle();
  return () => {
    parts.delete(part);
    settle();
  };
}

/** Forgets all unsaved input of the screen, because what it was about is gone. It can be left without a question. */
export function dropUnsavedInput(): void {
  parts.clear();
}

/** Asks before a screen's unsaved input is lost to something else than a navigation, such as another account. Without any, continues at once. */
export function leaveUnsavedInput(go: () => void): void {
  const { ask } = usePendingLeave.getState();
  const leave = () => {
    ask(null);
    dropUnsavedInput();
    go();
  };
  if (parts.size === 0) go();
  else ask({ leave, stay: () => ask(null), isHeld: () => parts.size > 0 });
}

/** Whether going from one place to another leaves a part with unsaved input. */
export function leavesUnsavedInput(from: Place, to: Place): boolean {
  if (from.pathname !== to.pathname) return parts.size > 0;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return [...parts.values()].some(({ parameter }) => parameter !== undefined && before.get(parameter) !== after.get(parameter));
}

/**
 * Whether the screen has unsaved input at the moment when what it is about turns out to be gone. It stays then, so that the input can be
 * copied, until it is left.
 */
export function useKeepsInput(isGone: boolean): boolean {
  const kept = useRef<boolean | null>(null);
  if (isGone) kept.current ??= parts.size > 0;
  else kept.current = null;
  return kept.current === true;
}
