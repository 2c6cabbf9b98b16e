import { create } from 'zustand';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { SnapshotSummary } from '#contract/journal/snapshot.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';

type Overlay = 'palette' | 'licenses' | 'shortcuts' | 'notices' | 'about' | 'report' | 'import-settings' | 'store-secrets';

interface Overlays {
  /** The open overlay; null if none is. */
  readonly open: Overlay | null;
  show(overlay: Overlay): void;
  hide(): void;
}

/** Which of the window's own dialogs is open. */
export const useOverlays = create<Overlays>()((set) => ({
  open: null,
  show: (overlay) => set({ open: overlay }),
  hide: () => set({ open: null }),
}));

type ConnectionDialog =
  | { readonly kind: 'remove' | 'group' | 'turn-on-index' | 'delete-index' | 'deleted'; readonly connectionId: string }
  | { readonly kind: 'create-again'; readonly connectionId: string; readonly snapshot: SnapshotSummary };

interface ConnectionDialogs {
  /** The open dialog; null if none is. */
  readonly open: ConnectionDialog | null;
  show(dialog: ConnectionDialog): void;
  hide(): void;
}

/** The open dialog about a connection, wherever it was opened. */
export const useConnectionDialogs = create<ConnectionDialogs>()((set) => ({
  open: null,
  show: (dialog) => set({ open: dialog }),
  hide: () => set({ open: null }),
}));

type UserDialog =
  | { readonly kind: 'create-user'; readonly connectionId: string }
  | { readonly kind: 'impersonate'; readonly connectionId: string; readonly user: ServerUser };

interface UserDialogs {
  /** The open dialog; null if none is. */
  readonly open: UserDialog | null;
  show(dialog: UserDialog): void;
  hide(): void;
}

/** The open dialog over the list of users, wherever it was opened. */
export const useUserDialogs = create<UserDialogs>()((set) => ({
  open: null,
  show: (dialog) => set({ open: dialog }),
  hide: () => set({ open: null }),
}));

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

export interface Question {
  readonly confirmation: Confirmation;
  readonly connectionId: string | null;
  /** Resolves the question; later calls are ignored. */
  answer(confirmed: boolean): void;
}

/** The questions before a call is made, oldest first. */
export const useConfirmations = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }));

/** Requests a confirmation. Resolves to true if the user confirms. */
export function requestConfirmation(confirmation: Confirmation, connectionId: string | null): Promise<boolean> {
  return new Promise((resolve) => {
    const question: Question = {
      confirmation,
      connectionId,
      answer(confirmed) {
        useConfirmations.setState(({ questions }) => ({ questions: questions.filter((other) => other !== question) }));
        resolve(confirmed);
      },
    };
    useConfirmations.setState(({ questions }) => ({ questions: [...questions, question] }));
  });
}
