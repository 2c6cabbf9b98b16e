/** Watches one call. The sender reports every pause between its tries. */
export interface CallWatch {
  readonly signal: AbortSignal;
  /** A pause before the given try, `delay` milliseconds long. */
  pause(nextTry: number, delay: number): void;
  done(): void;
}
