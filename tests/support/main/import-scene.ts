/** Imports over a sandbox in this process: files are given as texts, and calls are checked as the dispatcher does. */

import { onTestFinished } from 'vitest';
import { imports as bridgeImports } from '#contract/bridge/imports.ts';
import type { CheckedLine, CheckResult, LineStatus } from '#contract/imports/check.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import type { ImportRun } from '#contract/imports/run.ts';
import { type ImportKind, type ImportSource, importPartBytes } from '#contract/imports/source.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { createImports, type Imports } from '#main/imports/create-imports.ts';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import type { TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { settle } from '../fake-clock';
import { temporaryFolder } from '../temporary-folder';
import { jobScene } from './jobs-scene';
import { narrowUsers } from './narrow-users';
import { createTestPorts } from './test-ports';

type Calls = Imports['handlers']['imports'];

const caller = { windowId: 'w' };

interface Own {
  /** The users of an index; without one by default. */
  readonly indexed?: readonly ServerUser[];
  readonly ownTargets?: ReadonlyMap<string, 'self' | 'owner'>;
  /** What the release has. */
  readonly features?: Readonly<Record<string, boolean>>;
}

/** Returns what a spec of imports needs. */
export async function importScene(sandbox: TestSandbox, { indexed, ownTargets = new Map(), features }: Own = {}) {
  const scene = await jobScene(sandbox);
  const job = scene.process();
  const profileFolder = await temporaryFolder();
  const ports = createTestPorts(profileFolder, { clock: scene.clock });
  const runtime = createRuntime(ports);
  const facts = { isLocked: false, destination: 'https://x.test p', safety: 'normal' };
  if (indexed !== undefined) {
    const state = { connectionId: 'c', state: 'current', users: indexed.length, teams: 0, unread: 0, progress: null, pause: null } as const;
    runtime.topics['localIndex.state'].set([{ ...state, asOfMillis: 1, isTemporary: false, wasRebuilt: false }]);
  }
  const domain = createImports({
    ...{ ports, runtime },
    sender: job.source.sender,
    indexed: job.source.indexed,
    async *matching(...[, , , fields]) {
      const users = indexed ?? [];
      for (let at = 0; at < users.length; at += 500) yield narrowUsers(users.slice(at, at + 500), fields);
    },
    sessions: {
      serverTime: () => scene.clock.now(),
      target: async () => ({ ...(await job.source.sessions.target()), ...(features && { features: async () => features }) }),
    },
    connections: {
      find: (() => ({ id: 'c', safety: facts.safety })) as never,
      has: () => true,
      destinationOf: () => facts.destination,
    },
    jobs: { previewRows: job.previewRows, ownTargetsOf: () => ownTargets },
    assertPermitted: () => undefined,
    isLocked: () => facts.isLocked,
  });
  onTestFinished(() => domain.close());
  const calls = checkedCalls(domain.handlers.imports);
  const run = (): ImportRun => {
    const [own] = bridgeImports.runs.value.parse(runtime.topics['imports.runs'].get().value);
    if (own === undefined) throw new Error('No import is open.');
    return own;
  };
  /** Sends a file in parts. Resolves to what was found in it. */
  const opened = async (kind: ImportKind, text: string | Buffer, name = 'file.csv') => {
    const bytes = Buffer.from(text as string);
    const id = await calls.begin({ connectionId: 'c', kind, name, size: bytes.length }, caller);
    for (let position = 0; position < bytes.length; position += importPartBytes)
      await calls.append({ id, position, data: bytes.subarray(position, position + importPartBytes).toString('base64') }, caller);
    const source: ImportSource | null = await calls.finish({ id, isUnchanged: true }, caller);
    return { id, source };
  };
  const linesOf = async (id: string, status: LineStatus): Promise<readonly CheckedLine[]> =>
    (await calls.lines({ id, status, from: 0, limit: 200 }, caller)).lines;
  /** Checks a file with the mapping that is suggested, or a change of it. */
  const checked = async (kind: ImportKind, text: string | Buffer, change: Partial<ImportMapping> = {}) => {
    const { id } = await opened(kind, text);
    const mapping = { ...(await calls.suggest({ id }, caller)), ...change } as ImportMapping;
    await calls.check({ id, mapping }, caller);
    // As long as the test has: a busy machine takes many turns for a large file.
    while (run().state === 'checking') await settle();
    const { result, error, fault } = run();
    if (result === null) throw new Error(`The check has no result: ${JSON.stringify({ error, fault })}`);
    return { id, result: result as CheckResult };
  };
  /** Imports all that can be, and resolves to the rows of the job. */
  const imported = async (kind: ImportKind, text: string | Buffer, change: Partial<ImportMapping> = {}) => {
    const { id, result } = await checked(kind, text, change);
    const preview = await calls.prepare({ id, statuses: ['create', 'change'] }, caller);
    const before = scene.service.writes().length;
    const jobId = await job.begin(preview);
    const end = await job.run(jobId);
    return { id, result, preview, jobId, end, rows: await job.rows(jobId), writes: scene.service.writes().slice(before) };
  };
  return { ...scene, job, domain, calls, run, opened, linesOf, checked, imported, facts, profileFolder, runtime, caller };
}

/** Calls that check what goes in and comes out as the dispatcher does. */
function checkedCalls(handlers: Calls): Calls {
  const checked = Object.entries(handlers).map(([name, handler]) => {
    const { input, output } = bridgeImports[name as keyof typeof handlers];
    const run = handler as (of: unknown, by: typeof caller) => Promise<unknown>;
    return [name, async (of: unknown, by: typeof caller) => output.parse(await run(input.parse(of), by))];
  });
  return Object.fromEntries(checked) as Calls;
}

/** Returns a line in few words. */
export const briefly = ({ line, status, changes, problems }: CheckedLine) =>
  [
    line,
    status,
    ...problems.map(({ reason, columnName }) => (columnName === null ? reason : `${columnName} ${reason}`)),
    ...changes.map(({ field, before, after, isSecret }) =>
      isSecret ? `${field} set` : `${field} ${JSON.stringify(before) ?? '-'} > ${JSON.stringify(after) ?? '-'}`,
    ),
  ].join(', ');
