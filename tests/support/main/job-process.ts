/** A process with jobs, over the records of a folder, which can be dropped as by its end. */
import { join } from 'node:path';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import type { JobOptions, JobPreview, JobScope, JobTarget } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { MatchingUsers } from '#main/exports/export-source.ts';
import { createExportSource, type ExportSourceDeps } from '#main/exports/export-source.ts';
import { createPreviews } from '#main/jobs/create-previews.ts';
import { type RunEnd, type RunJobDeps, runJob } from '#main/jobs/run-job.ts';
import type { JournalRecords } from '#main/journal/journal-records.ts';
import { openRecords } from '#main/library/records/open-records.ts';
import { openRecordsDatabase } from '#main/library/records/records-database.ts';
import type { Clock, Transport } from '#main/ports/ports.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type Target } from '#main/remote/send.ts';
import { narrowUsers } from './narrow-users';
import { seededRandom } from './test-ports';

const destination = 'https://x.test p';

/** A process with jobs. */
export interface JobProcess {
  readonly request: JournalRecords['request'];
  /** Previews and starts a job. Returns its ID. */
  start(action: RequestedAction, targets: readonly (JobTarget | string)[], options?: Partial<JobOptions>): Promise<string>;
  preview(action: RequestedAction, scope: JobScope): Promise<JobPreview>;
  /** Starts what was previewed. */
  begin(preview: { readonly id: string; readonly hash: string }): Promise<string>;
  /** Changes what is stored, as another program could that has the key. */
  alter(sql: string): void;
  /** Returns all that is stored, each row of each table as text. */
  stored(): readonly string[];
  /** What exports and imports of the process depend on. */
  readonly source: Pick<ExportSourceDeps, 'sender' | 'indexed'> & {
    readonly sessions: { readonly target: () => Promise<Target & { destination: string }> };
  };
  readonly previewRows: ReturnType<typeof createPreviews>['previewRows'];
  previewUndo(id: string): ReturnType<ReturnType<typeof createPreviews>['previewUndo']>;
  run(id: string, own?: Partial<RunJobDeps>): Promise<RunEnd>;
  rows(id: string): Promise<readonly StoredRow[]>;
  /** Ends the process: nothing that it does from now on has an effect, and nothing that it waits for happens. */
  kill(): void;
}

export interface JobProcessOptions {
  readonly folder: string;
  readonly service: { readonly transport: Transport };
  readonly clock: Clock;
  readonly keys: Readonly<Record<'publishable_client_key' | 'secret_server_key' | 'super_secret_admin_key', string>>;
  readonly projectId: string;
  /** Where the service is; that of the sandbox in this process by default. */
  readonly baseUrl?: string;
  /** What is spared: users who are signed in, or as whom projects were opened, and keys. */
  readonly ownTargets?: ReadonlyMap<string, 'self' | 'owner'>;
  /** The users of an index, some at a time; without one by default. */
  readonly indexed?: readonly (readonly ServerUser[])[];
  /** What is known of the release; nothing by default. */
  readonly features?: KnownFeatures;
}

const storedText = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value));

const recordsKey = 'ab'.repeat(32);
const never = new Promise<never>(() => undefined);
const noUser = { idle: async () => undefined };

/** Starts a process over the records of a folder. */
export function startJobProcess({ baseUrl = 'http://localhost:8102', ...options }: JobProcessOptions): JobProcess {
  const { folder, service, clock, keys, projectId, ownTargets, indexed, features } = options;
  let isDead = false;
  const records = openRecords({ path: join(folder, 'records.db'), key: recordsKey, nowMillis: clock.now() });
  const alive = <T>(value: T): T | Promise<never> => (isDead ? never : value);
  const request: JournalRecords['request'] = async (body) => {
    if (isDead) return never;
    const result = await records.handle(body, async () => undefined);
    return alive(result as never);
  };
  const transport: Transport = {
    send: async (sent) =>
      isDead ? never : service.transport.send(sent).then(alive, (thrown) => (isDead ? never : Promise.reject(thrown))),
    close: async () => undefined,
  };
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.2.3' });
  const inHand = keysInHand({ client: keys.publishable_client_key, server: keys.secret_server_key, admin: keys.super_secret_admin_key });
  const target: Target & { destination: string } = {
    baseUrl,
    projectId,
    keys: inHand,
    destination,
    ...(features && { features: async () => features }),
  };
  const sessions = { target: async () => target };
  let lastId = 0;
  const newId = () => `${clock.monotonic()}-${++lastId}-${Math.random()}`;
  async function* matching(...[, , , fields]: Parameters<MatchingUsers>) {
    if (indexed === undefined) throw fail('object-gone');
    for (const users of indexed) yield narrowUsers(users, fields);
  }
  const source = { sender, sessions, matching, indexed: async () => null };
  const previews = createPreviews({
    request,
    newId,
    osUser: () => 'ada',
    now: () => clock.now(),
    destinationOf: () => destination,
    ownTargetsOf: () => ownTargets ?? new Map(),
    sourceOf: (connectionId, signal) => createExportSource(source, connectionId, { signal, assertAllowed: () => undefined }),
  });
  const startJob = async (id: string, hash: string, options: Partial<JobOptions> = {}) => {
    const passed = { safety: 'normal', requirePresence: false };
    const own = { perSecond: null, stopAfter: null, ...options };
    await request({ op: 'job-start', job: id, hash, options: own, passed, timeMillis: clock.now() });
    return id;
  };
  return {
    request,
    async start(action, targets, options) {
      const scope = { kind: 'targets', targets: targets.map((one) => (typeof one === 'string' ? { id: one, of: null } : one)) } as const;
      const { id, hash } = await previews.preview({ connectionId: 'c', scope, action }, 'w');
      return startJob(id, hash, options);
    },
    begin: ({ id, hash }) => startJob(id, hash),
    stored() {
      const other = openRecordsDatabase({ path: join(folder, 'records.db'), key: recordsKey, nowMillis: clock.now() });
      const tables = other.all<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'texts_index%'",
        [],
      );
      const rows = tables.flatMap(({ name }) => other.all<Record<string, unknown>>(`SELECT * FROM "${name}"`, []));
      other.close();
      return rows.map((row) => Object.values(row).map(storedText).join(' '));
    },
    alter(sql) {
      const other = openRecordsDatabase({ path: join(folder, 'records.db'), key: recordsKey, nowMillis: clock.now() });
      other.script(sql);
      other.close();
    },
    preview: (action, scope) => previews.preview({ connectionId: 'c', scope, action }, 'w'),
    source,
    previewRows: previews.previewRows,
    previewUndo: (id) => previews.previewUndo(id, 'w'),
    run: (id, own = {}) =>
      runJob(
        {
          records: { request },
          clock,
          sender,
          sessions,
          userCalls: noUser,
          newId,
          signal: new AbortController().signal,
          isHalted: () => false,
          onProgress: () => undefined,
          assertAllowed: () => undefined,
          onWrite: () => undefined,
          keepSnapshot: async () => null,
          erasePeople: async ({ ids, names }) =>
            (await request({ op: 'erase-person', timeMillis: clock.now(), ids: [...ids], names: [...names], destination })).erased,
          ...own,
        },
        id,
      ),
    rows: async (id) => (await request({ op: 'job-rows', job: id, states: null, after: -1, limit: 1_000 })).rows,
    kill() {
      isDead = true;
      records.close();
    },
  };
}
