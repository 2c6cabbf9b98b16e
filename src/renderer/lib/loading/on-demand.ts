/** Code that is loaded when it is first needed, or before, when the window is idle. */
import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

export interface OnDemand<M> {
  /** Loads the code, once. Rejects if it can't be loaded; the next call tries again. */
  load(): Promise<M>;
  /** Whether `load` has finished. */
  isLoaded(): boolean;
  /** Returns a component that is in the code. It suspends until it is loaded, and renders at once if it was loaded before. */
  component<P extends object>(pick: (module: M) => ComponentType<P>): ComponentType<P>;
}

/** Creates code on demand from a function that imports it. */
export function onDemand<M>(read: () => Promise<M>): OnDemand<M> {
  let loaded: M | undefined;
  const load = async () => {
    loaded ??= await read();
    return loaded;
  };
  return {
    load,
    isLoaded: () => loaded !== undefined,
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

/** Loads code, and returns whether that has ended. Code that can't be loaded is reported by its component. */
export function useLoaded(code: Pick<OnDemand<unknown>, 'load' | 'isLoaded'> | null): boolean {
  const [ended, setEnded] = useState<typeof code>(null);
  useEffect(() => {
    if (code === null || code.isLoaded()) return;
    const end = () => setEnded(code);
    code.load().then(end, end);
  }, [code]);
  return code === null || code.isLoaded() || ended === code;
}
