/** The open indexes of a profile. */
import type { Runtime } from '../runtime/create-runtime';
import { createTaskQueue } from '../storage/task-queue';
import type { IndexRecord } from './index-records';
import { createIndexStore, type IndexStoreDeps } from './index-store';
import { createStoredIndex, type StoredIndex, type StoredIndexDeps } from './stored-index';

export interface IndexSetDeps extends Omit<StoredIndexDeps, 'log' | 'record' | 'temporaryKey' | 'onProjectChanged'> {
  readonly runtime: IndexStoreDeps['runtime'] & Pick<Runtime, 'log'>;
}

export interface IndexSet {
  records(): readonly IndexRecord[];
  byConnection(): readonly { readonly connectionId: string; readonly index: StoredIndex }[];
  get(connectionId: string): StoredIndex | undefined;
  /** Looks again at what prevents keeping the indexes current. */
  adopt(): void;
  /** Reads the file, and starts and stops indexes accordingly. */
  reload(): Promise<void>;
  add(about: Pick<IndexRecord, 'connectionId' | 'destination' | 'projectId'>): Promise<void>;
  /** Deletes the index of a connection with its key. */
  remove(connectionId: string): Promise<void>;
  setPaused(connectionId: string, isPaused: boolean): Promise<void>;
  /** Deletes what is left of removed indexes. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the set, without indexes before `reload`. */
export function createIndexSet(deps: IndexSetDeps): IndexSet {
  const store = createIndexStore(deps);
  const inTurn = createTaskQueue();
  // Another queue, because a locked secret store may keep it waiting.
  const cleaning = createTaskQueue();
  const open = new Map<string, { readonly record: () => IndexRecord; readonly index: StoredIndex }>();
  let isClosed = false;
  const current = (name: string) => store.records().find((record) => record.name === name);
  const clean = () => cleaning(store.clean);
  const remove = async (connectionId: string) => {
    await change(() => store.remove(connectionId));
    await clean();
  };
  const start = (first: IndexRecord) => {
    const record = () => current(first.name) ?? first;
    const onProjectChanged = () => void remove(first.connectionId).catch(() => undefined);
    const temporaryKey = store.temporaryKey(first.name);
    open.set(first.name, {
      record,
      index: createStoredIndex({ ...deps, log: deps.runtime.log.write, record, temporaryKey, onProjectChanged }),
    });
  };
  const adopt = async () => {
    if (isClosed) return;
    for (const [name, { index }] of open) {
      if (current(name) !== undefined) continue;
      open.delete(name);
      await index.stop().catch(() => undefined);
    }
    for (const record of store.records()) if (!open.has(record.name)) start(record);
    for (const { index } of open.values()) index.run.adopt();
    deps.onChange();
  };
  const change = (task: () => Promise<void>) => inTurn(() => task().then(adopt));
  const byConnection = () => [...open.values()].map(({ record, index }) => ({ connectionId: record().connectionId, index }));
  return {
    records: store.records,
    byConnection,
    get: (connectionId) => byConnection().find((one) => one.connectionId === connectionId)?.index,
    adopt: () => void inTurn(adopt).catch(() => undefined),
    reload: () => change(store.reload),
    add: (about) => change(() => store.add(about)),
    remove,
    setPaused: (connectionId, isPaused) => change(() => store.setPaused(connectionId, isPaused)),
    clean,
    close: () =>
      inTurn(async () => {
        isClosed = true;
        for (const { index } of open.values()) await index.stop().catch(() => undefined);
        const temporary = store.records().filter(({ name }) => store.temporaryKey(name) !== null);
        for (const { connectionId } of temporary) await store.remove(connectionId);
        if (temporary.length > 0) await store.clean().catch(() => undefined);
      }),
  };
}
