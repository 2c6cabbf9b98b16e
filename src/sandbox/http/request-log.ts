/** Request log without confidential data: path and result of each request, but no content. */

export interface RequestEntry {
  readonly time: string;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** The real status, also if the caller requested 200. */
  readonly status: number;
  /** Milliseconds until the response started. */
  readonly ms: number;
  /** Null if the response has none. */
  readonly request_id: string | null;
}

type Serve = (request: Request) => Promise<Response>;

interface RequestLogDeps {
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly write: (entry: RequestEntry) => void;
}

/** Wraps a handler so that it writes a log entry for each response. */
export function withRequestLog(serve: Serve, { now, write }: RequestLogDeps): Serve {
  return async (request) => {
    const { method, url } = request;
    const startedAt = now();
    const response = await serve(request);
    write({
      time: new Date(startedAt).toISOString(),
      method,
      path: withoutSecrets(new URL(url).pathname),
      status: Number(response.headers.get('x-stack-actual-status') ?? response.status),
      ms: now() - startedAt,
      request_id: response.headers.get('x-stack-request-id'),
    });
    return response;
  };
}

/** Keeps the newest entries of requests below `/api`, for `GET /sandbox/requests`. */
export interface RequestRecorder {
  write(entry: RequestEntry): void;
  /** Returns up to `limit` entries, newest first. */
  list(limit: number): readonly RequestEntry[];
  clear(): void;
}

export function createRequestRecorder(maxEntries: number): RequestRecorder {
  let entries: readonly RequestEntry[] = [];
  return {
    write(entry) {
      if (entry.path.startsWith('/api')) entries = [entry, ...entries.slice(0, maxEntries - 1)];
    },
    list: (limit) => entries.slice(0, limit),
    clear() {
      entries = [];
    },
  };
}

/** Removes secrets from a path: IDs have 36 characters, secrets more. */
function withoutSecrets(path: string): string {
  return path.replace(/[^/]{37,}/g, '…');
}
