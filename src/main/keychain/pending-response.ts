/** The response that a keychain client waits for, at most one at a time. */
import { fail } from '../../contract/errors';
import { keychainAnswer } from '../../contract/workers/keychain';
import type { Clock } from '../ports';

export interface PendingResponse {
  /** Resolves to the value in the response to a request. Rejects with the response's fault, with that of `reject`, or with `keychain-slow`. */
  wait(id: number): Promise<string | null>;
  /** Handles a worker's message. Ignores one that isn't the response to the current request. */
  receive(message: unknown): void;
  /** Rejects the current wait, if there is one. */
  reject(code: 'keychain-absent' | 'keychain-slow'): void;
}

export interface PendingResponseDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMillis: number;
  /** Runs when a response shows that the worker has reached its keychain. */
  readonly onReached: () => void;
  readonly onTimeout: () => void;
}

type Waiting = Pick<PendingResponse, 'receive' | 'reject'>;

/** Creates the wait. */
export function createPendingResponse({ clock, timeoutMillis, onReached, onTimeout }: PendingResponseDeps): PendingResponse {
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
