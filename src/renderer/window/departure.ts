import { create } from 'zustand';

/** A navigation that waits because it would leave unsaved input. */
export interface Departure {
  leave(): void;
  stay(): void;
}

interface DepartureState {
  readonly waiting: Departure | null;
  ask(departure: Departure | null): void;
}

/** Whether the user is being asked before a screen with unsaved input is left. */
export const useDeparture = create<DepartureState>()((set) => ({
  waiting: null,
  ask: (waiting) => set({ waiting }),
}));
