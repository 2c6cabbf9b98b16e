/** The sandbox's source of time, which specs replace. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Resolves after this number of milliseconds. */
  wait(millis: number): Promise<void>;
}
