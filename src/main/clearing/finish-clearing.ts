/** Deletes the data of a profile at a start, before anything of it is read. */
import { join } from 'node:path';
import { AppError, nullForAppError } from '../../contract/errors';
import type { Clock, Ports } from '../ports';
import { type HeldLock, withFileLock } from '../storage/file-lock';
import type { JsonFile } from '../storage/json-file';
import { type Clearing, clearingFile, clearingFileName, isDue } from './clearing-file';
import { deleteItems } from './delete-items';
import { deleteOwnFiles, type Remove, removePath } from './own-files';
import { othersEnded } from './running-processes';
import { readStoredItems, type StoredItemsPorts } from './stored-items';

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
export async function isClearingDue({ profileFolder, clock }: Pick<FinishDeps, 'profileFolder' | 'clock'>): Promise<boolean> {
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
