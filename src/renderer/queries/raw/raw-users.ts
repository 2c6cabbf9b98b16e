import { AppError } from '../../../contract/errors';
import { userPageSize } from '../../../contract/limits';
import { service } from '../../api';
import { listQuery, type UserFilter } from '../user-pages';

type ReadPage = (cursor: string) => Promise<readonly { readonly id: string }[]>;

/**
 * Reads users of a list as the service sends them, in the order of `ids`. Users who follow each other in the list are read together. Users who
 * were deleted are left out; throws `object-gone` if none is left.
 */
export async function readRawUsers(connectionId: string, filter: UserFilter, ids: readonly string[]): Promise<readonly object[]> {
  const readPage: ReadPage = async (cursor) => {
    const query = listQuery(filter, cursor, userPageSize);
    return (await service.users.list({ actor: 'project', connectionId, query, raw: true })).items;
  };
  return readInRuns(ids, readPage);
}

/** Reads items by pages that start with one of them. */
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
