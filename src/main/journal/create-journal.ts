/** The journal: records writes, verifies what is recorded, and answers windows. */
import { userInfo } from 'node:os';
import type { Bridge } from '#contract/bridge/index.ts';
import type { JournalState } from '#contract/bridge/journal.ts';
import type { Handlers } from '#contract/definitions.ts';
import { type LibraryClient, LibraryFailure, toAppError } from '../library/library-client';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import type { RecordedWrite, WriteRecorder } from '../ports/write-recorder';
import type { Connections } from '../records/connections';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import type { AssertPermitted } from '../settings/policy';
import { createLockHolders } from '../storage/lock-holder';
import { createRecorder } from './create-recorder';
import { type Checkpoints, createCheckpoints, createJournalRecords, type JournalRecords } from './journal-records';
import type { WriteScene } from './write-facts';

export interface JournalDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'log'>;
  readonly secrets: SecretStore;
  readonly client: Pick<LibraryClient, 'openRecords' | 'records' | 'close' | 'delete'>;
  readonly connections: Pick<Connections, 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'serverTime'>;
  readonly assertPermitted: AssertPermitted;
  /** Whether the policy requires that each write is recorded. */
  readonly isRequired: () => boolean;
}

export interface Journal {
  readonly recorder: WriteRecorder;
  /** The file, which has the jobs as well. */
  readonly records: Pick<JournalRecords, 'request' | 'isInUse'>;
  /** Notes that there is a window. After the first one, the journal is verified in the background. */
  windowOpened(): void;
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
    onOpen({ setAside }) {
      if (setAside !== null) runtime.log.write('warn', 'journal-set-aside');
      change({ state: 'open', fault: null, isTemporary: records.isTemporary(), ...(setAside === null ? {} : { setAside }) });
    },
  });
  const checkpoints = createCheckpoints({
    ports,
    secrets,
    holds: async (checkpoint) => (await records.request({ op: 'holds-entry', checkpoint })).isHeld,
  });
  const ask: JournalRecords['request'] = (request, signal) =>
    records.request(request, signal).catch((thrown: unknown) => {
      throw toAppError(thrown);
    });
  const recorder = createOwnRecorder(deps, { records, checkpoints, change });
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
    } catch (thrown) {
      const fault = thrown instanceof LibraryFailure ? thrown.fault : 'other';
      runtime.log.write('warn', 'journal-not-verified', { code: fault });
      change({ verification: 'failed', ...(topic.get().value.state === 'open' ? {} : unavailable(fault)) });
    }
  };
  let stopStart: (() => void) | null = null;
  return {
    recorder,
    records,
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
    handlers: { journal: createHandlers(deps, { ask, verify, checkpoints }) },
  };
}

interface HandlerDeps {
  /** Makes a request, and rejects with the error that windows get. */
  readonly ask: JournalRecords['request'];
  readonly verify: () => Promise<void>;
  readonly checkpoints: Pick<Checkpoints, 'appended'>;
}

function createHandlers(deps: JournalDeps, { ask, verify, checkpoints }: HandlerDeps): Handlers<Bridge, Caller>['journal'] {
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
      const { erased, end } = await ask({ op: 'erase-person', timeMillis: now(), ids: [userId], destination });
      if (erased > 0) checkpoints.appended(end);
      return { erased };
    },
  };
}

/** Creates the recorder of this process, which says in the topic what it couldn't record. */
function createOwnRecorder(deps: JournalDeps, { records, checkpoints, change }: Omit<VerificationDeps, 'now'>) {
  const { ports, runtime } = deps;
  const topic = runtime.topics['journal.state'];
  return createRecorder({
    records,
    clock: ports.clock,
    holders: createLockHolders(),
    pid: process.pid,
    now: (connectionId) => nowOf(deps, connectionId),
    sceneOf: (write) => sceneOf(deps, write),
    isRequired: deps.isRequired,
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
}

function unavailable(fault: string): Pick<JournalState, 'state' | 'fault'> {
  return { state: 'unavailable', fault: fault === 'disk-full' || fault === 'newer' ? fault : 'other' };
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

function sceneOf({ runtime, connections }: JournalDeps, { origin, destination }: RecordedWrite): WriteScene {
  const known = runtime.topics['connections.list'].get().value;
  const isOf = (id: string) => {
    try {
      return connections.destinationOf(id) === destination;
    } catch {
      return false;
    }
  };
  const connectionId = origin?.connectionId ?? known.find(({ id }) => isOf(id))?.id ?? null;
  const account = runtime.topics['accounts.list'].get().value.find(({ id }) => id === origin?.accountId);
  return { osUser: osUser(), account, connectionId };
}

/** Returns the name of the operating system's user; an empty text if it has none. */
export function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
