/** The index of one connection: its file with the key, what fills it, and what reads it. */
import { join } from 'node:path';
import type { IndexState } from '#contract/bridge/local-index.ts';
import { toReport } from '#contract/errors.ts';
import type { IndexRequest, IndexResults } from '#contract/workers/library.ts';
import type { UserCalls } from '../gateway/user-calls';
import { type LibraryClient, LibraryFailure } from '../library/library-client';
import type { Ports, SecretStore } from '../ports/ports';
import type { RecordedWrite, WriteOutcome } from '../ports/write-recorder';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import { withLease } from '../storage/file-lock';
import { createMissedWrites, followWrite, whatChanged } from './follow-writes';
import { readNewest, runPass } from './index-passes';
import type { IndexRecord } from './index-records';
import { createIndexRun, type IndexRun } from './index-run';
import { createIndexSource, type IndexSource } from './index-source';

export interface StoredIndexDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'>;
  readonly log: Runtime['log']['write'];
  readonly client: LibraryClient;
  readonly secrets: SecretStore;
  readonly sender: Pick<Sender, 'send'>;
  readonly sessions: Pick<Sessions, 'target' | 'serverTime'>;
  readonly userCalls: Pick<UserCalls, 'idle'>;
  readonly isLocked: () => boolean;
  readonly hasWindow: () => boolean;
  /** Returns the ID of the user of an account; undefined for one that isn't signed in. */
  readonly userOf: (accountId: string) => string | undefined;
  /** Returns the record as it is stored now. */
  readonly record: () => IndexRecord;
  /** The key of an index that exists as long as this process; null for one whose key is in the secret store. */
  readonly temporaryKey: string | null;
  readonly onChange: () => void;
  /** Runs when the connection's project turned out to be another one than that of the index. */
  readonly onProjectChanged: () => void;
}

export interface StoredIndex {
  readonly run: IndexRun;
  readonly source: IndexSource;
  /** Makes a request about the open index. */
  request<R extends IndexRequest>(request: R, signal?: AbortSignal): Promise<IndexResults[R['op']]>;
  state(): IndexState;
  /** Brings a write into the index. */
  follow(write: RecordedWrite, outcome: WriteOutcome): void;
  /** Resolves when all writes are in the index, or can't be brought into it now. */
  followed(): Promise<unknown>;
  /** Closes the file. */
  stop(): Promise<void>;
}

/** Returns the path of an index's file. */
export function indexPath(profileFolder: string, { name }: Pick<IndexRecord, 'name'>, isTemporary: boolean): string {
  // Another process must not open it: it doesn't have the key.
  return join(profileFolder, 'library', isTemporary ? `temporary-${process.pid}-${name}.db` : `index-${name}.db`);
}

/** Creates the index. Nothing is opened before its run is started. */
export function createStoredIndex(deps: StoredIndexDeps): StoredIndex {
  const { ports, client, sessions } = deps;
  const { connectionId, destination, projectId, name } = deps.record();
  const path = indexPath(ports.profileFolder, { name }, deps.temporaryKey !== null);
  const ending = new AbortController();
  let following: Promise<unknown> = Promise.resolve();
  const request: StoredIndex['request'] = (body, signal) => client.request(path, body, signal);
  const source = createIndexSource({ ...deps, connectionId, destination, onRateLimit: (isLimited) => run.setRateLimited(isLimited) });
  const serverTime = () => Math.round(sessions.serverTime(connectionId));
  const missed = createMissedWrites({ source, request });
  const run = createIndexRun({
    ...deps,
    clock: ports.clock,
    isPausedByUser: () => deps.record().isPaused,
    serverTime,
    onFault(thrown) {
      if (thrown instanceof ProjectChanged) deps.onProjectChanged();
      else deps.log('warn', 'index-paused', { code: thrown instanceof LibraryFailure ? thrown.fault : toReport(thrown).code });
    },
    steps: {
      async open() {
        const key = deps.temporaryKey ?? (await readKey(deps));
        return client.open({ path, key, subject: JSON.stringify([connectionId, destination, projectId]) });
      },
      async pass(signal, onStored) {
        await assertProject(deps);
        await missed.catchUp(signal);
        await runPass({ source, request, serverTime }, signal, onStored);
      },
      async newest(signal) {
        await missed.catchUp(signal);
        await readNewest({ source, request }, signal);
      },
      state: () => request({ op: 'state' }),
      close: () => client.close(path),
      discard: () => client.delete(path),
      lease: (task) => withLease(join(ports.profileFolder, 'locks', `index-${name}`), ports.clock, task),
    },
  });
  return {
    run,
    source,
    request,
    state: () => stateOf(run, connectionId, deps.temporaryKey !== null),
    follow(write, outcome) {
      if (write.destination !== destination) return;
      // At once, because an account that deletes its user is no longer known then.
      const changed = whatChanged(write, outcome, deps.userOf);
      if (changed === null) return;
      if (deps.isLocked()) {
        // The file is closed.
        missed.noteLater(changed);
        return;
      }
      following = following
        .then(() => followWrite({ source, request }, ending.signal, { write, outcome, changed }, missed.note))
        .then(run.refresh)
        .catch(() => undefined);
    },
    followed: () => following,
    async stop() {
      ending.abort();
      await run.stop();
    },
  };
}

/** Returns the key of an index, which is created with it, and again if the secret store has lost it: its file is then created again, too. */
async function readKey({ secrets, record, ports }: StoredIndexDeps): Promise<string> {
  const { item } = record();
  const known = await secrets.get(item);
  if (known !== null && /^[0-9a-f]{64}$/.test(known)) return known;
  const key = Buffer.from(ports.random(32)).toString('hex');
  await secrets.set(item, key);
  // Another process may have stored one at the same time.
  return (await secrets.get(item)) ?? key;
}

/** The sandbox may have other data than when the index was turned on. */
async function assertProject({ sessions, record }: StoredIndexDeps): Promise<void> {
  const { connectionId, destination, projectId } = record();
  const target = await sessions.target(connectionId, destination);
  if (target.projectId !== projectId) throw new ProjectChanged();
}

/** Thrown for a connection whose project is another one now. */
class ProjectChanged extends Error {
  override readonly name = 'ProjectChanged';
}

function stateOf(run: IndexRun, connectionId: string, isTemporary: boolean): IndexState {
  const { stored, isUnavailable, pause } = run.known();
  const pass = stored?.pass ?? null;
  const known = stored?.users ?? 0;
  const isKnown = stored !== null && stored.asOfMillis !== null;
  return {
    connectionId,
    state: isUnavailable ? 'unavailable' : pass === null && isKnown ? 'current' : isKnown ? 'updating' : 'filling',
    users: known,
    teams: stored?.teams ?? 0,
    unread: stored?.unread ?? 0,
    progress: pass === null || !isKnown ? null : pass.isRead ? 1 : Math.min(1, pass.read / Math.max(1, known)),
    pause,
    asOfMillis: stored?.asOfMillis ?? null,
    isTemporary,
    wasRebuilt: stored?.wasRebuilt ?? false,
  };
}
