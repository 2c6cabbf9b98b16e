/** The system keychain as a secret store, accessed through a worker, one request at a time, each with a timeout. */
import { AppError, fail } from '#contract/errors.ts';
import { type KeychainRequest, keychainAnswer, type ProviderName } from '#contract/workers/keychain.ts';
import type { Clock, Ports, SecretStore, Worker } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';

/** Client of the keychain worker: one request at a time, each with a timeout. */
type KeychainOperation = Omit<KeychainRequest, 'id'>;

interface KeychainClient {
  /** Whether a worker is running that has reached its keychain before. */
  readonly isVerified: boolean;
  /** Rejects with one of the `keychain-` codes. A worker that is slow or has exited is replaced at the next request. */
  run(operation: KeychainOperation): Promise<string | null>;
  /** Ends the worker and rejects the pending request. */
  dismiss(): void;
}

/** Creates a client. No worker is started before the first request. */
function createKeychainClient(spawn: () => Worker, clock: Clock, timeoutMillis: number): KeychainClient {
  let worker: Worker | null = null;
  let isVerified = false;
  let lastId = 0;

  const dismiss = () => {
    const own = worker;
    worker = null;
    own?.kill();
    pending.reject('keychain-absent');
  };
  const onReached = () => {
    isVerified = true;
  };
  const pending = createPendingResponse({ clock, timeoutMillis, onReached, onTimeout: dismiss });

  const running = (): Worker => {
    if (worker) return worker;
    const own = spawn();
    own.onMessage((message) => pending.receive(message));
    own.onExit(() => {
      if (worker !== own) return;
      worker = null;
      pending.reject('keychain-absent');
    });
    worker = own;
    isVerified = false;
    return own;
  };

  return {
    dismiss,
    get isVerified() {
      return worker !== null && isVerified;
    },
    run(operation) {
      lastId += 1;
      const request = { id: lastId, ...operation };
      const response = pending.wait(lastId);
      try {
        running().post(request);
      } catch {
        // No worker was started.
        pending.reject('keychain-absent');
      }
      return response;
    },
  };
}

/** The response that a keychain client waits for, at most one at a time. */
interface PendingResponse {
  /** Resolves to the value in the response to a request. Rejects with the response's fault, with that of `reject`, or with `keychain-slow`. */
  wait(id: number): Promise<string | null>;
  /** Handles a worker's message. Ignores one that isn't the response to the current request. */
  receive(message: unknown): void;
  /** Rejects the current wait, if there is one. */
  reject(code: 'keychain-absent' | 'keychain-slow'): void;
}

interface PendingResponseDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMillis: number;
  /** Runs when a response shows that the worker has reached its keychain. */
  readonly onReached: () => void;
  readonly onTimeout: () => void;
}

type Waiting = Pick<PendingResponse, 'receive' | 'reject'>;

/** Creates the wait. */
function createPendingResponse({ clock, timeoutMillis, onReached, onTimeout }: PendingResponseDeps): PendingResponse {
  let waiting: Waiting | null = null;
  return {
    wait: (id) =>
      new Promise((resolve, reject) => {
        const finish = () => {
          cancel();
          waiting = null;
        };
        const cancel = clock.after(timeoutMillis, () => {
          waiting?.reject('keychain-slow');
          onTimeout();
        });
        waiting = {
          reject(code) {
            finish();
            reject(fail(code));
          },
          receive(message) {
            const response = keychainAnswer.safeParse(message);
            if (!response.success || response.data.id !== id) return;
            finish();
            const { data } = response;
            if (data.ok || data.fault !== 'keychain-absent') onReached();
            if (data.ok) resolve(data.value);
            else reject(fail(data.fault));
          },
        };
      }),
    receive: (message) => waiting?.receive(message),
    reject: (code) => waiting?.reject(code),
  };
}

interface KeychainDeps {
  readonly spawnWorker: Ports['spawnWorker'];
  readonly clock: Clock;
  readonly provider: ProviderName;
  /** The service name of the items; one for each profile, so that profiles do not share accounts. */
  readonly service: string;
  /** Timeout of a request, including an unlock prompt. */
  readonly timeoutMillis?: number;
}

export interface Keychain extends SecretStore {
  /** Ends the worker. Pending and later requests fail. */
  close(): void;
}

/**
 * Windows stores up to 2560 bytes per item, of UTF-16 or UTF-8, depending on the library. The limit is the same on all platforms, so that
 * profiles are portable.
 */
const maxValueBytes = 2400;
const defaultTimeoutMillis = 10_000;

/** Creates the keychain without a request to it. Failed requests reject with one of the `keychain-` codes and never resolve to null. */
export function createKeychain({ spawnWorker, clock, provider, service, timeoutMillis = defaultTimeoutMillis }: KeychainDeps): Keychain {
  const args = ['--provider', provider, '--service', service];
  const client = createKeychainClient(() => spawnWorker('keychain-worker', args), clock, timeoutMillis);
  const enqueue = createTaskQueue();
  let closed = false;

  const send = async (operation: KeychainOperation): Promise<string | null> => {
    if (closed) throw fail('keychain-absent');
    try {
      return await client.run(operation);
    } catch (thrown) {
      // A library stays connected to a keyring that has restarted, and keeps failing. A new worker connects to the new one.
      const isStale = client.isVerified && thrown instanceof AppError && thrown.code === 'keychain-absent';
      if (!isStale) throw thrown;
      client.dismiss();
      return client.run(operation);
    }
  };

  return {
    kind: 'system',
    get: (item) => enqueue(() => send({ op: 'get', item })),
    async set(item, value) {
      if (Math.max(2 * value.length, Buffer.byteLength(value)) > maxValueBytes || value.includes('\0')) throw fail('keychain-full');
      await enqueue(() => send({ op: 'set', item, value }));
    },
    delete: async (item) => void (await enqueue(() => send({ op: 'delete', item }))),
    close() {
      closed = true;
      client.dismiss();
    },
  };
}
