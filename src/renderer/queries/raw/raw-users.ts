import { userPageSize } from '../../../contract/limits';
import { service } from '../../api';
import { listQuery, type UserFilter } from '../user-pages';
import { type ReadPage, readInRuns } from './read-in-runs';

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
