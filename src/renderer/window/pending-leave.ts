import { create } from 'zustand';

/** A navigation that waits because it would leave unsaved input. */
export interface PendingLeave {
  leave(): void;
  stay(): void;
}

interface PendingLeaveState {
  readonly waiting: PendingLeave | null;
  ask(pendingLeave: PendingLeave | null): void;
}

/** Whether the user is being asked before a screen with unsaved input is left. */
export const usePendingLeave = create<PendingLeaveState>()((set) => ({
  waiting: null,
  ask: (waiting) => set({ waiting }),
}));
