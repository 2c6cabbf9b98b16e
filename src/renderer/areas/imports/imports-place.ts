/** What the address of an import says. Not with the other screens' addresses, which the first script has. */
import { type ImportKind, importKind } from '#contract/imports/source.ts';

/** Returns what the query of an import says that lines become: the reverse of `paths.imports`. */
export function importKindOf(search: URLSearchParams): ImportKind {
  return importKind.options.find((kind) => kind === search.get('kind')) ?? 'users';
}
