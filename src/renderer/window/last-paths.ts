import { create } from 'zustand';

interface Places {
  /** Where each connection was left, by its id. */
  readonly last: Readonly<Record<string, string>>;
  remember(connectionId: string, path: string): void;
}

/** Remembers the last screen of each connection, which its tile opens. */
export const useLastPaths = create<Places>()((set) => ({
  last: {},
  remember: (connectionId, path) => set(({ last }) => ({ last: { ...last, [connectionId]: path } })),
}));
