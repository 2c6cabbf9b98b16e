/** Processes that end while they write: each write that reached the service has an entry. `tests/bench/journal-crash.bench.ts` kills 500 of them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Worker } from '#main/ports/ports.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { workerFolder } from '../support/main/build-worker';
import { secretsFolder } from '../support/main/crashing';
import { endBefore, mortalClock, mortalExchange, step } from '../support/main/dying-files';
import { openWriting, type WritingProcess } from '../support/main/journal-writing';
import { killWriters, readRecorded } from '../support/main/killed-writers';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { leaveLocks } from '../support/main/stale-lock';
import { startRelease } from '../support/service/start-release';
import { temporaryFolder } from '../support/temporary-folder';

vi.mock('node:fs/promises', async (load) => (await import('../support/main/dying-files')).dyingFiles(await load()));

/** A profile without a journal, and a service with users who can be renamed. */
async function setUp() {
  const played = await startRelease('2.8.109', { users: 20 });
  onTestFinished(() => played.close());
  const { project_id: projectId, secret_server_key: serverKey } = played.projects.demo;
  const headers = { 'x-stack-project-id': projectId, 'x-stack-access-type': 'server', 'x-stack-secret-server-key': serverKey };
  const listed = (await (await fetch(`${played.url}/api/v1/users?limit=20`, { headers })).json()) as { items: { id: string }[] };
  const profile = await temporaryFolder();
  await mkdir(secretsFolder(profile));
  const scene = { profile, url: played.url, projectId, serverKey, userIds: listed.items.map(({ id }) => id) };
  /** Returns the number of writes that reached the service, for each user. */
  const reached = () =>
    scene.userIds.map((id) => played.requests.filter(({ method, path }) => method === 'PATCH' && path.endsWith(id)).length);
  return { scene, reached };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** A library of a process that may end before each message to it or from it. */
function mortalLibrary(): Worker {
  const inner = startLibraryInProcess();
  return {
    ...inner,
    post: (message) => void step('post', 'a request').then(() => inner.post(message)),
    onMessage: (listener) => inner.onMessage((message) => void step('receive', 'a response').then(() => listener(message))),
  };
}

test('a process that ends at any step of a write leaves no write that reached the service without its entry', async () => {
  const { scene, reached } = await setUp();
  const steps: string[] = [];
  for (let at: string | null = ''; at !== null; ) {
    let own: WritingProcess | undefined;
    const user = steps.length % scene.userIds.length;
    at = await endBefore(steps.length + 1, async () => {
      own = openWriting(scene, { clock: mortalClock(systemClock), spawn: mortalLibrary, exchange: mortalExchange });
      await own.rename(scene.userIds[user] ?? '', `Name ${steps.length}`);
      // Comes after how the write ended, for which its caller doesn't wait.
      await own.journal.handlers.journal.read({ seq: 1 }, { windowId: 'w' });
    });
    own?.client.end();
    await leaveLocks(scene.profile);
    steps.push(at ?? 'completed');
    const { entries, known, verification, counted } = await readRecorded(scene);
    const number = reached()[user] ?? 0;
    expect(number, steps.at(-1)).toBeLessThanOrEqual(entries[user] ?? 0);
    expect(known[user] ?? 0, steps.at(-1)).toBeLessThanOrEqual(number);
    expect({ at, verification, counted }).toEqual({ at, verification: 'whole', counted: sum(entries) });
  }
  expect(steps.length).toBeGreaterThan(8);
  expect(sum(reached())).toBeGreaterThan(4);
});

test('of two processes that write and are killed again and again, no write that reached the service is without its entry', async () => {
  const { scene, reached } = await setUp();
  const program = join(await workerFolder(), 'journal-writer.js');
  const kills = 6;
  // Moments differ with each run: a fixed list of delays would hit the same steps.
  const confirmed = await killWriters({ program, scene, kills, lanes: 2, longestMillis: 40, random: Math.random });
  const { entries, known, open, verification, counted } = await readRecorded(scene);
  expect(sum(reached())).toBeGreaterThanOrEqual(kills);
  for (const [at, number] of reached().entries()) {
    expect(number).toBeLessThanOrEqual(entries[at] ?? 0);
    expect(known[at] ?? 0).toBeLessThanOrEqual(number);
    expect(confirmed[at] ?? 0).toBeLessThanOrEqual(entries[at] ?? 0);
  }
  expect({ open, verification, counted }).toEqual({ open: 0, verification: 'whole', counted: sum(entries) });
}, 120_000);
