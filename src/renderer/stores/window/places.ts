import { create } from 'zustand';

interface Places {
  /** Where each connection was left, by its id. */
  readonly last: Readonly<Record<string, string>>;
  remember(connectionId: string, path: string): void;
}

/** Remembers where a person was in each connection, so that its tile leads back there. */
export const usePlaces = create<Places>()((set) => ({
  last: {},
  remember: (connectionId, path) => set(({ last }) => ({ last: { ...last, [connectionId]: path } })),
}));
