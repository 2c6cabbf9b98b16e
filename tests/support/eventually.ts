import { vi } from 'vitest';

/** Resolves when an expectation passes. The timeout is long, because a busy machine is not a failure of the program. */
export function eventually<T>(expectation: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(expectation, { timeout: 20_000, interval: 5 });
}
