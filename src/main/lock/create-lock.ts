/** The lock of a profile, and the handlers of its calls. */
import { join } from 'node:path';
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import type { OpenedKeychain } from '../keychain/open-keychain';
import type { Ports } from '../ports';
import type { Caller } from '../runtime/caller';
import type { Runtime } from '../runtime/create-runtime';
import { watchFile } from '../storage/watch-file';
import { createIdleWatch, type IdleWatch } from './idle-watch';
import { createLock, type Lock } from './lock';
import { lockFile, lockFileName } from './lock-file';
import { passphraseStore } from './passphrase-store';

export interface AppLock {
  readonly lock: Lock;
  readonly idle: Pick<IdleWatch, 'check'>;
  /** Locks the app if a passphrase is set, and follows what other processes of the profile change. */
  load(): Promise<void>;
  close(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'lock'>;
}

export interface AppLockDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder' | 'power' | 'presence'>;
  readonly runtime: Pick<Runtime, 'topics' | 'notices' | 'onUnreadableFile' | 'onPush' | 'pendingWrites'>;
  readonly keychain: Pick<OpenedKeychain, 'store' | 'vault'>;
}

/** Creates the lock. Nothing is read yet. */
export function createAppLock({ ports, runtime, keychain }: AppLockDeps): AppLock {
  const { clock, random, profileFolder, power, presence } = ports;
  const { topics, notices, onUnreadableFile, onPush, pendingWrites } = runtime;
  /** Says where secrets are, and what the system can check. Only in memory, secrets are lost when the app quits. */
  const showSecrets = () => {
    const { kind } = keychain.store;
    const canCheckPresence = presence?.isAvailable() === true;
    topics.lock.set({ ...topics.lock.get().value, secrets: kind, canSeal: keychain.vault !== null, canCheckPresence });
    if (kind === 'memory') notices.add({ kind: 'memory-keychain' });
    else notices.dismissKind('memory-keychain');
  };
  const lock = createLock({
    file: lockFile(profileFolder, clock, onUnreadableFile),
    secrets: passphraseStore(keychain.vault, showSecrets),
    topic: topics.lock,
    clock,
    random,
  });
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
      showSecrets();
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
        async setPassphrase({ passphrase, seal }) {
          await pendingWrites.add(lock.setPassphrase(passphrase, seal));
          return null;
        },
        changePassphrase: ({ current, next }) => pendingWrites.add(lock.changePassphrase(current, next)),
        setSealed: ({ current, sealed }) => pendingWrites.add(lock.setSealed(current, sealed)),
        removePassphrase: ({ current }) => pendingWrites.add(lock.removePassphrase(current)),
      },
    },
  };
}
