/** The journal: records writes, verifies what is recorded, and answers windows. */
import { userInfo } from 'node:os';
import type { Bridge } from '#contract/bridge/index.ts';
import type { JournalState } from '#contract/bridge/journal.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { type LibraryClient, LibraryFailure, toAppError } from '../library/library-client';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import type { RecordedWrite, RecordImpersonationEnd, WriteRecorder } from '../ports/write-recorder';
import type { Connections } from '../records/connections';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import type { AssertPermitted } from '../settings/policy';
import { createLockHolders } from '../storage/lock-holder';
import { createRecorder, type Recorder } from './create-recorder';
import { type Checkpoints, createCheckpoints, createJournalRecords, type JournalRecords } from './journal-records';
import { createKnownNames, type KnownNames } from './known-names';
import { offerUndo } from './undo/offer-undo';
import { namedIdsOf, type WriteScene } from './write-facts';

export interface JournalDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'log' | 'offerUndo'>;
  readonly secrets: SecretStore;
  readonly client: Pick<LibraryClient, 'openRecords' | 'records' | 'close' | 'delete'>;
  readonly connections: Pick<Connections, 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'serverTime'>;
  readonly assertPermitted: AssertPermitted;
  /** Resolves to a user of the local index; null without one, or without an index. */
  readonly indexedUser?: (connectionId: string, userId: string) => Promise<NamedUser | null>;
  /** Whether the policy requires that each write is recorded. */
  readonly isRequired: () => boolean;
}

type NamedUser = Pick<ServerUser, 'display_name' | 'primary_email'>;

export interface Journal {
  readonly recorder: WriteRecorder;
  /** Takes the names from the response of a read. */
  readonly learnNames: KnownNames['learn'];
  /** Adopts what the push is about: names are forgotten when the app is locked, and with their connections. */
  follow(push: Pick<Push, 'name'>): void;
  readonly impersonationEnded: RecordImpersonationEnd;
  /** Notes that there is a window. After the first one, the journal is verified in the background. */
  windowOpened(): void;
  /** Makes a request about the file in which the entries are. Rejects with a `LibraryFailure`. */
  readonly request: JournalRecords['request'];
  /** Runs a task once the journal was verified after the start. */
  afterStart(task: () => Promise<void>): void;
  /** Stores outcomes and the checkpoint, and closes the file. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'journal'>;
}

/** How long and how many entries are kept. */
const keptMillis = 365 * 86_400_000;
const keptEntries = 200_000;
/** Milliseconds after the first window, which reads what it shows in the meantime. */
const startMillis = 5_000;
/** Lines of a page of the export. */
const exportLines = 1_000;
/** Maximum milliseconds for which closing waits. */
const closeMillis = 3_000;

/** Creates the domain. Nothing is opened before the first write, or a while after the first window. */
export function createJournal(deps: JournalDeps): Journal {
  const { ports, runtime, secrets } = deps;
  const topic = runtime.topics['journal.state'];
  const change = (part: Partial<JournalState>) => topic.set({ ...topic.get().value, ...part });
  const records = createJournalRecords({
    ...deps,
    onOpen({ setAside, seq: end }) {
      if (setAside !== null) runtime.log.write('warn', 'journal-set-aside');
      change({ state: 'open', fault: null, isTemporary: records.isTemporary(), end, ...(setAside === null ? {} : { setAside }) });
    },
  });
  const stored = createCheckpoints({
    ports,
    secrets,
    holds: async (checkpoint) => (await records.request({ op: 'holds-entry', checkpoint })).isHeld,
  });
  const checkpoints: Checkpoints = {
    ...stored,
    appended(end) {
      stored.appended(end);
      change({ end: end.seq });
    },
  };
  const ask: JournalRecords['request'] = (request, signal) =>
    records.request(request, signal).catch((thrown: unknown) => {
      throw toAppError(thrown);
    });
  const names = createKnownNames();
  const recorder = createOwnRecorder(deps, { records, checkpoints, change, names });
  const verify = createVerification({ records, checkpoints, change, now: () => nowOf(deps, null) });
  const trim = async () => {
    const timeMillis = nowOf(deps, null);
    const request = {
      op: 'trim-journal',
      timeMillis,
      olderThanMillis: Math.max(0, timeMillis - keptMillis),
      maxEntries: keptEntries,
    } as const;
    const { removed, end } = await records.request(request);
    if (removed > 0) checkpoints.appended(end);
  };
  /** Ends entries of ended processes, verifies the chain, and removes old entries. */
  const start = async () => {
    try {
      await recorder.recover();
      await verify();
      await trim();
      for (const task of tasks) await task();
    } catch (thrown) {
      const fault = thrown instanceof LibraryFailure ? thrown.fault : 'other';
      runtime.log.write('warn', 'journal-not-verified', { code: fault });
      change({ verification: 'failed', ...(topic.get().value.state === 'open' ? {} : unavailable(fault)) });
    }
  };
  const tasks: (() => Promise<void>)[] = [];
  let stopStart: (() => void) | null = null;
  return {
    recorder,
    learnNames: names.learn,
    follow({ name }) {
      const { topics } = runtime;
      if (name === 'lock.state' && topics['lock.state'].get().value.locked) names.keep([]);
      if (name === 'connections.list') names.keep(topics[name].get().value.map(({ id }) => destinationOf(deps, id)));
    },
    request: records.request,
    afterStart: (task) => void tasks.push(task),
    impersonationEnded: recorder.impersonationEnded,
    windowOpened() {
      stopStart ??= ports.clock.after(startMillis, () => void start());
    },
    async close() {
      stopStart?.();
      const closing = async () => {
        await recorder.settled();
        await checkpoints.close();
        await records.close();
      };
      // Without an open journal, nothing has to be waited for.
      if (records.isInUse()) await withinLimit(closing(), closeMillis, ports.clock);
    },
    handlers: { journal: createHandlers(deps, { ask, verify, checkpoints, names }) },
  };
}

interface HandlerDeps {
  /** Makes a request, and rejects with the error that windows get. */
  readonly ask: JournalRecords['request'];
  readonly verify: () => Promise<void>;
  readonly checkpoints: Pick<Checkpoints, 'appended'>;
  readonly names: Pick<KnownNames, 'drop'>;
}

function createHandlers(deps: JournalDeps, { ask, verify, checkpoints, names }: HandlerDeps): Handlers<Bridge, Caller>['journal'] {
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
    async erasePerson({ connectionId, userId }) {
      const destination = deps.connections.destinationOf(connectionId);
      if (destination !== null) names.drop(destination, userId);
      const { erased, end } = await ask({ op: 'erase-person', timeMillis: now(), ids: [userId], destination });
      if (erased > 0) checkpoints.appended(end);
      return { erased };
    },
  };
}

/** Creates the recorder of this process, which says in the topic what it couldn't record. */
function createOwnRecorder(deps: JournalDeps, { records, checkpoints, change, names }: RecorderParts): Recorder {
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
    onDone: (seq, write, value) => offerUndo(runtime, seq, write, value),
    onAppended(end) {
      checkpoints.appended(end);
      if (topic.get().value.state !== 'open') change({ state: 'open', fault: null });
    },
    onUnrecorded(cause) {
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

/** Maximum milliseconds for which an entry waits for the local index. */
const indexMillis = 500;

async function namesOf(
  deps: JournalDeps,
  names: KnownNames,
  write: RecordedWrite,
  { connectionId }: WriteScene,
): Promise<WriteScene['names']> {
  const ids = namedIdsOf(write);
  const known = (kind: 'user' | 'team') => (ids[kind] === null ? undefined : names.nameOf(write.destination, kind, ids[kind]));
  const found = { user: known('user'), team: known('team') };
  if (found.user !== undefined || ids.user === null || connectionId === null || deps.indexedUser === undefined) return found;
  let user: NamedUser | null = null;
  const reading = deps.indexedUser(connectionId, ids.user).then((read) => {
    user = read;
  });
  await withinLimit(reading, indexMillis, deps.ports.clock);
  const { display_name, primary_email } = (user as NamedUser | null) ?? { display_name: null, primary_email: null };
  return { ...found, user: display_name || primary_email || undefined };
}

function unavailable(fault: string): Pick<JournalState, 'state' | 'fault'> {
  return { state: 'unavailable', fault: fault === 'disk-full' || fault === 'newer' ? fault : 'other' };
}

interface RecorderParts extends Omit<VerificationDeps, 'now'> {
  readonly names: KnownNames;
}

interface VerificationDeps {
  readonly records: Pick<JournalRecords, 'request' | 'isTemporary'>;
  readonly checkpoints: Checkpoints;
  readonly change: (part: Partial<JournalState>) => void;
  readonly now: () => number;
}

/** Returns the function that verifies the chain. What it finds becomes an entry, so that it stays known after the next checkpoint. */
function createVerification({ records, checkpoints, change, now }: VerificationDeps): () => Promise<void> {
  let running: Promise<void> | null = null;
  const verify = async () => {
    change({ verification: 'running' });
    await records.request({ op: 'journal-end' });
    // Before the chain, which is then at least as long.
    const checkpoint = records.isTemporary() ? null : await checkpoints.read();
    const { faults, entries } = await records.request({ op: 'verify-chain', checkpoint });
    const found = faults.filter(({ foundAtMillis }) => foundAtMillis === null);
    if (found.length > 0) {
      checkpoints.appended(await records.request({ op: 'append-break', timeMillis: now(), faults: found }));
      await checkpoints.save(true);
    }
    change({ verification: faults.length === 0 ? 'whole' : 'broken', faults, entries, verifiedAtMillis: now() });
  };
  return () => {
    running ??= verify().finally(() => {
      running = null;
    });
    return running;
  };
}

function nowOf({ ports, sessions }: JournalDeps, connectionId: string | null): number {
  return Math.max(0, Math.round(connectionId === null ? ports.clock.now() : sessions.serverTime(connectionId)));
}

/** Null for a connection that was removed. */
function destinationOf({ connections }: JournalDeps, connectionId: string): string | null {
  try {
    return connections.destinationOf(connectionId);
  } catch {
    return null;
  }
}

function sceneOf(deps: JournalDeps, { origin, destination }: RecordedWrite): WriteScene {
  const { runtime } = deps;
  const known = runtime.topics['connections.list'].get().value;
  const isOf = (id: string) => destinationOf(deps, id) === destination;
  const connectionId = origin?.connectionId ?? known.find(({ id }) => isOf(id))?.id ?? null;
  const account = runtime.topics['accounts.list'].get().value.find(({ id }) => id === origin?.accountId);
  return { osUser: osUser(), account, connectionId };
}

/** Returns the name of the operating system's user; an empty text if it has none. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
