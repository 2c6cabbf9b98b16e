/** The lock of a profile, and the handlers of its calls. */
import { join } from 'node:path';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { OpenedKeychain } from '../keychain/open-keychain';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import { watchFile } from '../storage/watch-file';
import { createIdleWatch, type IdleWatch } from './idle-watch';
import { createLock, type Lock, type LockDeps } from './lock';
import { lockFile, lockFileName } from './lock-file';
import { passphraseStore } from './passphrase-store';

export interface AppLock {
  readonly lock: Lock;
  readonly idle: Pick<IdleWatch, 'check'>;
  /** Locks the app if a passphrase is set, or may be, and follows what other processes of the profile change. */
  load(): Promise<void>;
  /** Resolves when the app is locked if the lock file was deleted, or after a second if the keychain doesn't respond by then. */
  checked(): Promise<void>;
  close(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'lock'>;
}

export interface AppLockDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder' | 'power' | 'presence'>;
  readonly runtime: Pick<Runtime, 'topics' | 'notices' | 'onUnreadableFile' | 'onPush' | 'pendingWrites'>;
  readonly keychain: Pick<OpenedKeychain, 'store' | 'vault'>;
  readonly isUsed: LockDeps['isUsed'];
}

/** Milliseconds that a start waits for the keychain. */
const maxCheckMillis = 1_000;

/** Creates the lock. Nothing is read yet. */
export function createAppLock({ ports, runtime, keychain, isUsed }: AppLockDeps): AppLock {
  const { clock, random, profileFolder, power } = ports;
  const { topics, onUnreadableFile, onPush, pendingWrites } = runtime;
  const showSecrets = () => showPlace(ports, runtime, keychain);
  const lock = createLock({
    file: lockFile(profileFolder, clock, onUnreadableFile),
    secrets: passphraseStore({ keychain, onMoved: showSecrets, inBackground: (task) => void pendingWrites.add(task) }),
    topic: topics['lock.state'],
    isUsed,
    clock,
    random,
  });
  const idle = createIdleWatch({ clock, power, settings: () => topics['settings.state'].get().value, lock: lock.lock });
  onPush(({ name }) => {
    if (name !== 'lock.state') return;
    const { locked, hasPassphrase } = topics['lock.state'].get().value;
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
    checked: () => withinLimit(lock.checked(), maxCheckMillis, clock),
    close() {
      stopWatching();
      idle.close();
    },
    handlers: { lock: createLockHandlers(lock, idle, pendingWrites) },
  };
}

/** Says where secrets are, and what the system can check. Only in memory, secrets are lost when the app quits. */
function showPlace(
  { presence }: AppLockDeps['ports'],
  { topics, notices }: AppLockDeps['runtime'],
  { store: { kind }, vault }: AppLockDeps['keychain'],
): void {
  const canCheckPresence = presence?.isAvailable() === true;
  topics['lock.state'].set({ ...topics['lock.state'].get().value, secrets: kind, canSeal: vault !== null, canCheckPresence });
  if (kind === 'memory') notices.add({ kind: 'memory-keychain' });
  else notices.dismissKind('memory-keychain');
}

function createLockHandlers(
  lock: Lock,
  idle: Pick<IdleWatch, 'activity'>,
  pendingWrites: AppLockDeps['runtime']['pendingWrites'],
): AppLock['handlers']['lock'] {
  return {
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
  };
}
