/** Code that is loaded when it is first needed, or before, when the window is idle. */
import { type ComponentType, createElement, lazy, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

export interface OnDemand<M> {
  /** Loads the code, once. Rejects if it can't be loaded; the next call tries again. */
  load(): Promise<M>;
  /** Whether the code is there. */
  isLoaded(): boolean;
  /** Whether `load` has ended, successfully or not. */
  hasEnded(): boolean;
  /** Calls a listener whenever `load` ends; returns how to stop that. */
  onEnd(listener: () => void): () => void;
  /** Returns a component that is in the code. It suspends until it is loaded, and renders at once if it was loaded before. */
  component<P extends object>(pick: (module: M) => ComponentType<P>): ComponentType<P>;
}

/** Creates code on demand from a function that imports it. */
export function onDemand<M>(read: () => Promise<M>): OnDemand<M> {
  let loaded: M | undefined;
  let ended = false;
  const listeners = new Set<() => void>();
  const load = async () => {
    try {
      loaded ??= await read();
      return loaded;
    } finally {
      ended = true;
      for (const listener of listeners) listener();
    }
  };
  return {
    load,
    isLoaded: () => loaded !== undefined,
    hasEnded: () => ended,
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    component<P extends object>(pick: (module: M) => ComponentType<P>) {
      const Lazy = lazy(async () => ({ default: pick(await load()) }));
      return function OnDemandComponent(props: P) {
        // Chosen once: another component in its place would lose its state.
        const [Shown] = useState<ComponentType<P>>(() => (loaded === undefined ? (Lazy as unknown as ComponentType<P>) : pick(loaded)));
        return createElement(Shown, props);
      };
    },
  };
}

type Ending = Pick<OnDemand<unknown>, 'load' | 'hasEnded' | 'onEnd'>;

const nothing: Ending = { load: async () => undefined, hasEnded: () => true, onEnd: () => () => undefined };

/** Loads code, and returns whether that has ended. Code that can't be loaded is reported by its component. */
export function useLoaded(code: Ending | null): boolean {
  const { load, hasEnded, onEnd } = code ?? nothing;
  useEffect(() => void load().catch(() => undefined), [load]);
  return useSyncExternalStore(onEnd, hasEnded);
}

/** Returns whether a condition is true, or was true before. */
export function useLatch(condition: boolean): boolean {
  const [wasTrue, setTrue] = useState(condition);
  if (condition && !wasTrue) setTrue(true);
  return wasTrue || condition;
}

/**
 * Returns a function that runs a task as soon as nothing is pressed that the selector finds, by default a row: what was pressed must be there
 * until it was clicked. The last task counts.
 */
export function useAfterPress(pressable = '[role="row"]'): (task: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = ({ target }: PointerEvent) => {
      isPressed.current = target instanceof Element && target.closest(pressable) !== null;
    };
    const release = () => {
      isPressed.current = false;
      waiting.current?.();
      waiting.current = null;
    };
    // The click follows the end of the press.
    const end = () => {
      clearTimeout(timer);
      timer = setTimeout(release);
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', end, true);
    addEventListener('pointercancel', end, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', end, true);
      removeEventListener('pointercancel', end, true);
    };
  }, [pressable]);
  return useCallback((task) => {
    if (isPressed.current) waiting.current = task;
    else task();
  }, []);
}
