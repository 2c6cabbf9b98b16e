import type { MessageKey } from '#messages/translator.ts';
import { checkWithinLimit } from './check-within-limit';

/** The profile keeps no longer values. */
const maxLength = 14_000;

/**
 * Resolves to what is wrong with the text of a schema; undefined for none, and for no schema. It is applied to find references that lead nowhere
 * and patterns that aren't valid: some take any time, whatever the value.
 */
export async function problemOfSchema(text: string, check: typeof checkWithinLimit = checkWithinLimit): Promise<MessageKey | undefined> {
  if (text.trim() === '') return undefined;
  if (JSON.stringify(text).length > maxLength) return 'users.schema.too-long';
  const result = await check({ text, value: {} }, new AbortController().signal);
  if (result === 'too-slow') return 'users.schema.too-slow';
  return result === 'invalid' ? 'users.schema.not-a-schema' : undefined;
}
