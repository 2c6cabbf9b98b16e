/** Processes are killed while they run a job: each row is done once, and its result is true. `tests/bench/job-crash.bench.ts` does it 200 times. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workerFolder } from '../support/main/build-worker';
import { killRunners, startImport, storedPasswords, truthOf } from '../support/main/killed-runs';
import { startRelease } from '../support/service/start-release';
import { temporaryFolder } from '../support/temporary-folder';

test('an import that is killed again and again does each row once, knows what became of it, and leaves no password', async () => {
  const played = await startRelease('2.8.109', { users: 10 });
  onTestFinished(() => played.close());
  const { project_id: projectId, ...keys } = played.projects.demo;
  const folder = join(await temporaryFolder(), 'library');
  await mkdir(folder);
  const base = { folder, keys, projectId, baseUrl: played.url };
  const scene = { ...base, job: await startImport(base, 200) };
  // What is looked for after the run is found before it.
  expect(await storedPasswords(scene)).toHaveLength(10);
  const program = join(await workerFolder(), 'job-runner.js');
  // Moments differ with each run: a fixed list of delays would hit the same steps.
  const killed = await killRunners({ program, scene, kills: 4, longestMillis: 150, random: Math.random });
  const { wrong, passwords, created, unknown } = await truthOf(scene);
  expect({ wrong, passwords }).toEqual({ wrong: [], passwords: 0 });
  const sent = played.requests.filter(
    ({ method, path, body }) => method === 'POST' && path.endsWith('/users') && body?.includes('Imported'),
  );
  expect(killed).toBeGreaterThan(0);
  expect(created).toBeLessThanOrEqual(sent.length);
  expect(created).toBeGreaterThanOrEqual(200 - unknown);
}, 120_000);
