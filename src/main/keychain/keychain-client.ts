/** Client of the keychain worker: one request at a time, each with a timeout. */
import type { KeychainRequest } from '../../contract/workers/keychain';
import type { Clock, Worker } from '../ports';
import { createPendingResponse } from './pending-response';

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
