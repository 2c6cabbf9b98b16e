/** Keys in the form in which the service creates them. A self-hosted service may use any other text as a key. */
import { type KeyKind, keyKinds } from './connection-values';

/** A typical mistake. The key is used all the same: only the service knows its keys. */
export type KeyWarning =
  | { readonly kind: 'other-kind'; readonly is: KeyKind }
  | { readonly kind: 'spaces' }
  | { readonly kind: 'incomplete' };

const prefixes: Readonly<Record<KeyKind, string>> = { client: 'pck_', server: 'ssk_', admin: 'sak_' };
const secret = /^[0-9a-hjkmnp-tv-z]{45}$/;

/** Returns the kind whose prefix a text starts with; undefined for any other text. */
export function prefixedKind(text: string): KeyKind | undefined {
  return keyKinds.find((kind) => text.toLowerCase().startsWith(prefixes[kind]));
}

/** Returns the kind of a key that has the service's form from its first to its last character; undefined for any other text. */
export function completeKind(text: string): KeyKind | undefined {
  return keyKinds.find((kind) => text.startsWith(prefixes[kind]) && secret.test(text.slice(prefixes[kind].length)));
}

/** Whether a text is a masked key: dots, stars, or other placeholders. */
export function isMasked(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** Returns the probable mistake in a key that was typed into a field; null if there is none. */
export function keyWarning(field: KeyKind, typed: string): KeyWarning | null {
  const text = typed.trim();
  const prefixed = prefixedKind(text);
  if (prefixed !== undefined && prefixed !== field) return { kind: 'other-kind', is: prefixed };
  if (/\s/.test(text)) return { kind: 'spaces' };
  const hasPrefix = Object.values(prefixes).some((prefix) => text.toLowerCase().includes(prefix));
  return (hasPrefix && completeKind(text) === undefined) || (text !== '' && isMasked(text)) ? { kind: 'incomplete' } : null;
}
