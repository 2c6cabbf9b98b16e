import type { JsonValue } from '../../contract/service/models/fields';

/** Returns the value of a JSON column, or null. */
export function parseJsonColumn(text: string | null): JsonValue {
  return text === null ? null : JSON.parse(text);
}
