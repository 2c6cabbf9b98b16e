/** Metadata as the text that the editor shows. */
import { maxMetadataBytes, maxMetadataNesting } from '#contract/limits.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import { findJsonFault, type JsonFault } from './json-fault';

export type ParsedMetadata =
  | { readonly value: JsonValue; readonly fault?: undefined; readonly bytes?: undefined }
  | { readonly value?: undefined; readonly fault: JsonFault; readonly bytes?: undefined }
  /** Larger than the limit. */
  | { readonly value?: undefined; readonly fault?: undefined; readonly bytes: number };

/** Returns the text for a value. No metadata is an empty text. */
export function metadataText(value: JsonValue): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}

/** Parses the editor's text. An empty text is no metadata. */
export function parseMetadata(text: string): ParsedMetadata {
  if (text.trim() === '') return { value: null };
  // The spaces of a readable text don't count.
  if (text.length > 4 * maxMetadataBytes) return { bytes: byteLength(text) };
  const fault = findJsonFault(text, maxMetadataNesting);
  if (fault !== null) return { fault };
  const value = parseJson(text) as JsonValue;
  const bytes = byteLength(JSON.stringify(value));
  return bytes > maxMetadataBytes ? { bytes } : { value };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
