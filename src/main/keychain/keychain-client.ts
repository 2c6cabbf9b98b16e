/** Client of the keychain worker: one request at a time, each with a timeout. */

import { fail } from '#contract/errors.ts';
import { type KeychainRequest, keychainAnswer } from '#contract/workers/keychain.ts';
import type { Clock, Worker } from '../ports/ports';

export type KeychainOperation = Omit<KeychainRequest, 'id'>;

export interface KeychainClient {
  /** Whether a worker is running that has reached its keychain before. */
  readonly isVerified: boolean;
  /** Rejects with one of the `keychain-` codes. A worker that is slow or has exited is replaced at the next request. */
  run(operation: KeychainOperation): Promise<string | null>;
  /** Ends the worker and rejects the pending request. */
  dismiss(): void;
}

/** Creates a client. No worker is started before the first request. */
export function createKeychainClient(spawn: () => Worker, clock: Clock, timeoutMillis: number): KeychainClient {
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
