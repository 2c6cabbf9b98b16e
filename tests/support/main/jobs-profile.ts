/** The jobs of a profile with a sandbox as their service, and processes that run them. */
import { onTestFinished } from 'vitest';
import { jobs as bridgeJobs } from '#contract/bridge/jobs.ts';
import { fail } from '#contract/errors.ts';
import type { JobTarget } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { createConfirmations } from '#main/gateway/confirmations.ts';
import { createSafety } from '#main/gateway/safety.ts';
import { createJobs, type Jobs, type JobsDeps } from '#main/jobs/create-jobs.ts';
import { createJournal } from '#main/journal/create-journal.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { createLibraryClient } from '#main/library/library-client.ts';
import type { ConnectionRecord } from '#main/records/connections-file.ts';
import { destinationOfRecord } from '#main/records/destination.ts';
import { createOldValues } from '#main/remote/old-values.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createRecordedWrites } from '#main/remote/recorded-writes.ts';
import { createSender, type Target } from '#main/remote/send.ts';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock, until } from '../fake-clock';
import { sampleConnection } from '../samples/sample-connection';
import { temporaryFolder } from '../temporary-folder';
import { createJobSandbox } from './jobs-scene';
import { startLibraryInProcess } from './library-in-process';
import { createTestPorts, errorOf } from './test-ports';

export const caller = { windowId: 'w' };
export const other = { windowId: 'x' };
export const grant = { kind: 'users.grantInProject', permissionId: 'analyst' } as const;
export const options = { perSecond: null, stopAfter: null };

/** Users of a sandbox to whom a permission can be granted, and processes of one profile. */
export async function jobsOfProfile() {
  const sandbox = await createTestSandbox({ users: 30 });
  const service = createJobSandbox(sandbox);
  const clock = createFakeClock({ hasteUpTo: 60_000 });
  const folder = await temporaryFolder();
  const secrets = { ...createMemoryStore(), kind: 'system' } as const;
  const connection = { ...record(sandbox.project.id) };
  const serverNow = () => clock.now();
  const process = ({ serverTime = serverNow } = {}) => startProcess({ service, clock, folder, secrets, connection, sandbox, serverTime });
  const holders = (await sandbox.call('server', 'GET', '/project-permissions?permission_id=analyst')).items.map(({ user_id: id }) => id);
  const all = (await sandbox.call('server', 'GET', '/users')).items.map(({ id }) => String(id));
  const targets = all.filter((id) => !holders.includes(id)).map((id) => ({ id, of: null }));
  return { sandbox, service, clock, folder, connection, process, targets };
}

const record = (projectId: string) =>
  ({ id: 'c', name: 'Engines', baseUrl: 'http://localhost:8102', projectId, safety: 'confirm-writes', requirePresence: false }) as {
    -readonly [K in keyof ConnectionRecord]: ConnectionRecord[K];
  };

const connected = {
  id: 'c',
  baseUrl: 'http://localhost:8102',
  credentials: { client: false, server: false, admin: false, owner: null },
  release: null,
  features: null,
} as const;

interface Own {
  readonly service: ReturnType<typeof createJobSandbox>;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly folder: string;
  readonly secrets: Parameters<typeof createJournal>[0]['secrets'];
  readonly connection: ReturnType<typeof record>;
  readonly sandbox: Awaited<ReturnType<typeof createTestSandbox>>;
  readonly serverTime: () => number;
}

function startProcess({ service, clock, folder, secrets, connection, sandbox, serverTime }: Own) {
  const ports = createTestPorts(folder, { clock });
  const runtime = createRuntime(ports);
  runtime.topics['connections.list'].set([{ ...sampleConnection, ...connected, projectId: connection.projectId }]);
  const client = createLibraryClient(startLibraryInProcess);
  onTestFinished(() => client.end());
  const own = { isLocked: false, isRemoved: false, isNoteRequired: false };
  const find = (id: string) => {
    if (id !== 'c' || own.isRemoved) throw fail('unknown-connection');
    return connection;
  };
  const connections = {
    find,
    has: (id: string) => id === 'c' && !own.isRemoved,
    destinationOf: (id: string) => destinationOfRecord(find(id)),
  };
  const permitted = { assertPermitted: () => undefined };
  const journal = createJournal({
    ...{ ports, runtime, secrets, client, connections, ...permitted },
    ...{ sessions: { serverTime: () => clock.now() }, isRequired: () => false, isForbidden: () => false, isLocked: () => false },
  });
  const { recorder, recordIn } = createRecordedWrites();
  recordIn(journal.recorder);
  const { transport } = service;
  const sender = createSender({
    ...{ transport, clock, recorder, oldValues: createOldValues(clock) },
    random: ports.random,
    clientVersion: 'electron @latchkey/desktop@1.2.3',
  });
  const { publishable_client_key: pck, secret_server_key: ssk, super_secret_admin_key: sak } = sandbox.keys;
  const keys = keysInHand({ client: pck, server: ssk, admin: sak });
  const confirmations = createConfirmations(clock, runtime.newId, { verify: async () => ({ outcome: 'right' }) });
  const isReadOnly = () => runtime.topics['settings.state'].get().value.readOnly;
  const safety = createSafety({
    ...{ confirmations, isReadOnly, presence: { means: () => 'passphrase' as const } },
    isNoteRequired: () => own.isNoteRequired,
  });
  const gateway: JobsDeps['gateway'] = {
    checkChange(call, { windowId }) {
      const note = safety.check(call, find(call.connectionId), windowId);
      return Object.assign(() => undefined, { note });
    },
    keepSnapshot: async () => null,
    assertStillAllowed: (call, passed) => safety.assertStillAllowed(call, passed, find(call.connectionId)),
  };
  const destination = destinationOfRecord(connection);
  const target: Target & { destination: string } = {
    baseUrl: connection.baseUrl ?? '',
    projectId: connection.projectId,
    keys,
    destination,
  };
  const jobs = createJobs({
    ...{ ports, runtime, sender, connections, gateway, ...permitted },
    records: journal.records,
    erasePeople: journal.erasePeople,
    sessions: { serverTime, target: async () => target },
    userCalls: { idle: async () => undefined },
    matching: () => Promise.reject(fail('object-gone')) as never,
    indexed: async () => null,
    isLocked: () => own.isLocked,
  });
  runtime.onPush((push) => jobs.follow(push));
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await jobs.close();
    await journal.close();
  };
  onTestFinished(close);
  const calls = checkedCalls(jobs.handlers.jobs);
  const running = () => bridgeJobs.running.value.parse(runtime.topics['jobs.running'].get().value);
  /** Starts what was previewed, and confirms it. */
  const confirmed = async (start: () => Promise<unknown>, windowId = caller.windowId, note?: string) => {
    const { report } = (await errorOf(start())) as { report: { confirmation?: { id: string } } };
    await confirmations.confirm(report.confirmation?.id ?? '', note === undefined ? {} : { note }, windowId);
    return start();
  };
  const ended = (id: string) => until(async () => !['active', 'paused'].includes((await calls.read({ id }, caller)).state));
  /** Previews and starts a job of some users, and confirms it. Resolves to its ID. */
  const begun = async (action: RequestedAction, targets: readonly JobTarget[], note?: string) => {
    const { id, hash } = await calls.preview({ connectionId: 'c', scope: { kind: 'targets', targets: [...targets] }, action }, caller);
    await confirmed(() => calls.start({ id, hash, options }, caller), caller.windowId, note);
    return id;
  };
  return { jobs, calls, running, confirmed, ended, begun, runtime, own, journal, close };
}

/** Calls that check what goes in and comes out as the dispatcher does. */
function checkedCalls(handlers: Jobs['handlers']['jobs']): Jobs['handlers']['jobs'] {
  const checked = Object.entries(handlers).map(([name, handler]) => {
    const { input, output } = bridgeJobs[name as keyof typeof handlers];
    const run = handler as (of: unknown, by: typeof caller) => Promise<unknown>;
    return [name, async (of: unknown, by: typeof caller) => output.parse(await run(input.parse(of), by))];
  });
  return Object.fromEntries(checked) as Jobs['handlers']['jobs'];
}
