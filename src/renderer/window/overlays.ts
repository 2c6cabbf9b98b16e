import { create } from 'zustand';

type Overlay = 'palette' | 'licenses' | 'shortcuts' | 'notices' | 'about' | 'report' | 'store-secrets';

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
