import type { CancelSignal } from '../ports/ports';

/** Receives the progress of one call: the sender reports each pause between its tries. */
export interface CallWatch {
  readonly signal: CancelSignal;
  /** Reports a pause of `delay` milliseconds before try `nextTry`. */
  pause(nextTry: number, delay: number): void;
  done(): void;
}
