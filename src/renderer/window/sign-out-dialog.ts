import { create } from 'zustand';

/** What is about to be signed out: an account, or all accounts of a connection where none is named. */
export interface SignOutTarget {
  readonly connectionId: string;
  readonly accountId: string | null;
}

interface SignOutDialogState {
  readonly asked: SignOutTarget | null;
  ask(target: SignOutTarget): void;
  hide(): void;
}

/** Whether the user is being asked before signing out, from wherever it was requested. */
export const useSignOutDialog = create<SignOutDialogState>()((set) => ({
  asked: null,
  ask: (target) => set({ asked: target }),
  hide: () => set({ asked: null }),
}));
