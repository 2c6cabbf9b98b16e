/** The content of the connections file as this process knows it, kept up to date with changes of this and other processes. */
import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../../contract/errors';
import { maxConnections } from '../../../contract/limits';
import type { JsonFile } from '../../storage/json-file';
import { createTaskQueue } from '../../storage/task-queue';
import { withPendingCleanup } from './connection-changes';
import { type ConnectionRecord, type ConnectionsData, noConnections } from './connections-file';
import { destinationOfRecord } from './destination';

export type ChangeData = (edit: (now: ConnectionsData) => ConnectionsData) => Promise<void>;

export interface ConnectionsStore {
  get(): ConnectionsData;
  /** Reads the file. Marks the secrets of changes that a crash left unfinished as to be removed. */
  load(): Promise<void>;
  /** Reads the file again, after another process may have changed it. */
  reload(): Promise<void>;
  /** Changes the file's current content. Throws `too-many-connections`. */
  readonly change: ChangeData;
}

export interface ConnectionsStoreDeps {
  readonly file: JsonFile<ConnectionsData>;
  readonly onChange: () => void;
  /** Deletes the data of the connection's former destination. Runs before this process applies that it points elsewhere, and after. */
  readonly leave: (connectionId: string) => Promise<unknown>;
}

/** Creates the store. It has no connections before `load`. */
export function createConnectionsStore({ file, onChange, leave }: ConnectionsStoreDeps): ConnectionsStore {
  let data = noConnections;
  // Serialized, so that data from before a change of this process isn't applied after it.
  const inTurn = createTaskQueue();
  const takeOver = async (next: ConnectionsData) => {
    const moved = movedConnections(data.connections, next.connections);
    await Promise.allSettled(moved.map((id) => leave(id)));
    data = next;
    onChange();
    // A request to the old destination may have finished in between.
    await Promise.allSettled(moved.map((id) => leave(id)));
  };
  return {
    get: () => data,
    load: () =>
      inTurn(async () => {
        const found = await file.read();
        data = found.adding.length === 0 ? found : await file.update((now) => withPendingCleanup(now, now.adding));
        onChange();
      }),
    reload: () =>
      inTurn(async () => {
        const found = await file.read();
        // The watcher reports changes of this process as well.
        if (!isDeepStrictEqual(found, data)) await takeOver(found);
      }),
    change: (edit) => inTurn(async () => takeOver(await file.update((now) => withinLimit(now, edit(now))))),
  };
}

/** Returns `next`, or throws `too-many-connections`. A file from an earlier version may already have more and keeps them. */
function withinLimit(now: ConnectionsData, next: ConnectionsData): ConnectionsData {
  const { length } = next.connections;
  if (length > maxConnections && length > now.connections.length) throw fail('too-many-connections');
  return next;
}

function movedConnections(known: readonly ConnectionRecord[], next: readonly ConnectionRecord[]): string[] {
  const places = new Map(known.map((record) => [record.id, destinationOfRecord(record)]));
  return next.filter((record) => places.has(record.id) && places.get(record.id) !== destinationOfRecord(record)).map(({ id }) => id);
}
