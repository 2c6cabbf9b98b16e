/** A service that is as far away as a hosted one: it passes requests on to the sandbox, and each response arrives after 100 ms. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const distanceMillis = 100;

export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DistantService {
  readonly url: string;
  /** Resolves to the requests that `run` sends, in waves: each is sent when those before it have ended. */
  wavesOf(run: () => Promise<unknown>): Promise<readonly (readonly PassedRequest[])[]>;
  stop(): void;
}

interface Passing extends PassedRequest {
  readonly wave: number;
  isOver: boolean;
}

/** Starts it in front of a sandbox. */
export async function startDistantService(sandboxUrl: string): Promise<DistantService> {
  let passed: Passing[] = [];
  const server = createServer(async (incoming, response) => {
    const before = Math.max(-1, ...passed.filter(({ isOver }) => isOver).map(({ wave }) => wave));
    const passing: Passing = { ...(await requestOf(incoming)), wave: before + 1, isOver: false };
    passed.push(passing);
    const { method, path, headers, body } = passing;
    const [answer] = await Promise.all([
      fetch(`${sandboxUrl}${path}`, { method, headers, ...(body === '' ? {} : { body }) }),
      setTimeout(distanceMillis),
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    passing.isOver = true;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(bytes);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async wavesOf(run) {
      passed = [];
      await run();
      const count = Math.max(0, ...passed.map(({ wave }) => wave + 1));
      return Array.from({ length: count }, (_, at) => passed.filter(({ wave }) => wave === at));
    },
    stop: () => void server.close(),
  };
}

/** Headers that belong to a connection. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'accept-encoding']);

async function requestOf(incoming: IncomingMessage): Promise<PassedRequest> {
  let body = '';
  for await (const part of incoming) body += part;
  const headers = Object.entries(incoming.headers).filter(([name]) => !ofConnection.has(name));
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  };
}
