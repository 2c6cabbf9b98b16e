/** Deletes the data of a profile at a start, before anything of it is read. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, nullForAppError } from '#contract/errors.ts';
import { providerNames } from '#contract/workers/keychain.ts';
import { journalItems } from '../journal/journal-records';
import { keychainFile } from '../keychain/keychain-choice';
import { openProfileRecord } from '../keychain/profile-record';
import { libraryFile } from '../local-index/index-records';
import { passphraseMark } from '../lock/passphrase-store';
import type { Clock, Ports } from '../ports/ports';
import { itemsOf } from '../records/connection-changes';
import { connectionsFile } from '../records/connections-file';
import { viewsItem } from '../records/views-file';
import { proxySignInItem } from '../remote/network/proxy-sign-in';
import { accountsFile } from '../session/accounts-file';
import { tokenItems } from '../session/token-store';
import { stateIndexOnDisk } from '../sign-in/oauth/oauth-states';
import { type HeldLock, withFileLock } from '../storage/file-lock';
import type { JsonFile } from '../storage/json-file';
import { type Clearing, clearingFile, clearingFileName, isDue, type KeychainItems } from './clearing-file';
import { deleteItems } from './delete-items';
import { deleteOwnFiles, type Remove, removePath } from './own-files';
import { noteRunning, othersEnded } from './running-processes';

/** Milliseconds to wait for another process that deletes the same data, longer than that waits for others and for keychains. */
const lockTimeoutMillis = 120_000;

/** Thrown by a start that couldn't delete files, so that nothing that was to be deleted is used. The next start tries again. */
export class NotClearedError extends Error {
  override readonly name = 'NotClearedError';
  constructor(
    readonly folder: string,
    readonly files: readonly string[],
    options?: { cause?: unknown },
  ) {
    super(
      `Latchkey couldn’t delete all of its data in ${folder}: ${files.join(', ')}. Close other programs that use these files, make sure that you may delete them, and start Latchkey again.`,
      options,
    );
  }
}

export interface FinishDeps extends StoredItemsPorts {
  /** Deletes what the host itself stores; null if that is nothing. Its failures are ignored. */
  readonly clearHostData: Ports['clearHostData'];
}

/** Whether the data of the profile is to be cleared. */
async function isClearingDue({ profileFolder, clock }: Pick<FinishDeps, 'profileFolder' | 'clock'>): Promise<boolean> {
  return isDue(await markOf(profileFolder, clock).read().catch(nullForAppError));
}

/**
 * Deletes everything of a profile whose data is to be cleared, and continues what an earlier start has begun. Resolves to what is left in
 * keychains; null if there was nothing to do. Throws {@link NotClearedError}.
 */
export async function finishClearing(deps: FinishDeps, remove: Remove = removePath): Promise<Clearing | null> {
  const { profileFolder, clock } = deps;
  if (!(await isClearingDue(deps))) return null;
  const file = markOf(profileFolder, clock);
  const path = join(profileFolder, 'clearing.lock');
  return withFileLock(path, clock, (lock) => clear({ deps, file, remove, lock }), lockTimeoutMillis).catch((cause) => {
    // The profile can't be written, or the lock isn't available.
    throw cause instanceof AppError ? new NotClearedError(profileFolder, [clearingFileName], { cause }) : cause;
  });
}

const markOf = (profileFolder: string, clock: Clock) => clearingFile(profileFolder, clock, () => undefined);

interface Run {
  readonly deps: FinishDeps;
  readonly file: JsonFile<Clearing | null>;
  readonly remove: Remove;
  readonly lock: Pick<HeldLock, 'confirm'>;
}

/** Each step is repeated by the next start until the mark says that it is done. */
async function clear({ deps, file, remove, lock }: Run): Promise<Clearing | null> {
  // Another process may have finished while this one waited for the lock.
  const requested = await file.read();
  if (!isDue(requested)) return null;
  const { profileFolder, clock } = deps;
  await othersEnded(profileFolder, clock);
  const planned = requested.step === 'requested' ? await plan(deps, file) : requested;
  if (!isDue(planned)) return null;
  const keychains = await deleteItems(deps, planned.keychains, false);
  await deps.clearHostData?.().catch(() => undefined);
  const failed = await deleteOwnFiles(profileFolder, remove, lock.confirm);
  const rest: Clearing = { ...planned, keychains };
  if (failed.length > 0) {
    await file.update(() => rest);
    throw new NotClearedError(profileFolder, failed);
  }
  if (keychains.length > 0) await file.update(() => ({ ...rest, step: 'left' }));
  else await remove(join(profileFolder, clearingFileName), 'file').catch(() => file.update(() => null));
  return rest;
}

/**
 * Adds the names of the items to the mark, because the files that contain them are deleted. Returns the mark of another process if that has
 * taken the lock over since.
 */
async function plan(deps: FinishDeps, file: JsonFile<Clearing | null>): Promise<Clearing | null> {
  const { keychain, hasUnknown } = await readStoredItems(deps);
  const added = keychain === null ? [] : [keychain];
  return file.update((now) =>
    now?.step === 'requested'
      ? { step: 'deleting', keychains: [...now.keychains, ...added], hasUnknown: hasUnknown || now.hasUnknown }
      : now,
  );
}

/** The items of keychains that a profile has stored, by the names in its files. */
type StoredItemsPorts = Pick<Ports, 'spawnWorker' | 'clock' | 'random' | 'profileFolder' | 'secrets'>;

interface StoredItems {
  /** Null for a profile without a keychain. */
  readonly keychain: KeychainItems | null;
  /** Whether the keychain may have items whose names aren't known, because a file or the keychain couldn't be read. */
  readonly hasUnknown: boolean;
}

/** A copy of an unreadable file with names of items. */
const copyOfNames = /^(accounts|connections|library|oauth-states)\.json\.(broken|newer)-/;

/** Reads the names of all items. Throws `profile-not-writable` if an unreadable file can't be replaced. */
async function readStoredItems(ports: StoredItemsPorts): Promise<StoredItems> {
  let isUnreadable = false;
  const onUnreadable = () => {
    isUnreadable = true;
  };
  const items = await readItems(ports, onUnreadable);
  const { profileFolder, clock } = ports;
  // Copies from an earlier start, or from this one before it was killed.
  if ((await readdir(profileFolder).catch(() => [])).some((name) => copyOfNames.test(name))) onUnreadable();
  const chosen = await keychainFile(profileFolder, clock, () => undefined)
    .read()
    .catch(nullForAppError);
  // Then the profile has never used a keychain, unless its file was lost.
  const needsSearch = chosen === null && ports.secrets === undefined && (items.length > 0 || isUnreadable);
  const { found, isCertain } = needsSearch ? await searchRecords(ports) : { found: chosen, isCertain: true };
  return {
    keychain: found && { ...found, items: [...items, passphraseMark, proxySignInItem, viewsItem, ...journalItems] },
    hasUnknown: !isCertain || (found !== null && isUnreadable),
  };
}

async function readItems({ profileFolder, clock }: StoredItemsPorts, onUnreadable: () => void): Promise<string[]> {
  const readable = async <T>(file: { read(): Promise<T> }): Promise<T | null> =>
    file.read().catch((thrown) => {
      onUnreadable();
      return nullForAppError(thrown);
    });
  const connections = await readable(connectionsFile(profileFolder, clock, onUnreadable));
  const accounts = await readable(accountsFile(profileFolder, clock, onUnreadable));
  const library = await readable(libraryFile(profileFolder, clock, onUnreadable));
  const states = await readable(stateIndexOnDisk(profileFolder, clock, onUnreadable));
  const tokenSets = [
    ...(accounts?.accounts ?? []).map(({ tokenSet }) => tokenSet),
    ...(accounts?.adding ?? []),
    ...(accounts?.leftovers ?? []),
  ];
  const keys = [...(connections?.connections ?? []).flatMap(itemsOf), ...(connections?.adding ?? []), ...(connections?.leftovers ?? [])];
  const indexKeys = [...(library?.indexes ?? []), ...(library?.leftovers ?? [])].map(({ item }) => item);
  return [...new Set([...keys, ...indexKeys, ...tokenSets.flatMap(tokenItems), ...(states ?? []).map(({ item }) => item)])];
}

/** Looks for the record of the profile in each keychain, as a start without `keychain.json` does. */
async function searchRecords(ports: StoredItemsPorts): Promise<{ found: Omit<KeychainItems, 'items'> | null; isCertain: boolean }> {
  let isCertain = true;
  for (const provider of providerNames) {
    const record = openProfileRecord(provider, ports);
    const service = await record.read().catch((thrown) => {
      // Without a keychain, there is nothing in it.
      if (!(thrown instanceof AppError) || thrown.code !== 'keychain-absent') isCertain = false;
      return null;
    });
    record.close();
    if (service !== null) return { found: { provider, service }, isCertain: true };
  }
  return { found: null, isCertain };
}

/** The first step of a start, before it reads any file of the profile. */
interface EnteredProfile {
  /** What this start has cleared; null if nothing was to be cleared. */
  readonly cleared: Clearing | null;
  /** Lets other processes delete the data: this one writes nothing from now on. Never rejects. */
  readonly leave: () => Promise<void>;
}

/** Notes that this process uses the profile, once its data is cleared if that was requested. Throws `NotClearedError`. */
export async function enterProfile(deps: FinishDeps): Promise<EnteredProfile> {
  let cleared: Clearing | null = null;
  for (;;) {
    // First: a process that deletes the data from now on waits for this one.
    const leave = await noteRunning(deps.profileFolder);
    if (!(await isClearingDue(deps))) return { cleared, leave };
    // This process waits for one that deletes already.
    await leave();
    cleared = (await finishClearing(deps)) ?? cleared;
  }
}
