/** The exports that this window started: it says how they ended. */
import { create } from 'zustand';

interface OwnExports {
  readonly ids: ReadonlySet<string>;
  add(id: string): void;
  /** Forgets an export whose end the window has shown. */
  remove(id: string): void;
}

export const useOwnExports = create<OwnExports>()((set) => ({
  ids: new Set(),
  add: (id) => set(({ ids }) => ({ ids: new Set([...ids, id]) })),
  remove: (id) => set(({ ids }) => ({ ids: new Set([...ids].filter((known) => known !== id)) })),
}));
