import { create } from 'zustand';
import type { Translatable } from '#lib/intl/translatable.ts';

interface ToastInput {
  /** Good and neutral toasts close automatically; bad ones stay until dismissed. */
  tone: 'good' | 'neutral' | 'bad';
  title: Translatable;
  text?: Translatable;
  /** The next step. */
  action?: { label: Translatable; onSelect: () => void };
  /** Whether the step can only be taken here and now, for which it stays longer. */
  isOffer?: boolean;
  /** Whether it is about no change, such as a copy, so that an offer to undo one isn't added to it. */
  isNoChange?: boolean;
  /** What it is about: a later one about the same takes its place. */
  about?: string;
}

/** A next step after something has succeeded, whether it is shown elsewhere or not. */
interface Offer {
  readonly action: NonNullable<ToastInput['action']>;
  /** What is shown if nothing else is. */
  readonly title: Translatable;
}

export interface Toast extends ToastInput {
  readonly id: number;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  show(toast: ToastInput): void;
  /** Adds a step to the toast about the same success, which is shown just before or after; shows an own one until then. */
  offer(offer: Offer): void;
  dismiss(id: number): void;
}

const atMost = 5;
/** Milliseconds within which a success and its offer are about the same. */
const togetherMillis = 1_500;
let lastId = 0;
/** The last toast of a success without a step, and the last offer with its own toast. */
let success: { readonly id: number; readonly at: number } | null = null;
let offered: { readonly id: number; readonly at: number } | null = null;

const isRecent = (one: { readonly at: number } | null): one is { readonly id: number; readonly at: number } =>
  one !== null && performance.now() - one.at < togetherMillis;

/** The toasts on show: `const show = useToasts((state) => state.show)`. */
export const useToasts = create<ToastState>()((set, get) => {
  const add = (toast: ToastInput): number => {
    lastId += 1;
    const added = { ...toast, id: lastId };
    set(({ toasts }) => {
      const others = toasts.filter(({ about }) => about === undefined || about !== toast.about);
      return { toasts: [...others, added].slice(-atMost) };
    });
    return lastId;
  };
  const change = (id: number, change: Partial<Toast>) =>
    set(({ toasts }) => ({ toasts: toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)) }));
  const has = (id: number | undefined) => get().toasts.some((toast) => toast.id === id);
  return {
    toasts: [],
    show: (toast) => {
      const isPlain = toast.tone === 'good' && toast.action === undefined && toast.isNoChange !== true;
      if (isPlain && isRecent(offered) && has(offered.id)) {
        change(offered.id, { title: toast.title, ...(toast.text === undefined ? {} : { text: toast.text }) });
        offered = null;
        return;
      }
      const id = add(toast);
      if (isPlain) success = { id, at: performance.now() };
    },
    offer: ({ title, action }) => {
      if (isRecent(success) && has(success.id)) {
        change(success.id, { action, isOffer: true });
        success = null;
        return;
      }
      // One offer without its own success is enough: others are in the journal.
      if (offered !== null && has(offered.id)) change(offered.id, { title, action });
      else offered = { id: add({ tone: 'good', title, action, isOffer: true }), at: 0 };
      offered = { id: offered.id, at: performance.now() };
    },
    dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
  };
});
