/** Jobs: previewed, confirmed, run in the background, and listed with the result of each row. */
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { JobPause } from '#contract/jobs/job.ts';
import type { StoredJob } from '#contract/workers/job-records.ts';
import { createExportSource, type IndexedUser, type MatchingUsers } from '../exports/export-source';
import type { Gateway } from '../gateway/create-gateway';
import type { UserCalls } from '../gateway/user-calls';
import type { Journal } from '../journal/create-journal';
import type { JournalRecords } from '../journal/journal-records';
import { osUser } from '../journal/write-scene';
import { LibraryFailure, toAppError } from '../library/library-client';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import type { AssertPermitted } from '../settings/policy';
import { withLease } from '../storage/file-lock';
import { createPreviews, type Previews } from './create-previews';
import type { OwnTargets } from './freeze-rows';
import { type ConfirmJob, createJobCalls } from './job-calls';
import { createJobQueue, type JobQueue } from './job-queue';
import type { JobCall } from './job-spec';
import { keyMark } from './part-specs';
import { runJob } from './run-job';
import { createWriteNotices, type WriteNotices } from './write-notices';

export interface JobsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'log' | 'pushWrite'>;
  readonly records: Pick<JournalRecords, 'request' | 'isInUse' | 'isThere'>;
  readonly sender: Pick<Sender, 'send' | 'sendEndpoint'>;
  readonly connections: Pick<Connections, 'find' | 'has' | 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'target' | 'serverTime'>;
  readonly gateway: Pick<Gateway, 'checkChange' | 'assertStillAllowed' | 'keepSnapshot'>;
  readonly userCalls: Pick<UserCalls, 'idle'>;
  readonly matching: MatchingUsers;
  readonly indexed: IndexedUser;
  readonly assertPermitted: AssertPermitted;
  readonly erasePeople: Journal['erasePeople'];
  readonly isLocked: () => boolean;
}

export interface Jobs {
  /** Notes that there is a window. After the first one, jobs that a former process left are gone on with. */
  windowOpened(): void;
  windowClosed(windowId: string): void;
  /** Adopts what the push is about: connections, the lock, or settings. */
  follow(push: Push): void;
  /** Lets rows in progress end, for a moment. What then has no outcome is found out after the next start. */
  close(): Promise<void>;
  /** Fixes rows of a file as the preview of a job. */
  readonly previewRows: Previews['previewRows'];
  /** Returns the users of a connection's project who are signed in here, or as whom projects were opened. */
  ownTargetsOf(connectionId: string): OwnTargets;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'jobs'>;
}

/** Milliseconds after the first window, which reads what it shows in the meantime. */
const startMillis = 5_000;
/** Milliseconds after which a start that failed is tried again, and after which a change is adopted. */
const retryMillis = 30_000;
const followMillis = 50;
/** Maximum milliseconds for which closing waits for rows in progress, and then for their requests to be aborted. */
const closeMillis = 3_000;
const abortMillis = 1_000;
/** Age of a preview that a former process has left. */
const previewMillis = 86_400_000;
/** Age after which ended jobs are deleted. */
const keptMillis = 90 * 86_400_000;

/** Topics of what may keep a job from going on. */
const followed: ReadonlySet<string> = new Set(['connections.list', 'lock.state', 'settings.state', 'sandbox.state', 'accounts.list']);

/** Creates the domain. Nothing is read before a window is open for a while, or asks for something. */
export function createJobs(deps: JobsDeps): Jobs {
  const { ports, runtime, records } = deps;
  const ending = new AbortController();
  // Several requests of each row in progress listen to it, and stop when they end.
  setMaxListeners(0, ending.signal);
  const notices = createWriteNotices(ports.clock, runtime.pushWrite);
  const now = (connectionId: string) => Math.max(0, Math.round(deps.sessions.serverTime(connectionId)));
  const request: JournalRecords['request'] = (body, signal) =>
    records.request(body, signal).catch((thrown: unknown) => {
      throw toAppError(thrown);
    });
  const queue = createOwnQueue(deps, now, notices, ending.signal);
  const previews = createOwnPreviews(deps, request);
  let isAdopted = false;
  let isClosing = false;
  let stopStart: (() => void) | null = null;
  const adopt = async () => {
    isAdopted = true;
    await queue.adopt();
  };
  const removed = createRemoved(runtime);
  const clean = createCleaning(deps, removed);
  const start = async () => {
    await clean();
    await adopt();
  };
  /** Starts, and tries again later if that fails: the secret store may be locked, or the file busy. */
  const startAfter = (millis: number) => {
    stopStart?.();
    // The journal is closed next, and would be opened again.
    if (isClosing) return;
    stopStart = ports.clock.after(millis, () => {
      void start().catch((thrown: unknown) => {
        logFault(runtime, thrown);
        startAfter(retryMillis);
      });
    });
  };
  return {
    windowOpened() {
      if (stopStart === null) startAfter(startMillis);
    },
    windowClosed: previews.forgetWindow,
    previewRows: previews.previewRows,
    ownTargetsOf: (connectionId) => ownTargetsOf(runtime, connectionId),
    follow({ name }) {
      if (name === 'connections.list') removed.follow();
      // Soon, and once for several changes.
      if (isAdopted && followed.has(name)) startAfter(followMillis);
    },
    async close() {
      isClosing = true;
      stopStart?.();
      const stopping = queue.stop();
      if (records.isInUse()) {
        await withinLimit(previews.close(), closeMillis, ports.clock);
        await withinLimit(stopping, closeMillis, ports.clock);
      }
      ending.abort(fail('cancelled'));
      await withinLimit(stopping, abortMillis, ports.clock);
      // Nothing else would delete them: the next process only knows which connections there are.
      if (removed.isLeft() && records.isThere())
        await withinLimit(
          clean().catch((thrown: unknown) => logFault(runtime, thrown)),
          closeMillis,
          ports.clock,
        );
      notices.flush();
    },
    handlers: { jobs: createJobCalls({ ...deps, request, queue, previews, adopt, now, confirm: confirmIn(deps) }) },
  };
}

/** Returns the function that deletes the jobs of removed connections, and the first time also what former processes have left. */
function createCleaning({ ports, records }: JobsDeps, removed: ReturnType<typeof createRemoved>): () => Promise<void> {
  let isDone = false;
  return async () => {
    const removedIds = removed.take();
    // Later, the date may have changed while windows have previews.
    const before = (age: number) => (isDone ? 0 : Math.max(0, localTime(ports) - age));
    const ages = { previewsBefore: before(previewMillis), endedBefore: before(keptMillis) };
    await records.request({ op: 'jobs-clean', removedIds, ...ages }).catch((thrown: unknown) => {
      removed.putBack(removedIds);
      throw thrown;
    });
    isDone = true;
  };
}

/** What ages are measured by. */
function localTime({ clock }: JobsDeps['ports']): number {
  return Math.max(0, Math.round(clock.now()));
}

/** Notes which connections are removed while this process runs. One that is only missing, as with a file that can't be read, keeps its jobs. */
function createRemoved({ topics }: Pick<Runtime, 'topics'>) {
  const idsNow = () => new Set(topics['connections.list'].get().value.map(({ id }) => id));
  let known = idsNow();
  let removed: string[] = [];
  return {
    follow() {
      const now = idsNow();
      removed.push(...[...known].filter((id) => !now.has(id)));
      known = now;
    },
    isLeft: () => removed.length > 0,
    take() {
      const taken = removed;
      removed = [];
      return taken;
    },
    putBack(ids: readonly string[]) {
      removed.push(...ids);
    },
  };
}

function logFault({ log }: Pick<Runtime, 'log'>, thrown: unknown): void {
  const code = thrown instanceof LibraryFailure ? thrown.fault : thrown instanceof AppError ? thrown.code : 'internal';
  log.write('warn', 'jobs-paused', { code });
}

/** Returns the lock of the process that runs the jobs of a connection. */
export function leasePath(profileFolder: string, connectionId: string): string {
  // Hashed, because the file of connections may have any text as an ID.
  return join(profileFolder, 'locks', `jobs-${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}`);
}

function createOwnQueue(deps: JobsDeps, now: (connectionId: string) => number, notices: WriteNotices, signal: AbortSignal): JobQueue {
  const { ports, runtime, records } = deps;
  const { clock } = ports;
  return createJobQueue({
    records,
    clock,
    serverTime: now,
    obstacleOf: (job) => obstacleOf(deps, job),
    lease: (connectionId, task) => withLease(leasePath(ports.profileFolder, connectionId), clock, task),
    onChange: (running) => runtime.topics['jobs.running'].set(running),
    onFault: (thrown) => logFault(runtime, thrown),
    run: (job, isHalted, onProgress) =>
      runJob(
        {
          ...deps,
          clock,
          newId: runtime.newId,
          keepSnapshot: deps.gateway.keepSnapshot,
          signal,
          isHalted,
          onProgress,
          assertAllowed: (call) => assertAllowed(deps, job, call),
          onWrite: ({ name }, deletedId) =>
            notices.note({ endpoint: name, connectionId: job.connectionId, deletedIds: deletedId === undefined ? [] : [deletedId] }),
        },
        job.id,
      ).finally(notices.flush),
  });
}

function createOwnPreviews(deps: JobsDeps, request: JournalRecords['request']): Previews {
  const { runtime, connections, ports } = deps;
  return createPreviews({
    request,
    osUser,
    now: () => localTime(ports),
    newId: runtime.newId,
    destinationOf: (connectionId) => destinationOfRecord(connections.find(connectionId)),
    ownTargetsOf: (connectionId) => ownTargetsOf(runtime, connectionId),
    sourceOf(connectionId, signal) {
      const destination = connections.destinationOf(connectionId);
      const assertSame = () => {
        if (deps.isLocked()) throw fail('app-locked');
        if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
      };
      return createExportSource(deps, connectionId, { signal, assertAllowed: assertSame });
    },
  });
}

/** Whether the lock keeps jobs from going on: always where it takes the passphrase to read the keys, otherwise by the setting. */
function isHeldByLock({ isLocked, runtime: { topics } }: JobsDeps): boolean {
  if (!isLocked()) return false;
  return !topics['settings.state'].get().value.jobsWhileLocked || topics['lock.state'].get().value.secrets === 'sealed';
}

/** Why a job can't be run now; null if it can. */
function obstacleOf(deps: JobsDeps, { connectionId, destination }: StoredJob): JobPause | null {
  const { connections, runtime } = deps;
  if (isHeldByLock(deps)) return 'locked';
  if (!connections.has(connectionId) || connections.destinationOf(connectionId) !== destination) return 'connection-changed';
  const isReadOnly = runtime.topics['settings.state'].get().value.readOnly || connections.find(connectionId).safety === 'read-only';
  return isReadOnly ? 'read-only' : null;
}

/** Throws if a write of a job may not be sent: right before each of its requests. */
function assertAllowed(deps: JobsDeps, job: StoredJob, { name, endpoint, input }: JobCall): void {
  const { connections, gateway } = deps;
  const { connectionId, destination, passed } = job;
  if (isHeldByLock(deps)) throw fail('app-locked');
  if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
  if (passed === null) throw fail('confirmation-required');
  try {
    gateway.assertStillAllowed({ name, endpoint, actor: 'project', connectionId, input }, passed as Passed);
  } catch (thrown) {
    // The connection requires more than was confirmed.
    if (thrown instanceof AppError && thrown.code === 'connection-changed') throw fail('confirmation-required', {}, thrown);
    throw thrown;
  }
}

type Passed = Pick<ConnectionRecord, 'safety' | 'requirePresence'> & Partial<Pick<ConnectionRecord, 'environment'>>;

function confirmIn({ connections, gateway }: JobsDeps): ConfirmJob {
  return ({ id, hash, connectionId, destination }, { name, endpoint, input }, about, caller) => {
    if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
    const { safety, requirePresence, environment } = connections.find(connectionId);
    // The hash covers the rows and the values: what is confirmed is what is sent.
    const confirmed = { params: { job: id, hash, about }, body: input.body };
    const { note } = gateway.checkChange({ name, endpoint, actor: 'project', connectionId, input: confirmed }, caller);
    return { safety, requirePresence, ...(environment && { environment }), ...(note && { note }) };
  };
}

/** Returns the users of a connection's project who are signed in here, those as whom projects were opened, and the keys of its connections. */
function ownTargetsOf({ topics }: Pick<Runtime, 'topics'>, connectionId: string): OwnTargets {
  const all = topics['connections.list'].get().value;
  const own = all.find(({ id }) => id === connectionId);
  if (own === undefined) throw fail('unknown-connection');
  const isSame = ({ baseUrl, projectId }: Connection) => baseUrl === own.baseUrl && projectId === own.projectId;
  const same = new Set(all.filter(isSame).map(({ id }) => id));
  const owners = all.flatMap(({ credentials: { owner } }) =>
    owner !== null && owner.userId !== null && same.has(owner.internalConnectionId) ? [[owner.userId, 'owner'] as const] : [],
  );
  const accounts = topics['accounts.list'].get().value;
  const signedIn = accounts.filter((account) => same.has(account.connectionId) && account.impersonationId === undefined);
  const keys = all.filter(isSame).flatMap(({ credentials }) =>
    (['server', 'admin'] as const).flatMap((kind) => {
      const ending = credentials[kind];
      return typeof ending === 'string' ? [[keyMark(kind, ending), 'self'] as const] : [];
    }),
  );
  return new Map([...owners, ...keys, ...signedIn.map(({ userId }) => [userId, 'self'] as const)]);
}
