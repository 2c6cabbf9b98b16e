/** Fake ports of the app, controlled by tests. */
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Ports, SecretStore, Transport, TransportRequest, TransportResponse, Worker, WorkerName } from '#main/ports/ports.ts';
import { createFakeClock } from '../fake-clock';
import { claimsOf, type TokenRelease, tokenOf } from '../samples/access-token';
import { headlessPorts } from './headless-ports';

/** Creates a generator that returns the same bytes in every run (mulberry32). */
export function seededRandom(seed = 1): (bytes: number) => Uint8Array {
  let state = seed >>> 0;
  return (bytes) =>
    Uint8Array.from({ length: bytes }, () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return (mixed ^ (mixed >>> 14)) & 255;
    });
}

/** Handles one request of a scripted transport: returns a response, or throws. */
export type Answer = (request: TransportRequest, number: number) => TransportResponse | Promise<TransportResponse>;

export interface ScriptedTransport extends Transport {
  readonly requests: readonly TransportRequest[];
  answer: Answer;
}

/** Creates a transport without a network. */
export function createScriptedTransport(answer: Answer): ScriptedTransport {
  const requests: TransportRequest[] = [];
  const transport: ScriptedTransport = {
    requests,
    answer,
    async send(request) {
      requests.push(request);
      return transport.answer(request, requests.length);
    },
    close: async () => undefined,
  };
  return transport;
}

/** Returns a scripted transport that also responds as the service to the check before the first key is sent, which it doesn't record. */
export function createServiceTransport(answer: Answer): ScriptedTransport {
  const transport = createScriptedTransport(answer);
  const { send } = transport;
  return Object.assign(transport, {
    send: (request: TransportRequest) =>
      request.method === 'GET' && /(?:\/api\/v1|\/health)$/.test(request.url)
        ? Promise.resolve(response('Welcome to the API endpoint!\n\nAuthentication: None\n'))
        : send(request),
  });
}

/** Returns a response of the service: JSON unless the body is text. */
export function response(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): TransportResponse {
  const isText = typeof body === 'string';
  return {
    status,
    headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8', ...headers },
    bytes: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

/** Returns the service's response to a refresh in the OAuth form (wire/flows 1.3); the direct form has the first field only. */
export function refreshed(access: string | undefined, headers: Readonly<Record<string, string>> = {}): TransportResponse {
  return response({ access_token: access, token_type: 'Bearer', expires_in: 3_599, scope: 'legacy' }, { headers });
}

/** Returns a known error in the form that the service uses when a request overrides the status. */
export function knownError(code: string, status: number, details?: unknown): TransportResponse {
  return response(
    { code, error: `The text of ${code}.`, ...(details === undefined ? {} : { details }) },
    { headers: { 'x-stack-known-error': code, 'x-stack-actual-status': String(status), 'x-stack-request-id': 'r'.repeat(16) } },
  );
}

/** Returns an access token of a release, 2.8.4 by default, that expires at `expires` (milliseconds since the epoch). */
export function accessToken(expires: number, subject = 'ada', release: TokenRelease = '2.8.4'): string {
  const expiresAt = Math.floor(expires / 1000);
  const times = { issuedAt: expiresAt - 600, expiresAt };
  const facts = { origin: 'http://x.test', projectId: 'p', sessionId: 's', ...times, user: { id: subject }, restricted: null };
  return tokenOf(claimsOf(release, facts));
}

export interface BrokenStore extends SecretStore {
  /** While true, every access throws `keychain-locked`. */
  locked: boolean;
}

/** Creates a secret store that can be locked. */
export function createLockableStore(): BrokenStore {
  const inner = createMemoryStore();
  const guarded = async <T>(access: () => Promise<T>): Promise<T> => {
    if (store.locked) throw fail('keychain-locked');
    return access();
  };
  const store: BrokenStore = {
    kind: 'system',
    locked: false,
    get: (key) => guarded(() => inner.get(key)),
    set: (key, value) => guarded(() => inner.set(key, value)),
    delete: (key) => guarded(() => inner.delete(key)),
  };
  return store;
}

export interface FakeWorker extends Worker {
  readonly name: WorkerName;
  readonly args: readonly string[];
  readonly posted: readonly unknown[];
  readonly killed: boolean;
  /** Sends a message from the worker. */
  say(message: unknown): void;
  /** Ends the worker. */
  exit(code: number | null): void;
}

/** Creates fake workers; `workers` lists them in the order in which they were started. */
export function createFakeWorkers(): { spawnWorker: Ports['spawnWorker']; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  return {
    workers,
    spawnWorker(name, args) {
      // One that never responds would delay each write.
      if (name === 'library-worker') throw new Error('No library in this test');
      const worker = createFakeWorker(name, args);
      workers.push(worker);
      return worker;
    },
  };
}

function createFakeWorker(name: WorkerName, args: readonly string[]): FakeWorker {
  const posted: unknown[] = [];
  const hears: ((message: unknown) => void)[] = [];
  const ends: ((code: number | null) => void)[] = [];
  let killed = false;
  return {
    name,
    args,
    posted,
    get killed() {
      return killed;
    },
    post: (message) => void posted.push(message),
    onMessage: (listener) => void hears.push(listener),
    onExit: (listener) => void ends.push(listener),
    kill() {
      killed = true;
    },
    say(message) {
      for (const listener of hears) listener(message);
    },
    exit(code) {
      for (const listener of ends) listener(code);
    },
  };
}

/** Creates ports with a stopped clock, no network and no processes; a test overrides what it needs. */
export function createTestPorts(profileFolder: string, own: Partial<Ports> = {}): Ports {
  return {
    ...headlessPorts(),
    version: '0.0.0-test',
    profileFolder,
    licensesFile: join(profileFolder, 'licenses.json'),
    transport: createScriptedTransport(() => {
      throw fail('unreachable');
    }),
    secrets: createMemoryStore(),
    clock: createFakeClock(),
    random: seededRandom(),
    spawnWorker: createFakeWorkers().spawnWorker,
    isTrustedPeer: async () => true,
    ...own,
  };
}

/** Resolves to the error of a promise. Throws when the promise resolves. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
}

/** Returns what a function throws. Fails if it throws nothing. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('expected a failure');
}

/** Resolves to the report of the `AppError` with which a promise rejects. */
export async function reportOf(promise: Promise<unknown>): Promise<unknown> {
  const thrown = await errorOf(promise);
  if (thrown instanceof Error && 'report' in thrown) return thrown.report;
  throw thrown;
}
