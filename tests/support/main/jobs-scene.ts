/** Jobs over a sandbox in this process: what it received, faults on the way to it, and runs that can be dropped as by the end of a process. */

import { fail } from '#contract/errors.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { Transport, TransportRequest } from '#main/ports/ports.ts';
import type { TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '../fake-clock';
import { transportTo } from '../service/sandbox-transport';
import { temporaryFolder } from '../temporary-folder';
import { type JobProcessOptions, startJobProcess } from './job-process';

/** What happens to a request: `lost-request` never arrives, and the response of `lost-response` doesn't. A response is sent instead of the sandbox. */
export type Fate = 'lost-request' | 'lost-response' | Response | undefined;

export interface Received {
  readonly method: string;
  /** The path after `/api/v1`, with its query. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
}

export interface JobService {
  readonly transport: Transport;
  /** The requests that the sandbox handled, oldest first. */
  readonly received: readonly Received[];
  /** The writes among them. */
  writes(): readonly Received[];
  fate: (request: TransportRequest, number: number) => Fate;
  /** Runs before each request, also those that are lost. */
  before: (request: TransportRequest) => void | Promise<void>;
}

/** Creates the service of a sandbox. */
export function createJobSandbox(test: TestSandbox): JobService {
  const inner = transportTo(test);
  const received: Received[] = [];
  let number = 0;
  const service: JobService = {
    received,
    writes: () => received.filter(({ method }) => method !== 'GET'),
    fate: () => undefined,
    before: () => undefined,
    transport: {
      async send(request) {
        number += 1;
        await service.before(request);
        const fate = service.fate(request, number);
        if (fate === 'lost-request') throw fail('connection-lost');
        if (fate instanceof Response) return responseOf(fate);
        const response = await inner.send(request);
        const { pathname, search } = new URL(request.url);
        const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
        const status = Number(response.headers['x-stack-actual-status'] ?? response.status);
        received.push({ method: request.method, path: pathname.replace(/^\/api\/v1/, '') + search, body, status });
        if (fate === 'lost-response') throw fail('connection-lost');
        return response;
      },
      close: async () => undefined,
    },
  };
  return service;
}

async function responseOf(response: Response) {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Returns what a spec of jobs needs, over a sandbox. Waits take no time. */
export async function jobScene(test: TestSandbox) {
  const clock = createFakeClock({ hasteUpTo: 2 ** 31 });
  const service = createJobSandbox(test);
  const folder = await temporaryFolder();
  const process = (own: Partial<JobProcessOptions> = {}) =>
    startJobProcess({ folder, service, clock, keys: test.keys, projectId: test.project.id, ...own });
  return { clock, service, folder, process };
}

/** Returns the states of rows, in their order. */
export const statesOf = (rows: readonly StoredRow[]) =>
  rows.map(({ state, reason, error }) => [state, reason ?? error?.known ?? error?.code ?? null].filter((part) => part !== null).join(' '));
