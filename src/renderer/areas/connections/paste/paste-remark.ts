import type { KeyKind } from '#lib/rules/project-keys.ts';
import type { PastedField } from './pasted-field';

/** A value that was recognized and not used, by its name in the text if it had one. Never contains the value. */
export type PasteRemark =
  /** The name of one key has a complete key of another kind, which was used as what it is. */
  | { readonly kind: 'other-kind'; readonly name: string; readonly is: KeyKind }
  /** A key without a name that is cut off, masked, or mistyped. */
  | { readonly kind: 'incomplete'; readonly is: KeyKind }
  /** A name of ours with a value that cannot be one. */
  | { readonly kind: 'unusable'; readonly name: string }
  /** A value that looks like an ID, a URL, or a key under a name that isn't ours. */
  | { readonly kind: 'other-name'; readonly name: string; readonly is: PastedField }
  /** The address of the dashboard, which isn't the API's. */
  | { readonly kind: 'dashboard'; readonly name: string }
  /** A value without a name, beside names that say which project it is. */
  | { readonly kind: 'unnamed'; readonly is: PastedField };
