/** The local index: which connections have one, what they do, and what windows read of them. */

import { join } from 'node:path';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { UserCalls } from '../gateway/user-calls';
import type { LibraryClient } from '../library/library-client';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import type { Connections } from '../records/connections';
import { destinationOfRecord } from '../records/destination';
import type { RecordedWrites } from '../remote/recorded-writes';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import { watchFile } from '../storage/watch-file';
import { createFindHandlers, type FindHandlers } from './find-handlers';
import { type IndexRecord, libraryFileName } from './index-records';
import { createIndexSet, type IndexSet } from './index-set';
import { createIndexSource } from './index-source';
import type { StoredIndex } from './stored-index';

export interface LocalIndexDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log' | 'newId' | 'pendingWrites' | 'onUnreadableFile'>;
  readonly secrets: SecretStore;
  readonly client: LibraryClient;
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
  readonly matching: FindHandlers['matching'];
  /** Closes the files. Resolves when nothing is being written. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'localIndex'>;
}

/** Maximum milliseconds for which closing waits for the worker. */
const closeMillis = 3_000;
/** Users per request of a page of the service. */
const pageSize = 100;
/** Requests besides the pages: for teams, templates, and both kinds of permissions. */
const listRequests = 4;

/** Creates the domain. Nothing is read or started before `load`. */
export function createLocalIndex(deps: LocalIndexDeps): LocalIndex {
  const { ports, runtime, connections, sessions } = deps;
  const topic = runtime.topics['localIndex.state'];
  const windows = new Set<string>();
  const userOf = (accountId: string) => runtime.topics['accounts.list'].get().value.find(({ id }) => id === accountId)?.userId;
  const set = createIndexSet({ ...deps, userOf, hasWindow: () => windows.size > 0, onChange: () => publish() });
  let isLoaded = false;
  let stops: (() => void)[] = [];
  const publish = () => topic.set(set.byConnection().map(({ index }) => index.state()));
  const find = (connectionId: string): StoredIndex => {
    const index = set.get(connectionId);
    if (index === undefined) throw fail('object-gone');
    return index;
  };
  const now = (connectionId: string) => Math.round(sessions.serverTime(connectionId));
  const finding = createFindHandlers({ find, all: set.byConnection, now, clock: ports.clock });
  const isOf = ({ connectionId, destination }: IndexRecord) =>
    connections.has(connectionId) &&
    destinationOfRecord(connections.find(connectionId)) === destination &&
    hasAccess(runtime, connectionId);
  /** Deletes indexes of connections that were removed, point elsewhere, or have no access any longer. */
  const keep = async () => {
    // Under a broken policy, everything is forbidden until it is corrected, which is no reason to delete.
    const isForbidden = deps.isForbidden() && runtime.topics['policy.state'].get().value.state === 'active';
    for (const record of set.records()) if (isForbidden || !isOf(record)) await set.remove(record.connectionId);
  };
  const kept = () => void runtime.pendingWrites.add(keep()).catch(() => undefined);
  return {
    async load() {
      stops = [
        // First, so that no change is missed in between.
        watchFile(join(ports.profileFolder, libraryFileName), () => void set.reload().catch(() => undefined)),
        deps.onWriteOutcome((write, outcome) => {
          for (const { index } of set.byConnection()) index.follow(write, outcome);
        }),
      ];
      isLoaded = true;
      await set.reload();
      kept();
      void runtime.pendingWrites.add(set.clean()).catch(() => undefined);
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
    matching: finding.matching,
    async close() {
      isLoaded = false;
      for (const stop of stops) stop();
      // Without indexes, nothing has to be waited for.
      if (set.records().length > 0) await withinLimit(set.close(), closeMillis, ports.clock);
    },
    handlers: { localIndex: { ...finding.handlers, ...createTurnHandlers(deps, { set, find, finding }) } },
  };
}

interface TurnDeps {
  readonly set: IndexSet;
  readonly find: (connectionId: string) => StoredIndex;
  readonly finding: Pick<FindHandlers, 'request'>;
}

type TurnCalls = 'estimate' | 'turnOn' | 'turnOff' | 'pause' | 'resume' | 'update' | 'erase';

/** Creates the handlers that turn indexes on and off, and change what is in them. */
function createTurnHandlers(
  deps: LocalIndexDeps,
  { set, find, finding }: TurnDeps,
): Pick<Handlers<Bridge, Caller>['localIndex'], TurnCalls> {
  const { runtime, connections, sessions } = deps;
  const written = async (writing: Promise<void>): Promise<null> => {
    await runtime.pendingWrites.add(writing);
    return null;
  };
  const assertPermitted = () => {
    if (deps.isForbidden()) throw fail('forbidden-by-policy', { path: 'local-index' });
  };
  const setPaused = (connectionId: string, isPaused: boolean) => {
    find(connectionId);
    return written(set.setPaused(connectionId, isPaused));
  };
  return {
    async estimate({ connectionId }) {
      const destination = destinationOfRecord(connections.find(connectionId));
      // Its caller waits for it.
      const userCalls = { idle: async () => undefined };
      const source = createIndexSource({ ...deps, connectionId, destination, userCalls, onRateLimit: () => undefined });
      const users = await source.total(new AbortController().signal).catch(() => null);
      return { users, requests: users === null ? null : Math.ceil(users / pageSize) + listRequests };
    },
    async turnOn({ connectionId }) {
      assertPermitted();
      const destination = destinationOfRecord(connections.find(connectionId));
      if (!hasAccess(runtime, connectionId)) throw fail('missing-credentials');
      const { projectId } = await sessions.target(connectionId, destination);
      // The policy may have come in the meantime, when there was no index to delete.
      assertPermitted();
      return written(set.add({ connectionId, destination, projectId }));
    },
    turnOff: ({ connectionId }) => written(set.remove(connectionId)),
    pause: async ({ connectionId }) => setPaused(connectionId, true),
    resume: async ({ connectionId }) => setPaused(connectionId, false),
    async update({ connectionId }) {
      find(connectionId).run.requestPass();
      return null;
    },
    async erase({ connectionId, userId }) {
      const own = destinationOfRecord(connections.find(connectionId));
      for (const record of set.records().filter(({ destination }) => destination === own)) {
        await finding.request(record.connectionId, { op: 'remove-users', ids: [userId] });
        await find(record.connectionId).run.refresh();
      }
      return null;
    },
  };
}

/** Whether a connection has a key or a session by which users can be listed. */
function hasAccess({ topics }: Pick<Runtime, 'topics'>, connectionId: string): boolean {
  const connection = topics['connections.list'].get().value.find(({ id }) => id === connectionId);
  if (connection === undefined) return false;
  const { server, admin, owner } = connection.credentials;
  return server !== false || admin !== false || owner !== null;
}
