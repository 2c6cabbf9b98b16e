import { useConnection } from '#data/topics.ts';
import { type CurlRequest, curlCommand } from './curl-command';

/**
 * Returns a function that builds the curl command of a request to a connection’s project once it is asked for; undefined while the
 * connection is unknown.
 */
export function useCurl(connectionId: string): (request: CurlRequest) => (() => string) | undefined {
  const connection = useConnection(connectionId);
  return (request) => connection && (() => curlCommand({ baseUrl: connection.baseUrl, projectId: connection.projectId, ...request }));
}
