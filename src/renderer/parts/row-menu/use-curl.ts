import { useConnection } from '#data/topics.ts';

// Requests as commands for a shell. They contain no keys and tokens, but the names of variables for them.

/** A request, which reads something if it has no method. */
interface CurlRequest {
  readonly method?: string | undefined;
  /** What is sent as JSON. */
  readonly body?: unknown;
  /** Whose rights the request has: the server key’s, the admin key’s, or those of a user who is signed in. */
  readonly access: 'server' | 'admin' | 'client';
  /** From `/api/v1` on, with its values encoded. */
  readonly path: string;
}

interface CurlOptions extends CurlRequest {
  /** As in a connection, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly projectId: string;
}

const variables = {
  server: ['x-stack-secret-server-key', 'STACK_SECRET_SERVER_KEY'],
  admin: ['x-stack-super-secret-admin-key', 'STACK_SUPER_SECRET_ADMIN_KEY'],
  client: ['x-stack-publishable-client-key', 'STACK_PUBLISHABLE_CLIENT_KEY'],
} as const;

/** Returns the command that makes a request (wire/conventions 2). Its secrets are variables of the shell. */
export function curlCommand({ baseUrl, projectId, access, path, method = 'GET', body }: CurlOptions): string {
  const [header, variable] = variables[access];
  const headers = [
    quoted(`x-stack-access-type: ${access}`),
    quoted(`x-stack-project-id: ${projectId}`),
    `"${header}: $${variable}"`,
    ...(access === 'client' ? ['"x-stack-access-token: $STACK_ACCESS_TOKEN"'] : []),
  ];
  const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/v1${path}`;
  const sent = body === undefined ? [] : [`-H ${quoted('content-type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`];
  const start = method === 'GET' ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`;
  return [start, ...headers.map((text) => `-H ${text}`), ...sent].join(' \\\n  ');
}

/** Quotes text for POSIX shells. Line breaks and other control characters would end a header or a command, so they are left out. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  return `'${text.replace(/[\u0000-\u001f\u007f]/g, '').replaceAll("'", "'\\''")}'`;
}

/**
 * Returns a function that builds the curl command of a request to a connection’s project once it is asked for; undefined while the
 * connection is unknown.
 */
export function useCurl(connectionId: string): (request: CurlRequest) => (() => string) | undefined {
  const connection = useConnection(connectionId);
  return (request) => connection && (() => curlCommand({ baseUrl: connection.baseUrl, projectId: connection.projectId, ...request }));
}
