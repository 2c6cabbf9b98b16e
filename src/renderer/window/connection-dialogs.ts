import { create } from 'zustand';

interface ConnectionDialog {
  readonly kind: 'remove' | 'group' | 'turn-on-index' | 'delete-index';
  readonly connectionId: string;
}

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
