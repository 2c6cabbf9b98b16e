/** Jobs: what they add to the requests that they send, how long a preview of many rows takes, and their memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { newestFirst } from '#contract/query/user-query.ts';
import { catalog } from '#contract/service/index.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { createExportSource, type MatchingUsers } from '#main/exports/export-source.ts';
import { createPreviews } from '#main/jobs/create-previews.ts';
import { runJob } from '#main/jobs/run-job.ts';
import { matchingUsers } from '#main/local-index/matching-users.ts';
import { secretsFolder } from '../support/main/crashing';
import { forkedWorker } from '../support/main/forked-worker';
import { headlessPorts } from '../support/main/headless-ports';
import { openWriting, type WritingProcess } from '../support/main/journal-writing';
import { sampleServerUser } from '../support/samples/sample-user';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { residentMemory } from './lib/memory';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { median } from './lib/statistics';
import { variedUsers } from './lib/varied-users';

/** Milliseconds until the service responds. */
const distance = 20;
const rounds = 10;
const rowsPerRound = 1_000;
const atOnce = 4;
const previewed = 100_000;
const previews = 3;
const batch = 500;
const nowMillis = 1_790_000_000_000;
const connectionId = 'c';
const { clock } = headlessPorts();
/** What a user has chosen, and confirmed. */
const confirmed = {
  options: { perSecond: null, stopAfter: null },
  passed: { safety: 'normal', requirePresence: false },
  timeMillis: nowMillis,
};

export async function measure(): Promise<Measurement[]> {
  const service = await startService();
  const { port } = service.address() as AddressInfo;
  try {
    const jobs = await openJobs('jobs', `http://127.0.0.1:${port}`);
    const sent = await measureSending(jobs);
    const preview = await measurePreview(jobs);
    await jobs.own.close();
    return [...sent, ...preview];
  } finally {
    service.closeAllConnections();
    service.close();
  }
}

/** A service that grants every permission. */
async function startService(): Promise<Server> {
  const service = createServer((request, response) => {
    request.resume();
    const [, user_id, id] = /\/project-permissions\/([^/]+)\/([^/?]+)/.exec(request.url ?? '') ?? [];
    const body = id === undefined ? { items: [], is_paginated: false } : { user_id, id: decodeURIComponent(id) };
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)), distance);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  return service;
}

interface OpenJobs {
  readonly own: WritingProcess;
  readonly libraryPid: () => number;
  /** Previews an action on users; on those of the index if none are given. */
  preview(action: RequestedAction, users?: readonly ServerUser[]): Promise<{ readonly id: string; readonly hash: string }>;
  run(preview: { readonly id: string; readonly hash: string }): Promise<void>;
}

const indexPath = () => join(runFolder(), 'library', 'index.db');

async function openJobs(name: string, url: string): Promise<OpenJobs> {
  const profile = join(runFolder(), name);
  await mkdir(secretsFolder(profile), { recursive: true });
  let pid = 0;
  const spawn = () => {
    const child = fork(join(root, 'out', 'main', 'library-worker.js'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      // As messages cross in the app.
      serialization: 'advanced',
    });
    pid = child.pid ?? 0;
    process.once('exit', () => void child.kill());
    return forkedWorker(child);
  };
  const own = openWriting({ profile, url, projectId: 'p', serverKey: 'ssk_of_the_project', userIds: [] }, { spawn });
  const { sender, target, client, runtime } = own;
  const { request } = own.journal.records;
  const sessions = { target: async () => target };
  let given: readonly ServerUser[] | null = null;
  async function* matching(...[, scope, , fields]: Parameters<MatchingUsers>) {
    if (given !== null) {
      yield given;
      return;
    }
    yield* matchingUsers((of) => client.request(indexPath(), of), { ...scope, nowMillis }, fields);
  }
  const source = { sender, sessions, matching, indexed: async () => null };
  const drafts = createPreviews({
    request,
    newId: runtime.newId,
    osUser: () => 'ada',
    now: () => nowMillis,
    destinationOf: () => target.destination,
    ownTargetsOf: () => new Map(),
    sourceOf: (id, signal) => createExportSource(source, id, { signal, assertAllowed: () => undefined }),
  });
  return {
    own,
    libraryPid: () => pid,
    preview(action, users) {
      given = users ?? null;
      const scope = { kind: 'matching', scope: { query: { op: 'and', of: [] }, order: newestFirst } } as const;
      return drafts.preview({ connectionId, scope, action }, 'w');
    },
    async run({ id, hash }) {
      await request({ op: 'job-start', job: id, hash, ...confirmed });
      const deps = {
        records: { request },
        clock,
        sender,
        sessions,
        userCalls: { idle: async () => undefined },
        newId: runtime.newId,
        signal: new AbortController().signal,
        isHalted: () => false,
        onProgress: () => undefined,
        assertAllowed: () => undefined,
        onWrite: () => undefined,
        keepSnapshot: async () => null,
        erasePeople: async () => 0,
      };
      await runJob(deps, id);
      const job = await request({ op: 'job-read', job: id });
      if (job?.state !== 'active' || job.counts.done !== rowsPerRound) throw new Error(`A job wasn’t done: ${JSON.stringify(job)}`);
    },
  };
}

const grant = { kind: 'users.grantInProject', permissionId: 'reports:read' } as const;

/** The same writes by a job, and bare: as many at once, over the same transport. */
async function measureSending({ own, preview, run, libraryPid }: OpenJobs): Promise<Measurement[]> {
  const bare = openWriting(
    { profile: join(runFolder(), 'bare'), url: own.target.baseUrl, projectId: 'p', serverKey: 'ssk_of_the_project', userIds: [] },
    { isRecorded: false },
  );
  let number = 0;
  const ids = () => {
    number += rowsPerRound;
    return Array.from({ length: rowsPerRound }, (_none, at) => `00000000-0000-4000-8000-${String(number + at).padStart(12, '0')}`);
  };
  const job = async () => {
    const drafted = await preview(
      grant,
      ids().map((id) => ({ ...sampleServerUser, id })),
    );
    return timed(() => run(drafted));
  };
  const requests = () => {
    const left = ids();
    const lane = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop())
        await bare.sender.send(
          catalog.permissions.grantInProject,
          'project',
          bare.target,
          { params: { user_id: id, permission_id: grant.permissionId }, body: {} },
          { origin: { source: 'job', connectionId }, once: true },
        );
    };
    return timed(() => Promise.all(Array.from({ length: atOnce }, lane)));
  };
  await job();
  await requests();
  const before = process.memoryUsage().rss;
  const { ratio, subject, baseline } = await compare(rounds, job, requests);
  const grown = process.memoryUsage().rss - before;
  await bare.close();
  const seconds = (millis: number) => (millis / 1_000).toFixed(2);
  return [
    {
      name: `job of ${rounds * rowsPerRound} writes, against the requests alone`,
      value: ratio,
      unit: 'x',
      limit: 1.15,
      detail: `${seconds(subject)} s against ${seconds(baseline)} s for ${rowsPerRound}, ${atOnce} at once, a service ${distance} ms away`,
    },
    {
      name: `job of ${rounds * rowsPerRound} writes, memory of the library`,
      value: residentMemory(libraryPid()) / 1_000,
      unit: 'kB',
      limit: 250_000,
      detail: `resident; the main process grew by ${(grown / 1e6).toFixed(0)} MB`,
    },
  ];
}

/** A preview of all users of an index, by a field that it has, and the start of the job. */
async function measurePreview({ own, preview }: OpenJobs): Promise<Measurement[]> {
  const { request } = own.journal.records;
  await own.client.open({ path: indexPath(), key: 'ab'.repeat(32), subject: 'preview' });
  for (let at = 0; at < previewed; at += batch)
    await own.client.request(indexPath(), { op: 'put-users', users: variedUsers(at, batch, previewed) });
  const times: number[] = [];
  for (let time = 0; time < previews; time += 1) times.push(await timed(() => preview({ kind: 'users.verifyEmail' })));
  const { id: job, hash } = await preview({ kind: 'users.verifyEmail' });
  const started = await timed(() => request({ op: 'job-start', job, hash, ...confirmed }));
  const opened = await timed(() => request({ op: 'job-open', job, runner: 'r' }));
  const taken = await timed(() => request({ op: 'job-next', job, runner: 'r', after: -1, limit: 100 }));
  return [
    {
      name: `preview of ${previewed} rows by fields of the index`,
      value: median(times) / 1_000,
      unit: 's',
      limit: 1,
      detail: `median of ${previews}, longest ${(Math.max(...times) / 1_000).toFixed(2)} s`,
    },
    {
      name: `start of a job of ${previewed} rows`,
      value: started,
      unit: 'ms',
      limit: 200,
    },
    {
      name: `first rows of a started job of ${previewed} rows`,
      value: opened + taken,
      unit: 'ms',
      limit: 500,
      detail: `${opened.toFixed(0)} ms to compare all rows with what was confirmed, ${taken.toFixed(0)} ms to read the first ones`,
    },
  ];
}
