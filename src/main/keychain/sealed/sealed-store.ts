/** A secret store in a file that is sealed with a passphrase, for machines without a keychain. */
import { rm } from 'node:fs/promises';
import { type AppError, fail } from '#contract/errors.ts';
import type { Ports, SecretStore } from '../../ports/ports';
import { deriveKey, type KeyCost, newDerivation, type PassphraseKey } from '../../sealing/passphrase-key';
import { type FoundFile, type Items, openItems, type SealedSecretsFile, type WriteItems } from './sealed-file';

/**
 * Requests wait until the store is opened. They throw `secrets-damaged` and `secrets-newer` for a file that no passphrase opens, and
 * `keychain-absent` if it was removed: a file that can't be read is never treated as empty, and never written.
 */
export interface SealedStore extends SecretStore {
  /** Returns what the file is. Rejects what waits, unless it is a file that a passphrase opens. */
  find(): Promise<FoundFile['kind']>;
  /** Opens the store with its passphrase. Resolves to false for another one, and for a file that was changed on purpose. */
  open(passphrase: string): Promise<boolean>;
  /** Erases the key. Later requests wait until the store is opened again. */
  forgetKey(): void;
  /** Creates the file with these items, and opens it. Throws `not-allowed` if there is a file. */
  create(passphrase: string, items: Items): Promise<void>;
  /** Seals the open store with another passphrase. */
  reseal(passphrase: string): Promise<void>;
  /** Removes the file of the open store, and returns its items. */
  remove(): Promise<Items>;
  /** Rejects what waits with `keychain-locked`, and later requests. */
  close(): void;
}

export interface SealedStoreDeps {
  readonly file: SealedSecretsFile;
  readonly random: Ports['random'];
  /** Runs when another process has sealed the file with another passphrase. */
  readonly onResealed: () => void;
  readonly cost?: KeyCost | undefined;
}

/** Creates the store, which has to be opened before it handles requests. */
export function createSealedStore({ file, random, onResealed, cost }: SealedStoreDeps): SealedStore {
  const holder = createKeyHolder();
  const { use, forgetKey } = holder;
  const find = async (): Promise<FoundFile['kind']> => {
    const found = await file.find();
    if (found.kind !== 'sealed') holder.rejectWaiting(unusable(found.kind));
    return found.kind;
  };
  const opened = (): Promise<PassphraseKey> => {
    const waited = holder.opened();
    // Another process may have removed the file, and no passphrase would end the wait.
    if (holder.isAwaited()) find().catch(() => undefined);
    return waited;
  };
  const { withKey, readWith, change } = createItemAccess({ file, holder, opened, onResealed });
  const edit = async (next: (items: Items) => Items) => {
    await change((items, own, write) => write(next(items), own));
  };

  return {
    kind: 'sealed',
    forgetKey,
    find,
    get: async (item) => (await withKey(readWith))[item] ?? null,
    set: (item, value) => edit((items) => ({ ...items, [item]: value })),
    delete: (item) => edit(({ [item]: _deleted, ...rest }) => rest),
    async open(passphrase) {
      const { kdf } = assertSealed(await file.find());
      const next = await deriveKey(passphrase, kdf);
      // Read again, because it may have been sealed with another passphrase in the meantime.
      if (openItems(assertSealed(await file.find()), next) === null) return false;
      use(next);
      return true;
    },
    async create(passphrase, items) {
      const next = await deriveKey(passphrase, newDerivation(random, cost));
      await file.locked(async (write) => {
        if ((await file.find()).kind !== 'none') throw fail('not-allowed');
        await write(items, next);
      });
      use(next);
    },
    async reseal(passphrase) {
      const next = await deriveKey(passphrase, newDerivation(random, cost));
      await change(async (items, own, write) => {
        // Requests wait for the new key, because to them the file would look like that of another process.
        forgetKey();
        await write(items, next).catch((thrown) => {
          use(copyOf(own));
          throw thrown;
        });
        use(next);
      });
    },
    remove: () =>
      change(async () => {
        await rm(file.path, { force: true }).catch((cause) => {
          throw fail('profile-not-writable', {}, cause);
        });
        forgetKey();
      }),
    close: holder.close,
  };
}

interface ItemAccessDeps extends Pick<SealedStoreDeps, 'file' | 'onResealed'> {
  readonly holder: KeyHolder;
  readonly opened: () => Promise<PassphraseKey>;
}

/** Creates the functions that read and change the items with the current key. */
function createItemAccess({ file, holder, opened, onResealed }: ItemAccessDeps) {
  /** Runs a task with a copy of the key, which stays intact if the store erases its own. Repeats the task while it returns null. */
  const withKey = async <T>(task: (own: PassphraseKey) => Promise<T | null>): Promise<T> => {
    for (;;) {
      const own = await opened();
      const done = await task(own).finally(() => own.bytes.fill(0));
      if (done !== null) return done;
    }
  };
  /** Reads the items with a key; null if it isn't that of the file any longer. */
  const readWith = async (own: PassphraseKey): Promise<Items | null> => {
    const found = assertSealed(await file.find());
    if (own.derivation.salt !== found.kdf.salt) {
      if (holder.salt() === own.derivation.salt) {
        holder.forgetKey();
        onResealed();
      }
      return null;
    }
    const items = openItems(found, own);
    if (items === null) throw fail('secrets-damaged');
    return items;
  };
  /** Runs a task with the items and the lock of the file. Returns the items. */
  const change = (task: (items: Items, own: PassphraseKey, write: WriteItems) => Promise<void>): Promise<Items> =>
    // The lock isn't held while the store waits for its key, because the user may take any time to open it.
    withKey((own) =>
      file.locked(async (write) => {
        const items = await readWith(own);
        if (items !== null) await task(items, own, write);
        return items;
      }),
    );
  return { withKey, readWith, change };
}

type KeyHolder = ReturnType<typeof createKeyHolder>;

/** Creates what has the key of an opened store, and the requests that wait for it. */
function createKeyHolder() {
  let key: PassphraseKey | null = null;
  let isClosed = false;
  const waiting = new Set<{ readonly resolve: (key: PassphraseKey) => void; readonly reject: (thrown: unknown) => void }>();
  const forgetKey = () => {
    key?.bytes.fill(0);
    key = null;
  };
  const rejectWaiting = (thrown: unknown) => {
    for (const { reject } of waiting) reject(thrown);
    waiting.clear();
  };
  return {
    forgetKey,
    rejectWaiting,
    /** Returns the salt of the key; null while the store is sealed. */
    salt: () => key?.derivation.salt ?? null,
    use(next: PassphraseKey) {
      key = next;
      for (const { resolve } of waiting) resolve(copyOf(next));
      waiting.clear();
    },
    isAwaited: () => waiting.size > 0,
    /** Resolves to a copy of the key when there is one. Rejects with `keychain-locked` for a closed store. */
    opened(): Promise<PassphraseKey> {
      if (isClosed) return Promise.reject(fail('keychain-locked'));
      if (key !== null) return Promise.resolve(copyOf(key));
      return new Promise((resolve, reject) => waiting.add({ resolve, reject }));
    },
    close() {
      isClosed = true;
      forgetKey();
      rejectWaiting(fail('keychain-locked'));
    },
  };
}

function copyOf({ derivation, bytes }: PassphraseKey): PassphraseKey {
  return { derivation, bytes: Buffer.from(bytes) };
}

function assertSealed(found: FoundFile) {
  if (found.kind === 'sealed') return found.file;
  throw unusable(found.kind);
}

function unusable(kind: Exclude<FoundFile['kind'], 'sealed'>): AppError {
  return fail(kind === 'none' ? 'keychain-absent' : `secrets-${kind}`);
}
