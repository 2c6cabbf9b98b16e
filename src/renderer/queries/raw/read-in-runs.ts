import { AppError } from '../../../contract/errors';

/** Reads a page of a list that starts with an item; empty if that is gone. */
export type ReadPage = (cursor: string) => Promise<readonly { readonly id: string }[]>;

/**
 * Reads items of a list, in the order of `ids`, by pages that start with one of them. Items that are gone are left out; throws `object-gone` if
 * none is left.
 */
export async function readInRuns(ids: readonly string[], readPage: ReadPage): Promise<readonly object[]> {
  const wanted = new Set(ids);
  const found = new Map<string, object>();
  for (const id of ids) {
    if (found.has(id)) continue;
    for (const item of await readPage(id)) if (wanted.has(item.id)) found.set(item.id, item);
  }
  if (found.size === 0) throw new AppError({ code: 'object-gone' });
  return ids.flatMap((id) => found.get(id) ?? []);
}
