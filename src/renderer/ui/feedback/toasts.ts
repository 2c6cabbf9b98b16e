import { create } from 'zustand';
import type { Translatable } from '#lib/intl/translatable.ts';

interface ToastInput {
  /** Good and neutral toasts close automatically; bad ones stay until dismissed. */
  tone: 'good' | 'neutral' | 'bad';
  title: Translatable;
  text?: Translatable;
  /** The next step. */
  action?: { label: Translatable; onSelect: () => void };
  /** How long a good or neutral one is shown, in milliseconds; without it, a few seconds. */
  shownForMillis?: number;
}

export interface Toast extends ToastInput {
  readonly id: number;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  show(toast: ToastInput): void;
  dismiss(id: number): void;
}

const atMost = 5;
let lastId = 0;

/** The toasts on show: `const show = useToasts((state) => state.show)`. */
export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  show: (toast) => {
    lastId += 1;
    const added = { ...toast, id: lastId };
    set(({ toasts }) => ({ toasts: [...toasts, added].slice(-atMost) }));
  },
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));
