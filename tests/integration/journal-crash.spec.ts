/** Processes are killed while they write: each write that reached the service has an entry. `tests/bench/journal-crash.bench.ts` does it 500 times. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workerFolder } from '../support/main/build-worker';
import { secretsFolder } from '../support/main/crashing';
import { killWriters, readRecorded } from '../support/main/killed-writers';
import { startRelease } from '../support/service/start-release';
import { temporaryFolder } from '../support/temporary-folder';

test('of two processes that write and are killed again and again, no write that reached the service is without its entry', async () => {
  const played = await startRelease('2.8.109', { users: 20 });
  onTestFinished(() => played.close());
  const { project_id: projectId, secret_server_key: serverKey } = played.projects.demo;
  const headers = { 'x-stack-project-id': projectId, 'x-stack-access-type': 'server', 'x-stack-secret-server-key': serverKey };
  const listed = (await (await fetch(`${played.url}/api/v1/users?limit=20`, { headers })).json()) as { items: { id: string }[] };
  const profile = await temporaryFolder();
  await mkdir(secretsFolder(profile));
  const scene = { profile, url: played.url, projectId, serverKey, userIds: listed.items.map(({ id }) => id) };
  const program = join(await workerFolder(), 'journal-writer.js');
  // Moments differ with each run: a fixed list of delays would hit the same steps.
  const confirmed = await killWriters({ program, scene, kills: 24, lanes: 2, longestMillis: 40, random: Math.random });
  const { entries, known, open, verification, counted } = await readRecorded(scene);
  const reached = scene.userIds.map((id) => played.requests.filter(({ method, path }) => method === 'PATCH' && path.endsWith(id)).length);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(sum(reached)).toBeGreaterThanOrEqual(24);
  for (const [at, number] of reached.entries()) {
    expect(number).toBeLessThanOrEqual(entries[at] ?? 0);
    expect(known[at] ?? 0).toBeLessThanOrEqual(number);
    expect(confirmed[at] ?? 0).toBeLessThanOrEqual(entries[at] ?? 0);
  }
  expect({ open, verification, counted }).toEqual({ open: 0, verification: 'whole', counted: sum(entries) });
}, 120_000);
