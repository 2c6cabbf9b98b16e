/** The local index: which connections have one, what they do, and what windows read of them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { UserCalls } from '../gateway/user-calls';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import type { Connections } from '../records/connections';
import { destinationOfRecord } from '../records/destination';
import type { RecordedWrites } from '../remote/recorded-writes';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';
import { createFindHandlers } from './find-handlers';
import {
  type IndexRecord,
  type LibraryData,
  libraryFile,
  libraryFileName,
  withIndex,
  withoutIndex,
  withoutLeftover,
  withPause,
} from './index-records';
import { createIndexSource } from './index-source';
import { createLibraryClient } from './library-client';
import { createStoredIndex, indexPath, type StoredIndex } from './stored-index';

export interface LocalIndexDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder' | 'spawnWorker'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log' | 'newId' | 'pendingWrites' | 'onUnreadableFile'>;
  readonly secrets: SecretStore;
  readonly sender: Pick<Sender, 'send'>;
  readonly connections: Pick<Connections, 'find' | 'has'>;
  readonly sessions: Pick<Sessions, 'target' | 'serverTime'>;
  readonly userCalls: Pick<UserCalls, 'idle'>;
  readonly onWriteOutcome: RecordedWrites['onOutcome'];
  readonly isLocked: () => boolean;
  /** Whether the policy forbids indexes. */
  readonly isForbidden: () => boolean;
}

export interface LocalIndex {
  /** Reads which connections have an index, deletes what is left of others, and starts to keep them current. */
  load(): Promise<void>;
  /** Adopts what the push is about: connections, the lock, or the policy. */
  follow(push: Push): void;
  /** Notes that a window is open. */
  windowOpened(windowId: string): void;
  windowClosed(windowId: string): void;
  /** Yields the users of a scope, in its order. Throws `object-gone` without an index. */
  matching(connectionId: string, scope: UserScope, signal: AbortSignal): AsyncIterable<readonly ServerUser[]>;
  /** Closes the files. Resolves when nothing is being written. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'localIndex'>;
}

/** Maximum milliseconds for which closing waits for the worker. */
const closeMillis = 3_000;
/** Users per request of a page of the service. */
const pageSize = 100;

/** Creates the domain. Nothing is read or started before `load`. */
export function createLocalIndex(deps: LocalIndexDeps): LocalIndex {
  const { ports, runtime, connections, sessions, isLocked } = deps;
  const { clock, profileFolder } = ports;
  const topic = runtime.topics['localIndex.state'];
  const client = createLibraryClient(() => ports.spawnWorker('library-worker', []));
  const windows = new Set<string>();
  const set = createIndexSet({ ...deps, client, hasWindow: () => windows.size > 0, onChange: () => publish() });
  let isLoaded = false;
  let stops: (() => void)[] = [];
  const publish = () => topic.set(set.all().map((index) => index.state()));
  const find = (connectionId: string): StoredIndex => {
    const index = set.get(connectionId);
    if (index === undefined) throw fail('object-gone');
    return index;
  };
  const finding = createFindHandlers({ find, all: set.byConnection, now: (id) => Math.round(sessions.serverTime(id)), clock });
  const destinationOf = (connectionId: string) =>
    connections.has(connectionId) ? destinationOfRecord(connections.find(connectionId)) : null;
  /** Deletes indexes of connections that were removed, or point elsewhere, or have no access any longer. */
  const keep = async () => {
    for (const { connectionId, destination } of set.records())
      if (deps.isForbidden() || destinationOf(connectionId) !== destination || !hasAccess(runtime, connectionId))
        await set.remove(connectionId);
  };
  const kept = () => void runtime.pendingWrites.add(keep()).catch(() => undefined);
  return {
    async load() {
      stops = [
        // First, so that no change is missed in between.
        watchFile(join(profileFolder, libraryFileName), () => void set.reload().catch(() => undefined)),
        deps.onWriteOutcome((write, outcome) => {
          for (const index of set.all()) index.follow(write, outcome);
        }),
      ];
      await set.reload();
      isLoaded = true;
      kept();
      void runtime.pendingWrites.add(set.deleteLeftovers()).catch(() => undefined);
    },
    follow({ name }) {
      if (!isLoaded) return;
      if (name === 'connections.list' || name === 'policy.state') kept();
      if (name === 'lock.state' || name === 'sandbox.state' || name === 'connections.list') set.adopt();
    },
    windowOpened: (windowId) => void windows.add(windowId),
    windowClosed(windowId) {
      windows.delete(windowId);
      finding.forgetWindow(windowId);
    },
    matching: (connectionId, scope, signal) => finding.matching(connectionId, scope, signal),
    async close() {
      isLoaded = false;
      for (const stop of stops) stop();
      await withinLimit(set.close(), closeMillis, clock);
      client.end();
    },
    handlers: {
      localIndex: {
        ...finding.handlers,
        estimate: ({ connectionId }) => estimate(deps, connectionId),
        async turnOn({ connectionId }) {
          if (deps.isForbidden()) throw fail('not-allowed');
          const destination = destinationOfRecord(connections.find(connectionId));
          if (!hasAccess(runtime, connectionId)) throw fail('missing-credentials');
          const { projectId } = await sessions.target(connectionId, destination);
          await runtime.pendingWrites.add(set.add({ connectionId, destination, projectId }));
          return null;
        },
        async turnOff({ connectionId }) {
          await runtime.pendingWrites.add(set.remove(connectionId));
          return null;
        },
        async pause({ connectionId }) {
          find(connectionId);
          await runtime.pendingWrites.add(set.setPaused(connectionId, true));
          return null;
        },
        async resume({ connectionId }) {
          find(connectionId);
          await runtime.pendingWrites.add(set.setPaused(connectionId, false));
          return null;
        },
        async update({ connectionId }) {
          find(connectionId).run.requestPass();
          return null;
        },
        async erase({ connectionId, userId }) {
          const { destination } = set.records().find((record) => record.connectionId === connectionId) ?? {};
          if (destination === undefined) throw fail('object-gone');
          const same = set.records().filter((record) => record.destination === destination);
          for (const record of same) await finding.request(record.connectionId, { op: 'remove-users', ids: [userId] });
          for (const record of same) await find(record.connectionId).run.refresh();
          return null;
        },
      },
    },
  };

  async function estimate(of: LocalIndexDeps, connectionId: string) {
    const destination = destinationOfRecord(connections.find(connectionId));
    const source = createIndexSource({
      ...of,
      connectionId,
      destination,
      onRateLimit: () => undefined,
      userCalls: { idle: async () => undefined },
    });
    const users = await source.total(new AbortController().signal).catch(() => null);
    return { users, requests: users === null || isLocked() ? null : Math.ceil(users / pageSize) + 1 };
  }
}

/** Whether a connection has a key or a session by which users can be listed. */
function hasAccess({ topics }: Pick<Runtime, 'topics'>, connectionId: string): boolean {
  const connection = topics['connections.list'].get().value.find(({ id }) => id === connectionId);
  if (connection === undefined) return false;
  const { server, admin, owner } = connection.credentials;
  return server !== false || admin !== false || owner !== null;
}

interface IndexSetDeps extends LocalIndexDeps {
  readonly client: ReturnType<typeof createLibraryClient>;
  readonly hasWindow: () => boolean;
  readonly onChange: () => void;
}

/** Creates the indexes of a profile, which follow its file. */
function createIndexSet(deps: IndexSetDeps) {
  const { ports, runtime, secrets, client, onChange } = deps;
  const { clock, profileFolder } = ports;
  const file = libraryFile(profileFolder, clock, runtime.onUnreadableFile);
  const inTurn = createTaskQueue();
  const open = new Map<string, { readonly record: () => IndexRecord; readonly index: StoredIndex }>();
  /** Indexes that live as long as this process, with their keys. */
  let temporary: { readonly record: IndexRecord; readonly key: string }[] = [];
  let stored: readonly IndexRecord[] = [];
  let isClosed = false;
  const records = (): IndexRecord[] => [...stored, ...temporary.map(({ record }) => record)];
  const current = (name: string) => records().find((record) => record.name === name);

  const start = (record: IndexRecord) => {
    const key = temporary.find((one) => one.record.name === record.name)?.key ?? null;
    const now = () => current(record.name) ?? record;
    const index = createStoredIndex({ ...deps, log: runtime.log.write, record: now, temporaryKey: key });
    open.set(record.name, { record: now, index });
    index.run.adopt();
  };
  /** Starts and stops indexes, as they are recorded now. */
  const adopt = async () => {
    if (isClosed) return;
    for (const [name, { index }] of open) {
      if (current(name) !== undefined) continue;
      open.delete(name);
      await index.stop().catch(() => undefined);
    }
    for (const record of records()) if (!open.has(record.name)) start(record);
    for (const { index } of open.values()) index.run.adopt();
    onChange();
  };
  const take = async ({ indexes }: LibraryData) => {
    stored = indexes;
    await adopt();
  };
  const deleteFiles = async (record: IndexRecord, isTemporary: boolean) => {
    await client.delete(indexPath(profileFolder, record, isTemporary));
    if (!isTemporary) await secrets.delete(record.item);
  };
  const deleteLeftovers = async () => {
    for (const record of (await file.read()).leftovers) {
      await deleteFiles(record, false);
      await file.update((data) => withoutLeftover(data, record.name));
    }
    for (const path of await leftTemporaries(profileFolder)) await client.delete(path);
  };
  const removeNow = async (connectionId: string) => {
    const ended = temporary.filter(({ record }) => record.connectionId === connectionId);
    temporary = temporary.filter((one) => !ended.includes(one));
    if (stored.some((record) => record.connectionId === connectionId))
      await take(await file.update((data) => withoutIndex(data, connectionId)));
    else await adopt();
    for (const { record } of ended) await deleteFiles(record, true);
    await deleteLeftovers();
  };
  const byConnection = () => [...open.values()].map(({ record, index }) => ({ connectionId: record().connectionId, index }));
  return {
    records,
    byConnection,
    all: () => byConnection().map(({ index }) => index),
    get: (connectionId: string) => byConnection().find((one) => one.connectionId === connectionId)?.index,
    adopt: () => void inTurn(adopt).catch(() => undefined),
    reload: () => inTurn(async () => take(await file.read())),
    deleteLeftovers: () => inTurn(deleteLeftovers),
    add: (about: Pick<IndexRecord, 'connectionId' | 'destination' | 'projectId'>) =>
      inTurn(async () => {
        if (records().some(({ connectionId }) => connectionId === about.connectionId)) return;
        const name = runtime.newId();
        const record = { ...about, name, item: `library/${name}`, isPaused: false };
        if (secrets.kind !== 'memory') return take(await file.update((data) => withIndex(data, record)));
        temporary = [...temporary, { record, key: Buffer.from(ports.random(32)).toString('hex') }];
        await adopt();
      }),
    remove: (connectionId: string) => inTurn(() => removeNow(connectionId)),
    setPaused: (connectionId: string, isPaused: boolean) =>
      inTurn(async () => {
        temporary = temporary.map((one) =>
          one.record.connectionId === connectionId ? { ...one, record: { ...one.record, isPaused } } : one,
        );
        await take(await file.update((data) => withPause(data, connectionId, isPaused)));
      }),
    close: () =>
      inTurn(async () => {
        isClosed = true;
        for (const { index } of open.values()) await index.stop().catch(() => undefined);
        for (const { record } of temporary) await deleteFiles(record, true).catch(() => undefined);
      }),
  };
}

/** Returns the files of temporary indexes whose processes have ended. */
async function leftTemporaries(profileFolder: string): Promise<string[]> {
  const folder = join(profileFolder, 'library');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => isLeft(/^temporary-(\d+)-[0-9a-f]+\.db$/.exec(name)?.[1])).map((name) => join(folder, name));
}

function isLeft(pid: string | undefined): boolean {
  if (pid === undefined || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
