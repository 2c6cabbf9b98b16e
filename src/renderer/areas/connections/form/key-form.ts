/** Probable mistakes in typed keys. A self-hosted service may use any text as a key. */
import { completeKind, type KeyKind, keyPrefixes, prefixedKind } from '#lib/rules/project-keys.ts';

/** A typical mistake. The key is used all the same: only the service knows its keys. */
export type KeyWarning =
  | { readonly kind: 'other-kind'; readonly is: KeyKind }
  | { readonly kind: 'spaces' }
  | { readonly kind: 'incomplete' };

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
  const hasPrefix = Object.values(keyPrefixes).some((prefix) => text.toLowerCase().includes(prefix));
  return (hasPrefix && completeKind(text) === undefined) || (text !== '' && isMasked(text)) ? { kind: 'incomplete' } : null;
}
