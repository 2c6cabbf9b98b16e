/** Handlers of the bridge's `connections` calls. */
import type { ConnectionChange, ConnectionEdit } from '#contract/bridge/connection-draft.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Connections } from '../records/connections';
import { destinationOfRecord } from '../records/destination';
import type { SavedViews } from '../records/saved-views';
import type { Releases } from '../remote/releases/releases';
import type { PendingWrites } from '../runtime/pending';
import type { SandboxProcess } from '../runtime/sandbox-process';
import type { Sessions } from '../session/sessions';
import type { AssertPermitted } from '../settings/policy';
import type { ViewState } from '../settings/view-state';
import { type TestDeps, testConnection } from './connection-test';
import { exportText, type Import, readImport } from './transfer/plain-list';

// References to keys in changes of connections.

/** Returns the text of a reference. */
type ReadSecret = (ref: string) => string;

/**
 * Returns a window's change with the texts of keys in place of references. Throws like `read`, and `keys-needed-again` if the change also has
 * a base URL: a key that the window doesn't know must not reach another server.
 */
export function withKeyTexts({ keys, ...change }: ConnectionEdit, read: ReadSecret): ConnectionChange {
  if (keys === undefined) return change;
  const textOf = (kind: keyof typeof keys) => {
    const key = keys[kind];
    if (typeof key !== 'object' || key === null) return key;
    if (change.baseUrl !== undefined) throw fail('keys-needed-again', { path: `keys.${kind}` });
    return read(key.ref);
  };
  return { ...change, keys: { client: textOf('client'), server: textOf('server'), admin: textOf('admin') } };
}

interface ConnectionHandlersDeps {
  readonly connections: Connections;
  readonly sessions: Pick<Sessions, 'forgetConnection' | 'target' | 'withOwner'>;
  readonly sandbox: Pick<SandboxProcess, 'stop'>;
  readonly releases: Releases;
  readonly viewState: ViewState;
  readonly savedViews: Pick<SavedViews, 'forget'>;
  readonly pendingWrites: PendingWrites;
  readonly testing: TestDeps;
  readonly gateway: Pick<Gateway, 'readSecret' | 'checkPresence' | 'assertPresenceMeans'>;
  readonly beforeRemoval: (connectionId: string) => Promise<void>;
  /** Erases what the journal's entries say. */
  readonly eraseEntries: (of: ConnectionEntries) => Promise<void>;
  readonly assertPermitted: AssertPermitted;
}

export function createConnectionHandlers(deps: ConnectionHandlersDeps): Handlers<Bridge, Caller>['connections'] {
  const { connections, sessions, releases, pendingWrites, gateway, assertPermitted } = deps;
  const detect = (id: string) => releases.detect(id, () => sessions.target(id));
  const written = async (writing: Promise<unknown>): Promise<null> => {
    await pendingWrites.add(writing);
    return null;
  };
  /** Detects the release in the background if it is unknown. After a failure it is detected when it is needed. */
  const detectIfUnknown = (id: string) => {
    if (connections.find(id).detected === null) void pendingWrites.add(detect(id)).catch(() => undefined);
  };
  const added = async (adding: Promise<string>): Promise<{ id: string }> => {
    const id = await pendingWrites.add(adding);
    detectIfUnknown(id);
    return { id };
  };
  return {
    async add({ draft, confirmedHost }) {
      if (draft.requirePresence) gateway.assertPresenceMeans();
      return added(connections.add(draft, confirmedHost));
    },
    openOwned: (owned) => added(connections.openOwned(owned)),
    duplicate: ({ id }) => added(connections.duplicate(id)),
    edit: async ({ id, change, confirmedHost }, caller) => {
      const before = connections.find(id);
      if (change.requirePresence && !before.requirePresence) gateway.assertPresenceMeans();
      if (change.requirePresence === false) {
        gateway.checkPresence({ name: 'connections.edit', input: { id, change }, connections: [before] }, caller);
      }
      const owner = { windowId: caller.windowId, connectionId: id, destination: connections.destinationOf(id) };
      await pendingWrites.add(
        connections.edit(
          id,
          withKeyTexts(change, (ref) => gateway.readSecret(ref, owner)),
          confirmedHost,
        ),
      );
      detectIfUnknown(id);
      return null;
    },
    confirmServer: ({ id, host }) => written(connections.confirmServer(id, host)),
    rename: ({ id, name }) => written(connections.updateDisplay(id, { name })),
    pin: ({ id, pinned }) => written(connections.updateDisplay(id, { pinned })),
    setGroup: ({ id, group }) => written(connections.updateDisplay(id, { group })),
    setWatchRule: ({ id, kind, rule }) => written(connections.setWatchRule(id, kind, rule)),
    arrange: ({ ids, moved }) => written(connections.arrange(ids, moved)),
    remove: ({ id, erasesEntries = false }) => written(removeConnection(id, erasesEntries, deps)),
    test: async (request) => testConnection(sessions.withOwner(await connections.testTarget(request)), deps.testing),
    detect: async ({ id }) => written(detect(id)),
    async exportAll() {
      assertPermitted('export');
      return { text: exportText(connections.records()) };
    },
    importAll: async ({ text, allowPlainHttp }) => {
      let skipped: Import['skipped'] = [];
      const adding = connections.addAll((records) => {
        const found = readImport(text, records, allowPlainHttp, connections.mayAdd);
        skipped = found.skipped;
        return found.added;
      });
      return { added: await pendingWrites.add(adding), skipped };
    },
  };
}

/** Removes a connection and its data. After a crash, the next start removes the rest. */
async function removeConnection(id: string, erasesEntries: boolean, deps: ConnectionHandlersDeps): Promise<void> {
  const { connections, sandbox, beforeRemoval } = deps;
  await beforeRemoval(id);
  // While the connection is there: if something fails, the user can try again.
  if (erasesEntries) await deps.eraseEntries(entriesOf(id, connections));
  await connections.remove(id);
  if (connections.records().every(({ baseUrl }) => baseUrl !== null)) sandbox.stop();
  await deleteConnectionData(id, deps);
}

/** Which entries of the journal are a connection's: also those about its project, unless another connection points there. */
export interface ConnectionEntries {
  readonly connectionId: string;
  readonly destination: string;
  readonly kept: readonly string[];
}

function entriesOf(connectionId: string, connections: Pick<Connections, 'records' | 'find'>): ConnectionEntries {
  const others = connections.records().filter(({ id }) => id !== connectionId);
  return { connectionId, destination: destinationOfRecord(connections.find(connectionId)), kept: others.map(destinationOfRecord) };
}

/** Stores that have data of a connection in addition to its record. */
interface ConnectionData {
  readonly connections: Pick<Connections, 'accountsForgotten'>;
  readonly sessions: Pick<Sessions, 'forgetConnection'>;
  readonly viewState: Pick<ViewState, 'forget'>;
  readonly savedViews: Pick<SavedViews, 'forget'>;
}

/** Deletes the data of a removed connection: its accounts with their tokens, and the state of its screens. */
export async function deleteConnectionData(id: string, { connections, sessions, viewState, savedViews }: ConnectionData): Promise<void> {
  await sessions.forgetConnection(id);
  await viewState.forget(id);
  await savedViews.forget(id);
  await connections.accountsForgotten(id);
}
