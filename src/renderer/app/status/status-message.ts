import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A message of the status bar. */
export interface StatusMessage {
  /** Identifies it while its text changes. */
  readonly key: string;
  readonly icon: LucideIcon;
  readonly tone?: 'warn' | 'bad';
  readonly text: ReactNode;
  /** Its buttons. */
  readonly action?: ReactNode;
}

/**
 * Returns the message that the status bar shows: the first, or the one that is held because the pointer is over it. A press must not land on
 * a message that has just taken its place, so nothing is shown once the held one is gone.
 */
export function shownMessage(messages: readonly StatusMessage[], heldKey: string | null): StatusMessage | undefined {
  return heldKey === null ? messages[0] : messages.find(({ key }) => key === heldKey);
}
