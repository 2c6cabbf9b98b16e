import { create } from 'zustand';

interface ConnectionDialog {
  readonly kind: 'remove' | 'group';
  readonly connectionId: string;
}

interface ConnectionDialogs {
  /** The one that is open. */
  readonly open: ConnectionDialog | null;
  show(dialog: ConnectionDialog): void;
  hide(): void;
}

/** Which question about a connection is open, wherever it was asked from. */
export const useConnectionDialogs = create<ConnectionDialogs>()((set) => ({
  open: null,
  show: (dialog) => set({ open: dialog }),
  hide: () => set({ open: null }),
}));
