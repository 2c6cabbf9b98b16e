/** A store that mirrors a value of the main process. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Snapshot } from '#contract/definitions.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { reportOf } from '#lib/errors/error-text.ts';

interface Mirror<T> {
  /** Null until the first value arrived. */
  readonly value: T | null;
  readonly revision: number;
  /** Why the value could not be read; null once it could. */
  readonly failure: ErrorReport | null;
}

export interface MirrorSource<T> {
  /** Hears pushes; called before the first read, so that nothing falls between. */
  subscribe(listener: (value: T, revision: number) => void): () => void;
  read(): Promise<Snapshot<T>>;
  /** Called when revisions may have restarted. */
  onReconnect(listener: () => void): () => void;
}

export type MirrorStore<T> = UseBoundStore<StoreApi<Mirror<T>>> & {
  /** Starts mirroring. Resolves once the value was read or has failed to be. */
  start(): Promise<void>;
  /** Reads again, e.g. after a failure. */
  refresh(): Promise<void>;
};

/** Whole values with a revision: subscribe first, then read, keep the higher. */
export function createMirror<T>(source: MirrorSource<T>): MirrorStore<T> {
  const store = create<Mirror<T>>()(() => ({ value: null, revision: -1, failure: null }));
  const take = (value: T, revision: number) => {
    if (revision >= store.getState().revision) store.setState({ value, revision, failure: null });
  };
  const refresh = async () => {
    try {
      const { value, revision } = await source.read();
      take(value, revision);
    } catch (thrown) {
      store.setState({ failure: reportOf(thrown) });
    }
  };
  const start = () => {
    source.subscribe(take);
    source.onReconnect(() => {
      // The program at the other end may be a new one, which counts from the start.
      store.setState({ revision: -1 });
      void refresh();
    });
    return refresh();
  };
  return Object.assign(store, { start, refresh });
}
