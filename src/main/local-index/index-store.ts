/** Which indexes there are: those in the profile's file, and those of this process alone. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '#system/is-running.ts';
import type { LibraryClient } from '../library/library-client';
import type { Ports, SecretStore } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { type IndexRecord, libraryFile, withIndex, withoutIndex, withoutLeftover, withPause } from './index-records';
import { indexPath } from './stored-index';

export interface IndexStoreDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'newId' | 'onUnreadableFile'>;
  readonly secrets: SecretStore;
  readonly client: Pick<LibraryClient, 'delete'>;
}

export interface IndexStore {
  records(): readonly IndexRecord[];
  /** Returns the key of an index that exists as long as this process; null for another one. */
  temporaryKey(name: string): string | null;
  /** Reads the file, which another process may have changed. */
  reload(): Promise<void>;
  /** Adds an index unless the connection has one. It is temporary where no key can be stored. */
  add(about: Pick<IndexRecord, 'connectionId' | 'destination' | 'projectId'>): Promise<void>;
  /** Removes the index of a connection. Its file and key are left for `clean`. */
  remove(connectionId: string): Promise<void>;
  setPaused(connectionId: string, isPaused: boolean): Promise<void>;
  /** Deletes the files and keys of indexes that were removed, also by an earlier process. */
  clean(): Promise<void>;
}

/** Creates the store, which is empty before `reload`. */
export function createIndexStore({ ports, runtime, secrets, client }: IndexStoreDeps): IndexStore {
  const { clock, profileFolder } = ports;
  const file = libraryFile(profileFolder, clock, runtime.onUnreadableFile);
  let temporary: { readonly record: IndexRecord; readonly key: string }[] = [];
  let ended: IndexRecord[] = [];
  let stored: readonly IndexRecord[] = [];
  const update = async (change: Parameters<typeof file.update>[0]) => {
    stored = (await file.update(change)).indexes;
  };
  const records = () => [...stored, ...temporary.map(({ record }) => record)];
  return {
    records,
    temporaryKey: (name) => temporary.find(({ record }) => record.name === name)?.key ?? null,
    async reload() {
      stored = (await file.read()).indexes;
    },
    async add(about) {
      if (records().some(({ connectionId }) => connectionId === about.connectionId)) return;
      const name = runtime.newId();
      const record = { ...about, name, item: `library/${name}`, isPaused: false };
      if (secrets.kind !== 'memory') return update((data) => withIndex(data, record));
      temporary = [...temporary, { record, key: Buffer.from(ports.random(32)).toString('hex') }];
    },
    async remove(connectionId) {
      const removed = temporary.map(({ record }) => record).filter((record) => record.connectionId === connectionId);
      ended = [...ended, ...removed];
      temporary = temporary.filter(({ record }) => !removed.includes(record));
      if (stored.some((record) => record.connectionId === connectionId)) await update((data) => withoutIndex(data, connectionId));
    },
    async setPaused(connectionId, isPaused) {
      const withChoice = (record: IndexRecord) => (record.connectionId === connectionId ? { ...record, isPaused } : record);
      temporary = temporary.map(({ record, key }) => ({ record: withChoice(record), key }));
      await update((data) => withPause(data, connectionId, isPaused));
    },
    async clean() {
      for (const record of ended) await client.delete(indexPath(profileFolder, record, true));
      ended = [];
      for (const record of (await file.read()).leftovers) {
        await client.delete(indexPath(profileFolder, record, false));
        await secrets.delete(record.item);
        await update((data) => withoutLeftover(data, record.name));
      }
      for (const path of await leftTemporaries(profileFolder)) await client.delete(path);
    },
  };
}

/** Returns the files of temporary indexes whose processes have ended. */
async function leftTemporaries(profileFolder: string): Promise<string[]> {
  const folder = join(profileFolder, 'library');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => isLeft(/^temporary-(\d+)-[0-9a-f]+\.db$/.exec(name)?.[1])).map((name) => join(folder, name));
}

function isLeft(pid: string | undefined): boolean {
  return pid !== undefined && !isRunning(Number(pid));
}
