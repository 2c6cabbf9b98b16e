/** The lock of a profile, and the handlers of its calls. */
import { join } from 'node:path';
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import type { Ports } from '../ports';
import type { Caller } from '../runtime/caller';
import type { Runtime } from '../runtime/create-runtime';
import { watchFile } from '../storage/watch-file';
import { createIdleWatch, type IdleWatch } from './idle-watch';
import { createLock, type Lock } from './lock';
import { lockFile, lockFileName } from './lock-file';

export interface AppLock {
  readonly lock: Lock;
  readonly idle: Pick<IdleWatch, 'check'>;
  /** Locks the app if a passphrase is set, and follows what other processes of the profile change. */
  load(): Promise<void>;
  close(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'lock'>;
}

export interface AppLockDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder' | 'power'>;
  readonly runtime: Pick<Runtime, 'topics' | 'onUnreadableFile' | 'onPush' | 'pendingWrites'>;
}

/** Creates the lock. Nothing is read yet. */
export function createAppLock({ ports, runtime }: AppLockDeps): AppLock {
  const { clock, random, profileFolder, power } = ports;
  const { topics, onUnreadableFile, onPush, pendingWrites } = runtime;
  const lock = createLock({ file: lockFile(profileFolder, clock, onUnreadableFile), topic: topics.lock, clock, random });
  const idle = createIdleWatch({ clock, power, settings: () => topics.settings.get().value, lock: lock.lock });
  onPush(({ name }) => {
    if (name !== 'lock.changed') return;
    const { locked, hasPassphrase } = topics.lock.get().value;
    if (hasPassphrase && !locked) idle.start();
    else idle.stop();
  });
  let stopWatching = () => {};
  return {
    lock,
    idle,
    async load() {
      await lock.load();
      stopWatching = watchFile(join(profileFolder, lockFileName), () => void lock.reload().catch(() => undefined));
    },
    close() {
      stopWatching();
      idle.close();
    },
    handlers: {
      lock: {
        read: async () => topics.lock.get(),
        wait: async () => ({ waitMillis: lock.waitMillis() }),
        unlock: ({ passphrase }) => lock.unlock(passphrase),
        async now() {
          lock.lock();
          return null;
        },
        async activity() {
          idle.activity();
          return null;
        },
        async setPassphrase({ passphrase }) {
          await pendingWrites.add(lock.setPassphrase(passphrase));
          return null;
        },
        changePassphrase: ({ current, next }) => pendingWrites.add(lock.changePassphrase(current, next)),
        removePassphrase: ({ current }) => pendingWrites.add(lock.removePassphrase(current)),
      },
    },
  };
}
