/** A line for every request, that anybody may read: what was asked for and how it went, nothing of what was sent or answered. */

export interface RequestEntry {
  readonly time: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The one that is meant, also where 200 was asked for. */
  readonly status: number;
  /** Until the answer began. */
  readonly ms: number;
  /** Null for answers that have none. */
  readonly request_id: string | null;
}

type Serve = (request: Request) => Promise<Response>;

export interface RequestLogDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly write: (entry: RequestEntry) => void;
}

/** Answers as `serve` does and writes an entry for each answer. */
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

/** Ids are 36 characters long, every secret is longer or keeps to bodies and headers; whoever pastes one into a path is not betrayed. */
function withoutSecrets(path: string): string {
  return path.replace(/[^/]{37,}/g, '…');
}
