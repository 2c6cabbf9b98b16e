/** How far the import of an opened file has come: it stops when the keychain fails, and can be repeated. */
import type { PreviewEntry, SealedImport } from '#contract/bridge/sealed-connections.ts';

/** A file that the main process has opened. */
export interface OpenedFile {
  readonly fileId: string;
  readonly preview: readonly PreviewEntry[];
}

type Stop = Extract<SealedImport, { outcome: 'failed' }>;

export interface ImportProgress {
  /** What the file contains, compared with the connections as they are now. */
  readonly preview: readonly PreviewEntry[];
  /** IDs of connections that were added so far. */
  readonly added: readonly string[];
  /** Their positions in the file. */
  readonly done: readonly number[];
  readonly stopped: Pick<Stop, 'name' | 'error'> | null;
}

/** Returns the progress before the first attempt. */
export function startOf(preview: readonly PreviewEntry[]): ImportProgress {
  return { preview, added: [], done: [], stopped: null };
}

/** Returns the progress after an attempt that stopped. What would have been added and now exists was added by it. */
export function afterFailure({ preview, added, done }: ImportProgress, { name, error, ...stop }: Stop): ImportProgress {
  const open = new Set(preview.filter((entry) => wouldAdd(entry, true)).map(({ index }) => index));
  const finished = stop.preview.filter(({ index, skip }) => skip === 'duplicate' && open.has(index)).map(({ index }) => index);
  return { preview: stop.preview, added: [...added, ...stop.added], done: [...done, ...finished], stopped: { name, error } };
}

/** Whether an entry would be added. */
export function wouldAdd({ skip }: PreviewEntry, allowPlainHttp: boolean): boolean {
  return skip === null || (allowPlainHttp && skip === 'not-secure');
}
