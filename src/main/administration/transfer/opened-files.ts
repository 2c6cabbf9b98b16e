/** Sealed files that windows have opened: kept in memory until their connections are added. */
import type { PreviewEntry, SealedImport } from '#contract/bridge/sealed-connections.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { Clock } from '../../ports/ports';
import type { Connections } from '../../records/connections';
import type { KeyCost } from '../../sealing/passphrase-key';
import { type ImportEntry, isKnown, type SortedEntry, sortEntries } from './import-entries';
import { parseSealed, readList, type SealedFile, toPreview, unseal } from './sealed-list';

export interface OpenedFilesDeps {
  readonly connections: Pick<Connections, 'records' | 'addUnless' | 'mayAdd'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Returns texts that can't be guessed. */
  readonly newId: () => string;
  /** Runs one task at a time, because each needs much memory. */
  readonly inTurn: <R>(task: () => Promise<R>) => Promise<R>;
  /** The parameters that are allowed. */
  readonly costs?: readonly KeyCost[] | undefined;
}

export interface OpenedFiles {
  /**
   * Opens a file for a window, which forgets the one it opened before. Throws the codes of `parseSealed` and `unseal`, and `cancelled` if the
   * window is closed, or opens another file, in the meantime.
   */
  open(text: string, passphrase: string, windowId: string): Promise<{ fileId: string; preview: PreviewEntry[] }>;
  /** Adds the connections of the file. Stops at the first one that can't be stored. Throws `secret-expired` for an unknown file. */
  add(fileId: string, windowId: string, allowPlainHttp: boolean): Promise<SealedImport>;
  close(fileId: string, windowId: string): void;
  forgetWindow(windowId: string): void;
}

/** Milliseconds for which an opened file is kept. */
export const openedFileMillis = 15 * 60_000;

interface Opened {
  readonly fileId: string;
  readonly entries: readonly ImportEntry[];
  readonly stopTimer: () => void;
}

export function createOpenedFiles({ connections, clock, newId, inTurn, costs }: OpenedFilesDeps): OpenedFiles {
  const opened = new Map<string, Opened>();
  /** The file that each window is opening. */
  const opening = new Map<string, SealedFile>();
  const forgetFile = (windowId: string) => {
    opened.get(windowId)?.stopTimer();
    opened.delete(windowId);
  };
  const sorted = (entries: readonly ImportEntry[], allowPlainHttp: boolean) =>
    sortEntries(entries, connections.records(), allowPlainHttp, connections.mayAdd);
  const keep = (entries: readonly ImportEntry[], windowId: string) => {
    forgetFile(windowId);
    const fileId = newId();
    opened.set(windowId, { fileId, entries, stopTimer: clock.after(openedFileMillis, () => opened.delete(windowId)) });
    return { fileId, preview: sorted(entries, false).map(toPreview) };
  };
  return {
    async open(text, passphrase, windowId) {
      const file = parseSealed(text, costs);
      opening.set(windowId, file);
      const isCurrent = () => opening.get(windowId) === file;
      try {
        const entries = readList(await inTurn(() => unseal(file, passphrase)));
        if (!isCurrent()) throw fail('cancelled');
        return keep(entries, windowId);
      } finally {
        if (isCurrent()) opening.delete(windowId);
      }
    },
    async add(fileId, windowId, allowPlainHttp) {
      const file = opened.get(windowId);
      if (file?.fileId !== fileId) throw fail('secret-expired');
      const result = await addEach(sorted(file.entries, allowPlainHttp), connections);
      if (result.outcome === 'failed') return { ...result, preview: sorted(file.entries, false).map(toPreview) };
      if (opened.get(windowId) === file) forgetFile(windowId);
      return result;
    },
    close(fileId, windowId) {
      if (opened.get(windowId)?.fileId === fileId) forgetFile(windowId);
    },
    forgetWindow(windowId) {
      opening.delete(windowId);
      forgetFile(windowId);
    },
  };
}

type Added = Extract<SealedImport, { outcome: 'done' }> | Omit<Extract<SealedImport, { outcome: 'failed' }>, 'preview'>;

/** Adds one connection after the other, because a keychain that fails once may ask the user again for each. */
async function addEach(entries: readonly SortedEntry[], connections: OpenedFilesDeps['connections']): Promise<Added> {
  const result: Extract<Added, { outcome: 'done' }> = { outcome: 'done', added: [], skipped: [] };
  for (const { index, name, draft, skip } of entries) {
    if (draft === null || skip !== null) {
      result.skipped.push({ index, name, reason: skip ?? 'invalid' });
      continue;
    }
    try {
      const id = await connections.addUnless((records) => isKnown(records, draft), draft);
      if (id === null) result.skipped.push({ index, name, reason: 'duplicate' });
      else result.added.push(id);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      return { outcome: 'failed', added: result.added, name: draft.fields.name, error: thrown.report };
    }
  }
  return result;
}
