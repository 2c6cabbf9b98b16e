/** Where a connection points, as text to compare. */
import type { ConnectionRecord } from './connections-file';

/**
 * Identifies the server and the project of a record, also across restarts of the sandbox, whose address changes. What one
 * destination was given, or gave, is not sent to another.
 */
export function destinationOf(record: Pick<ConnectionRecord, 'baseUrl' | 'projectId'>): string {
  return `${serverOf(record)} ${record.projectId}`;
}

/** Identifies the server of a record. An address that was written into the file by hand may not be one. */
export function serverOf({ baseUrl }: Pick<ConnectionRecord, 'baseUrl'>): string {
  if (baseUrl === null) return 'sandbox';
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}
