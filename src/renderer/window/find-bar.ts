import { create } from 'zustand';

interface FindBarState {
  readonly isOpen: boolean;
  /** Counts requests to open it, each of which puts the focus into its field. */
  readonly requests: number;
  open(): void;
  close(): void;
}

/** Whether the window searches its screen for a text. */
export const useFindBar = create<FindBarState>()((set) => ({
  isOpen: false,
  requests: 0,
  open: () => set(({ requests }) => ({ isOpen: true, requests: requests + 1 })),
  close: () => set({ isOpen: false }),
}));
