import { vi } from 'vitest';

/** Waits until an expectation holds: patiently, because a crowded machine is no fault of the program. */
export function eventually<T>(expectation: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(expectation, { timeout: 20_000, interval: 5 });
}
