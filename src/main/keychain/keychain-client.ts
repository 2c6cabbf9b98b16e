/** Client of the keychain worker: one request at a time, each with a timeout. */
import { fail } from '../../contract/errors';
import { type KeychainRequest, keychainAnswer } from '../../contract/workers/keychain';
import type { Clock, Worker } from '../ports';

export type KeychainOperation = Omit<KeychainRequest, 'id'>;

export interface KeychainClient {
  /** Whether a worker is running that has reached its keychain before. */
  readonly isVerified: boolean;
  /** Rejects with one of the `keychain-` codes. A worker that is slow or has exited is replaced at the next request. */
  run(operation: KeychainOperation): Promise<string | null>;
  /** Ends the worker and rejects the pending request. */
  dismiss(): void;
}

interface Waiting {
  readonly id: number;
  settle(message: unknown): void;
  fail(code: 'keychain-absent' | 'keychain-slow'): void;
}

/** Creates a client. No worker is started before the first request. */
export function createKeychainClient(spawn: () => Worker, clock: Clock, timeoutMillis: number): KeychainClient {
  let worker: Worker | null = null;
  let isVerified = false;
  let lastId = 0;
  let waiting: Waiting | null = null;

  const running = (): Worker => {
    if (worker) return worker;
    const own = spawn();
    own.onMessage((message) => waiting?.settle(message));
    own.onExit(() => {
      if (worker !== own) return;
      worker = null;
      waiting?.fail('keychain-absent');
    });
    worker = own;
    isVerified = false;
    return own;
  };

  const dismiss = () => {
    const own = worker;
    worker = null;
    own?.kill();
    waiting?.fail('keychain-absent');
  };

  const wait = (id: number) =>
    new Promise<string | null>((resolve, reject) => {
      const finish = () => {
        cancel();
        waiting = null;
      };
      const cancel = clock.after(timeoutMillis, () => {
        waiting?.fail('keychain-slow');
        dismiss();
      });
      waiting = {
        id,
        fail(code) {
          finish();
          reject(fail(code));
        },
        settle(message) {
          const response = keychainAnswer.safeParse(message);
          if (!response.success || response.data.id !== id) return;
          finish();
          const { data } = response;
          isVerified ||= data.ok || data.fault !== 'keychain-absent';
          if (data.ok) resolve(data.value);
          else reject(fail(data.fault));
        },
      };
    });

  return {
    dismiss,
    get isVerified() {
      return worker !== null && isVerified;
    },
    run(operation) {
      lastId += 1;
      const request = { id: lastId, ...operation };
      const response = wait(lastId);
      try {
        running().post(request);
      } catch {
        // No worker was started.
        waiting?.fail('keychain-absent');
      }
      return response;
    },
  };
}
