import { create } from 'zustand';
import type { Translatable } from '#lib/intl/translatable.ts';

interface ToastInput {
  /** Good and neutral ones go away by themselves; bad ones stay until dismissed. */
  tone: 'good' | 'neutral' | 'bad';
  title: Translatable;
  text?: Translatable;
  /** The next step. */
  action?: { label: Translatable; onSelect: () => void };
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
