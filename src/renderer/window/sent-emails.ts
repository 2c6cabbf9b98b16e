import { create } from 'zustand';
import { now } from '#lib/now.ts';

/** Milliseconds between two emails to an address; the first takes its time. */
const resendPauseMillis = 60_000;

interface SentEmailsState {
  /** When the last verification email was sent to each address, by its ID. */
  readonly sentAt: Readonly<Record<string, number>>;
  mark(id: string): void;
}

/** The verification emails that this window sent, kept while its screens change. */
export const useSentEmails = create<SentEmailsState>()((set) => ({
  sentAt: {},
  mark: (id) => set(({ sentAt }) => ({ sentAt: { ...sentAt, [id]: now() } })),
}));

/** Returns when an email was last sent to an address, and when the next can be; undefined if none was. */
export function useSentEmail(id: string): { readonly at: number; readonly nextAt: number } | undefined {
  const at = useSentEmails((state) => (Object.hasOwn(state.sentAt, id) ? state.sentAt[id] : undefined));
  return at === undefined ? undefined : { at, nextAt: at + resendPauseMillis };
}
