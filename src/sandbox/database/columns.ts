/** How values are stored in columns. */
import type { JsonValue } from '#contract/service/models/fields.ts';

/** Returns the value of a JSON column, or null. */
export function parseJsonColumn(text: string | null): JsonValue {
  return text === null ? null : JSON.parse(text);
}

/** Returns text in the form that searches compare. The database itself only folds ASCII. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}
