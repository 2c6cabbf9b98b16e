/** Where a connection points, as a string to compare. */
import { serverOf } from '../../../contract/base-url';
import type { ConnectionRecord } from './connections-file';

/**
 * Returns a string that identifies the server and project of a record, also across restarts of the sandbox, whose address changes. Data for
 * or from one destination is not sent to another.
 */
export function destinationOfRecord(record: Pick<ConnectionRecord, 'baseUrl' | 'projectId'>): string {
  return `${serverOfRecord(record)} ${record.projectId}`;
}

/** Returns a string that identifies the server of a record. */
export function serverOfRecord({ baseUrl }: Pick<ConnectionRecord, 'baseUrl'>): string {
  return baseUrl === null ? 'sandbox' : serverOf(baseUrl);
}
