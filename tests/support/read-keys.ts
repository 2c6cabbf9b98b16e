/** The keys of a target as texts, for specs that compare them. */
import type { AccessType } from '../../src/contract/kit';
import type { Target } from '../../src/main/remote/send';

/** Reads every key that the target has. Fails like the reading of a key. */
export async function readKeys({ keys }: Pick<Target, 'keys'>): Promise<{ [K in AccessType]?: string | null }> {
  const entries = Object.entries(keys).map(async ([kind, read]) => [kind, await read()] as const);
  return Object.fromEntries(await Promise.all(entries));
}
