/** The journal: records writes, verifies what is recorded, and responds to windows. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { JournalState } from '#contract/bridge/journal.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { type LibraryClient, LibraryFailure, toAppError } from '../library/library-client';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import type { RecordImpersonationEnd, WriteRecorder } from '../ports/write-recorder';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { AssertPermitted } from '../settings/policy';
import { createLockHolders } from '../storage/lock-holder';
import { createRecorder, type Recorder } from './create-recorder';
import { createJournalNotices, type JournalNotices } from './journal-notices';
import { type Checkpoints, createCheckpoints, createJournalRecords, type JournalRecords } from './journal-records';
import { createUpkeep, type UpkeepParts, unavailable } from './journal-upkeep';
import { createKnownNames, type KnownNames } from './known-names';
import { offerUndo } from './undo/offer-undo';
import { destinationOf, namesOf, nowOf, osUser, type SceneDeps, sceneOf } from './write-scene';

export interface JournalDeps extends SceneDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'> & Partial<Pick<Ports, 'host'>>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'log' | 'notices' | 'pendingWrites' | 'offerUndo'>;
  readonly secrets: SecretStore;
  readonly client: Pick<LibraryClient, 'openRecords' | 'records' | 'close' | 'delete'>;
  readonly assertPermitted: AssertPermitted;
  readonly isLocked: () => boolean;
  /** Whether the policy requires that each write is recorded. */
  readonly isRequired: () => boolean;
  /** Whether the policy forbids the journal. */
  readonly isForbidden: () => boolean;
}

export interface Journal {
  readonly recorder: WriteRecorder;
  /** Takes the names from the response of a read. */
  readonly learnNames: KnownNames['learn'];
  /** Adopts what the push is about: names are forgotten when the app is locked, and with their connections. */
  follow(push: Pick<Push, 'name'>): void;
  /** The file, which has snapshots and jobs as well. Its requests reject with the failure of the library. */
  readonly records: Pick<JournalRecords, 'request' | 'isInUse' | 'isThere'>;
  /** Adds a task that runs a while after the first window, once the chain was verified. */
  afterStart(task: () => Promise<void>): void;
  readonly impersonationEnded: RecordImpersonationEnd;
  /** Notes that there is a window. After the first one, the journal is verified in the background. */
  windowOpened(): void;
  /** Erases what a connection's entries say, and those about its project, but not those about the projects `kept`. */
  eraseConnection(of: { readonly connectionId: string; readonly destination: string; readonly kept: readonly string[] }): Promise<void>;
  /** Resolves to all entries of a job, or of a configuration that was applied, the newest first. Rejects with the errors of `journal.list`. */
  readEntriesOf(job: string): Promise<readonly JournalEntry[]>;
  /**
   * Erases what this computer keeps about users of a connection's project: in entries, snapshots, and jobs. Resolves to the number of entries of which something
   * was left. Rejects with an `AppError` without the journal.
   */
  erasePeople(of: { readonly connectionId: string; readonly ids: readonly string[]; readonly names: readonly string[] }): Promise<number>;
  /** Stores outcomes and the checkpoint, and closes the file. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'journal'>;
}

/** Lines of a page of the export. */
const exportLines = 1_000;
/** Maximum milliseconds for which closing waits. */
const closeMillis = 3_000;

/** Creates the domain. Nothing is opened before the first write, or a while after the first window. */
export function createJournal(deps: JournalDeps): Journal {
  const { ports, runtime, secrets } = deps;
  const topic = runtime.topics['journal.state'];
  const notices = createJournalNotices(runtime.notices, deps.isRequired);
  const change = (part: Partial<JournalState>) => {
    const before = topic.get().value;
    topic.set({ ...before, ...part });
    notices.follow(before, topic.get().value);
  };
  const file = createJournalRecords({
    ...deps,
    onOpen({ setAside, seq: end }) {
      if (setAside !== null) runtime.log.write('warn', 'journal-set-aside');
      change({ state: 'open', fault: null, isTemporary: file.isTemporary(), end, ...(setAside === null ? {} : { setAside }) });
    },
  });
  const stored = createCheckpoints({
    ports,
    secrets,
    isTemporary: file.isTemporary,
    holds: async (checkpoint) => (await file.request({ op: 'holds-entry', checkpoint })).isHeld,
  });
  const checkpoints: Checkpoints = {
    ...stored,
    appended(end) {
      stored.appended(end);
      change({ end: end.seq });
    },
  };
  const names = createKnownNames();
  const recorder = createOwnRecorder(deps, { records: file, checkpoints, change, names, notices });
  const records = withOutcomes(file, recorder);
  const ask: JournalRecords['request'] = (request, signal) =>
    records.request(request, signal).catch((thrown: unknown) => {
      throw toAppError(thrown);
    });
  const tasks: (() => Promise<void>)[] = [];
  const erasePeople = createErasePeople(deps, { ask, names, checkpoints });
  const upkeep = createUpkeep(deps, { records, checkpoints, recorder, change, notices, tasks });
  return {
    recorder,
    learnNames: names.learn,
    follow({ name }) {
      const { topics } = runtime;
      if (name === 'lock.state' && topics['lock.state'].get().value.locked) {
        recorder.flush();
        names.keep([]);
      }
      if (name === 'policy.state') upkeep.policyChanged();
      if (name === 'settings.state') upkeep.settingsChanged();
      if (name === 'connections.list') names.keep(topics[name].get().value.map(({ id }) => destinationOf(deps, id)));
    },
    records,
    afterStart: (task) => void tasks.push(task),
    impersonationEnded: recorder.impersonationEnded,
    windowOpened: upkeep.start,
    async eraseConnection({ kept, ...of }) {
      const { erased, end } = await ask({ op: 'erase-connection', timeMillis: nowOf(deps, null), ...of, kept: [...kept] });
      if (erased > 0) checkpoints.appended(end);
    },
    readEntriesOf: (job) => readEntriesOf(ask, job),
    erasePeople,
    async close() {
      upkeep.stop();
      const closing = async () => {
        await recorder.settled();
        await checkpoints.close();
        await records.close();
      };
      // Without an open journal, nothing has to be waited for.
      if (records.isInUse()) await withinLimit(closing(), closeMillis, ports.clock);
    },
    handlers: { journal: createHandlers(deps, { ask, verify: upkeep.verify, checkpoints, erasePeople }) },
  };
}

/** Returns the file so that what is requested sees how all writes ended whose callers know it. */
function withOutcomes(file: JournalRecords, { flush }: Pick<Recorder, 'flush'>): JournalRecords {
  return {
    ...file,
    request(request, signal) {
      flush();
      return file.request(request, signal);
    },
  };
}

interface ErasingParts {
  readonly ask: JournalRecords['request'];
  readonly names: Pick<KnownNames, 'drop'>;
  readonly checkpoints: Pick<Checkpoints, 'appended'>;
}

function createErasePeople(deps: JournalDeps, { ask, names: known, checkpoints }: ErasingParts): Journal['erasePeople'] {
  return async ({ connectionId, ids, names }) => {
    const destination = deps.connections.destinationOf(connectionId);
    if (destination !== null) for (const id of ids) known.drop(destination, id);
    const people = { ids: [...ids], names: [...names], destination };
    const { erased, end } = await ask({ op: 'erase-person', timeMillis: nowOf(deps, null), ...people });
    if (erased > 0) checkpoints.appended(end);
    return erased;
  };
}

async function readEntriesOf(ask: JournalRecords['request'], job: string): Promise<readonly JournalEntry[]> {
  const read: JournalEntry[] = [];
  for (;;) {
    const before = read.at(-1)?.seq;
    const { entries, hasMore } = await ask({
      op: 'list-entries',
      filter: { job },
      limit: 500,
      ...(before === undefined ? {} : { before }),
    });
    read.push(...entries);
    if (!hasMore) return read;
  }
}

interface HandlerDeps {
  /** Makes a request, and rejects with the error that windows get. */
  readonly ask: JournalRecords['request'];
  readonly verify: () => Promise<void>;
  readonly checkpoints: Pick<Checkpoints, 'appended'>;
  readonly erasePeople: Journal['erasePeople'];
}

function createHandlers(deps: JournalDeps, { ask, verify, checkpoints, erasePeople }: HandlerDeps): Handlers<Bridge, Caller>['journal'] {
  const now = () => nowOf(deps, null);
  return {
    list: (request) => ask({ op: 'list-entries', ...request }),
    read: ({ seq }) => ask({ op: 'read-entry', seq }),
    async setNote({ seq, text }) {
      checkpoints.appended(await ask({ op: 'set-note', timeMillis: now(), about: seq, osUser: osUser(), text }));
      return null;
    },
    async verify() {
      await verify().catch((thrown: unknown) => {
        throw toAppError(thrown);
      });
      return null;
    },
    async exportPage({ after }) {
      deps.assertPermitted('export');
      const { lines, next } = await ask({ op: 'export-chain', after, limit: exportLines });
      return { text: lines.map((line) => `${line}\n`).join(''), next };
    },
    erasePerson: async ({ connectionId, userId, names = [] }) => ({ erased: await erasePeople({ connectionId, ids: [userId], names }) }),
  };
}

/** Number of the first write in a chain, after its start. */
const firstWriteSeq = 2;

/** Creates the recorder of this process, which says in the topic what it couldn't record. */
function createOwnRecorder(deps: JournalDeps, { records, checkpoints, change, names, notices }: RecorderParts): Recorder {
  const { ports, runtime } = deps;
  const topic = runtime.topics['journal.state'];
  const recorder = createRecorder({
    records,
    clock: ports.clock,
    holders: createLockHolders(),
    pid: process.pid,
    now: (connectionId) => nowOf(deps, connectionId),
    sceneOf: (write) => sceneOf(deps, write),
    namesOf: (write, scene) => namesOf(deps, names, write, scene),
    isRequired: deps.isRequired,
    isForbidden: deps.isForbidden,
    onDone: (seq, write, value) => offerUndo(runtime, seq, write, value),
    onAppended(end) {
      // The policy has come since.
      if (deps.isForbidden()) return;
      checkpoints.appended(end);
      const { state, setAside } = topic.get().value;
      if (state !== 'open') change({ state: 'open', fault: null });
      if (end.seq === firstWriteSeq && setAside === null && !records.isTemporary()) notices.created();
    },
    onRefused: (cause) => change(unavailable(cause instanceof LibraryFailure ? cause.fault : 'other')),
    onUnrecorded(cause) {
      // What was sent before the policy came has no outcome any longer.
      if (deps.isForbidden()) return;
      const fault = cause instanceof LibraryFailure ? cause.fault : 'other';
      runtime.log.write('warn', 'write-not-recorded', { code: fault });
      change({ ...unavailable(fault), unrecorded: topic.get().value.unrecorded + 1 });
    },
  });
  return {
    ...recorder,
    outcome(write, outcome) {
      if (outcome.ok) names.learn(write.endpoint, write.destination, outcome.value);
      recorder.outcome(write, outcome);
    },
  };
}

interface RecorderParts extends Pick<UpkeepParts, 'records' | 'checkpoints' | 'change'> {
  readonly names: KnownNames;
  readonly notices: Pick<JournalNotices, 'created'>;
}
