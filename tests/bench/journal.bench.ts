/** The journal: what recording adds to a write, and how long 100,000 entries take to be read, searched, and verified. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLibraryClient, type LibraryClient } from '#main/library/library-client.ts';
import { secretsFolder } from '../support/main/crashing';
import { forkedWorker } from '../support/main/forked-worker';
import { seedJournal } from '../support/main/journal-seed';
import { openWriting } from '../support/main/journal-writing';
import { sampleServerUser } from '../support/samples/sample-user';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { median, quantile } from './lib/statistics';

const many = 100_000;
const key = 'ab'.repeat(32);
const compared = 40;
/** Milliseconds until the service responds. */
const distance = 20;
/** What is typed: names and values that are frequent, rare, or not there, parts of IDs, and less than the index finds. */
const typed = [
  'ada',
  'Lovelace 17',
  'user4999@',
  'free',
  'users.up',
  'après',
  'zq',
  'no such text',
  '000000004711',
  'team',
  'e',
  'before 99999',
];
const repeats = 5;

export async function measure(): Promise<Measurement[]> {
  return [await measureWrite(), ...(await measureEntries())];
}

/**
 * The time that recording adds to a write whose old value was read right before, as forms do, as a share of what it may add. What isn't waited for,
 * such as storing the outcome, has ended before the next round.
 */
async function measureWrite(): Promise<Measurement> {
  const service = createServer((request, response) => {
    request.resume();
    const text = JSON.stringify(sampleServerUser);
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(text), distance);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const scene = (name: string) => ({
    profile: join(runFolder(), name),
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    projectId: 'p',
    serverKey: 'ssk_of_the_project',
    userIds: [],
  });
  await mkdir(secretsFolder(scene('recorded').profile), { recursive: true });
  const recorded = openWriting(scene('recorded'), { spawn: startWorker, readsOldValues: true });
  const bare = openWriting(scene('bare'), { spawn: startWorker, readsOldValues: true, isRecorded: false });
  const round = (own: typeof recorded) => async () => {
    await own.read(sampleServerUser.id);
    const millis = await timed(() => own.rename(sampleServerUser.id, 'Ada Lovelace'));
    await sleep(distance);
    return millis;
  };
  const rounds = [round(recorded), round(bare)] as const;
  for (let warmUp = 0; warmUp < 5; warmUp += 1) for (const each of rounds) await each();
  const { subject, baseline } = await compare(compared, ...rounds);
  const fsync = await fsyncMillis();
  const allowed = Math.max(0.05 * baseline, 2 * fsync);
  await recorded.close();
  await bare.close();
  service.closeAllConnections();
  service.close();
  return {
    name: 'recording a write, against 5 % of it or two fsyncs',
    value: Math.max(0, subject - baseline) / allowed,
    unit: 'x',
    limit: 1,
    detail: `${subject.toFixed(1)} ms against ${baseline.toFixed(1)} ms, a service ${distance} ms away; an fsync takes ${fsync.toFixed(2)} ms`,
  };
}

/** Milliseconds that this machine takes until a page is on the disk, which rests in between as it does between writes. */
async function fsyncMillis(): Promise<number> {
  const file = openSync(join(runFolder(), 'fsync'), 'w');
  const page = Buffer.alloc(4_096, 1);
  const times: number[] = [];
  for (let time = 0; time < 50; time += 1) {
    await sleep(distance);
    const begun = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    times.push(performance.now() - begun);
  }
  closeSync(file);
  return median(times);
}

async function measureEntries(): Promise<Measurement[]> {
  const path = join(runFolder(), 'library', 'records.db');
  seedJournal({ path, key, writes: many });
  const client = createLibraryClient(startWorker);
  const firsts: number[] = [];
  for (let time = 0; time < repeats; time += 1) {
    client.end();
    firsts.push(await timed(() => openedList(client, path)));
  }
  const searches: number[] = [];
  for (let time = 0; time < repeats; time += 1)
    for (const text of typed) searches.push(await timed(() => client.records(path, { op: 'list-entries', filter: { text }, limit: 50 })));
  const verifications: number[] = [];
  for (let time = 0; time < repeats; time += 1)
    verifications.push(await timed(() => client.records(path, { op: 'verify-chain', checkpoint: null })));
  client.end();
  const longest = Math.max(...searches).toFixed(0);
  return [
    {
      name: `journal of ${many} entries, search, 95 %`,
      value: quantile(searches, 0.95),
      unit: 'ms',
      limit: 100,
      detail: `${searches.length} searches for 50 entries, median ${median(searches).toFixed(0)} ms, longest ${longest} ms`,
    },
    {
      name: `journal of ${many} entries, first row`,
      value: median(firsts),
      unit: 'ms',
      limit: 150,
      detail: `the newest 50, with the start of the worker, median of ${repeats}`,
    },
    {
      name: `journal of ${many} entries, verification`,
      value: median(verifications) / 1_000,
      unit: 's',
      limit: 1,
      detail: `median of ${repeats}, longest ${(Math.max(...verifications) / 1_000).toFixed(2)} s, each with its outcome`,
    },
  ];
}

async function openedList(client: LibraryClient, path: string): Promise<void> {
  await client.openRecords({ path, key, nowMillis: 1 });
  await client.records(path, { op: 'list-entries', filter: {}, limit: 50 });
}

function startWorker() {
  const child = fork(join(root, 'out', 'main', 'library-worker.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  process.once('exit', () => void child.kill());
  return forkedWorker(child);
}
