/** The journal's file: opened on demand, and again after the library's worker has ended. */
import { existsSync, renameSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { ChainEnd, Checkpoint, RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import { type LibraryClient, LibraryFailure } from '../library/library-client';
import type { Ports, SecretStore } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { withFileLock } from '../storage/file-lock';

export interface JournalRecordsDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'newId'>;
  readonly secrets: SecretStore;
  readonly client: Pick<LibraryClient, 'openRecords' | 'records' | 'close' | 'delete'>;
  /** Whether the policy forbids the journal: then nothing is opened, and requests are rejected with `forbidden-by-policy`. */
  readonly isForbidden?: () => boolean;
  /** Whether a sealed store waits for the passphrase. */
  readonly isLocked: () => boolean;
  /** Runs when the file was opened. */
  readonly onOpen: (end: ChainEnd) => void;
}

export interface JournalRecords {
  /** Makes a request about the file, which is opened first. Rejects with a `LibraryFailure`, or the error of the secret store. */
  request<R extends RecordsRequest>(request: R, signal?: AbortSignal): Promise<RecordsResults[R['op']]>;
  /** Whether the file exists as long as this process, because there is no place for its key. */
  isTemporary(): boolean;
  /** Whether the file is open, or being opened. */
  isInUse(): boolean;
  /** Whether there is a file, open or not. */
  isThere(): boolean;
  /** Closes the file, and deletes a temporary one. */
  close(): Promise<void>;
  /** Deletes the file, those that were set aside, and its key. Resolves to whether there was one. Rejects with the error of the first that fails. */
  remove(): Promise<boolean>;
}

/** The item of the secret store that contains the key of `records.db`. */
const keyItem = 'library/records';

/** Creates the access. Nothing is opened before the first request. A temporary file is kept from the moment on when its key can be stored. */
export function createJournalRecords(deps: JournalRecordsDeps): JournalRecords {
  const { ports, secrets, client, isForbidden } = deps;
  const folder = join(ports.profileFolder, 'library');
  const file = createRecordsFile(deps, folder);
  let opening: Promise<string> | null = null;
  const opened = (isDamaged = false): Promise<string> => {
    const before = opening;
    if (before !== null && !isDamaged && !file.canKeep()) return before;
    const kept = before !== null && file.canKeep() ? before.then(() => file.keep()).catch(() => undefined) : null;
    const own = kept === null ? file.open(isDamaged) : kept.then(() => file.open(isDamaged));
    opening = own;
    own.catch(() => {
      if (opening === own) opening = null;
    });
    return own;
  };
  return {
    isTemporary: file.isTemporary,
    isInUse: () => opening !== null,
    isThere: () => opening !== null || existsSync(join(folder, 'records.db')),
    async request(request, signal) {
      if (isForbidden?.()) throw fail('forbidden-by-policy', { path: 'journal' });
      const first = opened();
      const send = async (path: Promise<string>) => client.records(await path, request, signal);
      try {
        return await send(first);
      } catch (thrown) {
        if (!(thrown instanceof LibraryFailure) || signal?.aborted) throw thrown;
        // Only where something is written: a read must not move the file aside.
        const isDamaged = thrown.fault === 'damaged' && request.op.startsWith('append-');
        if (thrown.fault !== 'closed' && !isDamaged) throw thrown;
        // Another request may have opened it again in the meantime.
        if (opening === first) opening = null;
        return send(opening === null ? opened(isDamaged) : opening);
      }
    },
    async close() {
      const path = await (opening !== null && file.canKeep() ? opened() : opening)?.catch(() => null);
      opening = null;
      if (path === null || path === undefined) return;
      if (!file.isTemporary()) await client.close(path);
      else await client.delete(path);
      file.forget();
    },
    async remove() {
      const own = opening === null ? null : await opening.catch(() => null);
      opening = null;
      file.forget();
      const names = await readdir(folder).catch(() => [] as string[]);
      const stored = [...new Set(names.map((name) => recordsPattern.exec(name)?.[1]).filter((name) => name !== undefined))];
      const paths = [...new Set([...(own === null ? [] : [own]), ...stored.map((name) => join(folder, name))])];
      const lock = join(ports.profileFolder, 'locks', 'records');
      // Locked, so that no other process creates the file at the same time.
      if (paths.length > 0)
        await withFileLock(lock, ports.clock, async () => {
          for (const path of paths) await client.delete(path);
        });
      if (secrets.kind !== 'memory') for (const item of journalItems) await secrets.delete(item);
      return paths.length > 0;
    },
  };
}

/** Files of the journal, also those that were set aside, each with what belongs to it. */
const recordsPattern = /^(records(?:\.broken-[\d-]+)?\.db)(?:-wal|-shm|-journal)?$/;

interface TemporaryFile {
  readonly path: string;
  readonly key: string;
}

interface RecordsFile {
  isTemporary(): boolean;
  /** Whether a temporary file could be kept now, because there is a place for its key. */
  canKeep(): boolean;
  /** Keeps a temporary file, unless another process has one already. Not tried again. */
  keep(): Promise<void>;
  /** Opens the file. Resolves to its path. */
  open(isDamaged: boolean): Promise<string>;
  /** Has the next opening start with another temporary file. */
  forget(): void;
}

/** The file of this process: that of the profile, or a temporary one. */
function createRecordsFile({ ports, runtime, secrets, client, isLocked, onOpen }: JournalRecordsDeps, folder: string): RecordsFile {
  const lock = join(ports.profileFolder, 'locks', 'records');
  const keptPath = join(folder, 'records.db');
  let temporary: TemporaryFile | null = null;
  let mayBeKept = true;
  const newKey = () => Buffer.from(ports.random(32)).toString('hex');
  const locate = async () => {
    if (temporary === null && secrets.kind !== 'memory') return { path: keptPath, key: await storedKey(secrets, newKey) };
    temporary ??= { path: join(folder, `temporary-${process.pid}-${runtime.newId()}.db`), key: newKey() };
    return temporary;
  };
  const keep = async (file: TemporaryFile) => {
    // Two chains can't be joined: beside that of another process, this one stays temporary.
    if (existsSync(keptPath) || (await secrets.get(keyItem)) !== null) return;
    await secrets.set(keyItem, file.key);
    await client.close(file.path);
    // Together with what isn't in the file yet.
    for (const end of ['-wal', '-shm', '']) if (existsSync(`${file.path}${end}`)) renameSync(`${file.path}${end}`, `${keptPath}${end}`);
    temporary = null;
  };
  return {
    isTemporary: () => temporary !== null,
    canKeep: () => temporary !== null && mayBeKept && secrets.kind !== 'memory' && !isLocked(),
    async keep() {
      const file = temporary;
      mayBeKept = false;
      if (file !== null) await withFileLock(lock, ports.clock, () => keep(file));
    },
    async open(isDamaged) {
      const openFile = async () => {
        const { path, key } = await locate();
        const damage = isDamaged ? { isDamaged } : {};
        return { path, end: await client.openRecords({ path, key, nowMillis: Math.round(ports.clock.now()), ...damage }) };
      };
      // Locked, so that no other process creates another key, or moves aside the file that this one has just created. A temporary one is its own.
      const isOwn = temporary !== null || secrets.kind === 'memory';
      const opened = await (isOwn ? openFile() : withFileLock(lock, ports.clock, openFile));
      onOpen(opened.end);
      return opened.path;
    },
    forget() {
      temporary = null;
    },
  };
}

async function storedKey(secrets: SecretStore, newKey: () => string): Promise<string> {
  const known = await secrets.get(keyItem);
  if (known !== null && /^[0-9a-f]{64}$/.test(known)) return known;
  const key = newKey();
  await secrets.set(keyItem, key);
  return key;
}

const checkpointItem = 'library/records-checkpoint';

/** What the journal stores in the secret store. */
export const journalItems: readonly string[] = [keyItem, checkpointItem];

export interface Checkpoints {
  /** Notes that entries were committed, and stores a checkpoint after 100 of them, or a minute. */
  appended(end: Checkpoint): void;
  /** Resolves to the stored checkpoint; null without one. */
  read(): Promise<Checkpoint | null>;
  /** Stores the end of the chain now, also in place of a checkpoint that the chain doesn't hold, if `isForced`. Never rejects. */
  save(isForced?: boolean): Promise<void>;
  /** Forgets what isn't stored yet, because the chain was deleted. */
  forget(): void;
  /** Stores what isn't stored yet. */
  close(): Promise<void>;
}

export interface CheckpointsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder'>;
  readonly secrets: SecretStore;
  /** Whether the chain is one that ends with this process: it is compared with nothing, and must not replace another one's checkpoint. */
  readonly isTemporary: () => boolean;
  /** Whether the chain contains an entry, or has removed it at its old end. */
  readonly holds: (checkpoint: Checkpoint) => Promise<boolean>;
}

const everyEntries = 100;
const everyMillis = 60_000;

/** Creates what keeps the end of the chain in the secret store, by which a chain that was cut, replaced, or written again is recognized. */
export function createCheckpoints({ ports, secrets, isTemporary, holds }: CheckpointsDeps): Checkpoints {
  let last: Checkpoint | null = null;
  let unsaved = 0;
  let stop: (() => void) | null = null;
  const read = async (): Promise<Checkpoint | null> => {
    const [, chain, seq, hash] = /^([0-9a-f]{32}) (\d{1,15}) ([0-9a-f]{64})$/.exec((await secrets.get(checkpointItem)) ?? '') ?? [];
    return chain === undefined || hash === undefined ? null : { chain, seq: Number(seq), hash };
  };
  const store = async (end: Checkpoint, isForced: boolean) => {
    const stored = await read();
    // Another process may be further. One that the chain doesn't hold stays until the verification has reported it.
    if (stored !== null && !isForced && (stored.seq >= end.seq || !(await holds(stored)))) return;
    await secrets.set(checkpointItem, `${end.chain} ${end.seq} ${end.hash}`);
  };
  const save = async (isForced = false) => {
    stop?.();
    stop = null;
    if (last === null || (unsaved === 0 && !isForced) || isTemporary()) return;
    const end = last;
    unsaved = 0;
    // Without the secret store, the next one tries again.
    await withFileLock(join(ports.profileFolder, 'locks', 'records-checkpoint'), ports.clock, () => store(end, isForced)).catch(
      () => undefined,
    );
  };
  return {
    appended(end) {
      last = end;
      unsaved += 1;
      if (unsaved >= everyEntries) void save();
      else stop ??= ports.clock.after(everyMillis, () => void save());
    },
    read,
    save,
    forget() {
      stop?.();
      stop = null;
      last = null;
      unsaved = 0;
    },
    close: () => save(),
  };
}
