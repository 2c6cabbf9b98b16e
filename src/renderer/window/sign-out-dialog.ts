import { create } from 'zustand';

/** The account to sign out, or the connection whose accounts are all signed out. */
export interface SignOutTarget {
  readonly connectionId: string;
  readonly accountId: string | null;
}

interface SignOutDialogState {
  readonly asked: SignOutTarget | null;
  ask(target: SignOutTarget): void;
  hide(): void;
}

/** Whether the confirmation before signing out is open, wherever it was requested. */
export const useSignOutDialog = create<SignOutDialogState>()((set) => ({
  asked: null,
  ask: (target) => set({ asked: target }),
  hide: () => set({ asked: null }),
}));
