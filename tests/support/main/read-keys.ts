/** The keys of a target as text, for specs that compare them. */
import type { AccessType } from '#contract/definitions.ts';
import type { Target } from '#main/remote/send.ts';

/** Reads every key of the target. Throws like reading a key. */
export async function readKeys({ keys }: Pick<Target, 'keys'>): Promise<{ [K in AccessType]?: string | null }> {
  const entries = Object.entries(keys).map(async ([kind, read]) => [kind, await read()] as const);
  return Object.fromEntries(await Promise.all(entries));
}
