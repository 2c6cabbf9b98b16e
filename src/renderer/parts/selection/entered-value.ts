import { maxNesting } from '#contract/limits.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { findJsonFault } from '#parts/metadata/json-fault.ts';

export interface EnteredValue {
  /** `json` for a number, `true`, `false`, `null`, a text in quotation marks, a list, or an object; `text` for all else. */
  readonly kind: 'empty' | 'json' | 'text';
  readonly value: JsonValue;
}

/** Returns the value that a text stands for: JSON as such, and all else as the text that it is. */
export function enteredValue(text: string): EnteredValue {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', value: '' };
  if (findJsonFault(trimmed, maxNesting) !== null) return { kind: 'text', value: trimmed };
  return { kind: 'json', value: JSON.parse(trimmed) as JsonValue };
}
