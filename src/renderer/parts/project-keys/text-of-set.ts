import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { keysOfSet } from '#lib/rules/project-keys.ts';
import { textToType } from '../api-keys/text-to-type';

/** Returns what has to be typed before a key set is revoked. */
export function textOfSetToType(set: KeySet): string {
  return textToType(set.description, keysOfSet(set).at(-1)?.lastFour ?? set.id);
}
