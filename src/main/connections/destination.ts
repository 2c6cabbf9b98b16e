/** Where a connection points, as text to compare. */
import type { ConnectionRecord } from './connections-file';

/**
 * Identifies the server and the project of a record, also across restarts of the sandbox, whose address changes. What one
 * destination was given, or gave, is not sent to another.
 */
export function destinationOf({ baseUrl, projectId }: Pick<ConnectionRecord, 'baseUrl' | 'projectId'>): string {
  return `${baseUrl === null ? 'sandbox' : new URL(baseUrl).origin} ${projectId}`;
}
