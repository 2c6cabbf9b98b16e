/** Processes that end while they change an account: the next one finds it as before or as after, complete, and with only its own secrets. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { systemClock } from '#main/runtime/system-clock.ts';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { eventually } from '../support/eventually';
import { workerFolder } from '../support/main/build-worker';
import {
  type CrashOrder,
  type CrashProcess,
  type CrashScene,
  type Doing,
  doings,
  openCrashing,
  secretsFolder,
  storedTokenSets,
} from '../support/main/crashing';
import { endBefore, mortalClock, mortalExchange } from '../support/main/dying-files';
import { leaveLocks } from '../support/main/stale-lock';
import { type TokenRelease, tokenReleases } from '../support/samples/access-token';
import { type RunningRelease, startRelease } from '../support/service/start-release';
import { temporaryFolder } from '../support/temporary-folder';

vi.mock('node:fs/promises', async (load) => (await import('../support/main/dying-files')).dyingFiles(await load()));

const services = new Map<TokenRelease, Promise<RunningRelease>>();
afterAll(async () => {
  for (const service of services.values()) await (await service).close();
});

/** Creates a profile with one account, signed in to a service of the release. */
async function setUp(release: TokenRelease): Promise<{ readonly scene: CrashScene; accountId: string }> {
  const service = services.get(release) ?? startRelease(release);
  services.set(release, service);
  const { url, projects } = await service;
  const { project_id: projectId, publishable_client_key: publishableKey } = projects.demo;
  const profile = await temporaryFolder();
  await mkdir(secretsFolder(profile));
  const scene = { profile, url, projectId, publishableKey, ...ada };
  const accountId = await within(scene, async (own) => {
    await own.perform('sign-in');
    return own.accounts()[0]?.id ?? '';
  });
  return { scene, accountId };
}

async function within<T>(scene: CrashScene, task: (own: CrashProcess) => Promise<T>): Promise<T> {
  const own = await openCrashing(scene);
  return task(own).finally(own.close);
}

/** Numbers of accounts that may be found after the death of a process. */
const afterwards: Record<Doing, readonly number[]> = { refresh: [1], 'sign-in': [1], share: [1], 'sign-out': [0, 1] };

interface Death {
  readonly doing: Doing;
  /** When the process has ended. */
  readonly at: string;
}

/**
 * Starts the program again: it must find one of the two states, complete, with only the secrets of its accounts. The account keeps its ID
 * in any case. Resolves to the ID.
 */
async function recover(scene: CrashScene, accountId: string, { doing, at }: Death): Promise<string> {
  await leaveLocks(scene.profile);
  return within(scene, async (next) => {
    expect(afterwards[doing], at).toContain(next.accounts().length);
    await eventually(async () => expect(await storedTokenSets(scene.profile), at).toEqual(await next.tokenSets()));
    for (const { id, state } of next.accounts()) {
      expect([state, id], at).toEqual(['signed-in', accountId]);
      expect((await next.sessions.source(id, 'c').tokens()).refresh, at).toMatch(/^\w{45}$/);
    }
    // A session that was being ended may be over at the service.
    if (next.accounts().length > 0 && doing !== 'sign-out') await next.perform('refresh');
    else await next.perform('sign-in');
    return next.accounts()[0]?.id ?? '';
  });
}

/** Performs as a process that ends before a step within this one. Resolves to the step, or to null if it completed. */
async function performUntil(number: number, scene: CrashScene, doing: Doing): Promise<string | null> {
  let own: CrashProcess | undefined;
  const at = await endBefore(number, async () => {
    own = await openCrashing(scene, { exchange: mortalExchange, clock: mortalClock(systemClock) });
    await own.perform(doing);
  });
  await own?.close();
  return at;
}

const cases = tokenReleases.flatMap((release) => doings.map((doing) => ({ release, doing })));

test.each(cases)(
  'a process that ends before any change within a $doing leaves the account as before or as after, with tokens of $release',
  async ({ release, doing }) => {
    const { scene, accountId } = await setUp(release);
    let [id, steps] = [accountId, 0];
    for (let at: string | null = ''; at !== null; ) {
      steps += 1;
      at = await performUntil(steps, scene, doing);
      id = await recover(scene, id, { doing, at: at ?? 'completed' });
    }
    expect(steps).toBeGreaterThan(15);
  },
);

/** Milliseconds between the start of a step and the death within it; null: before the step. */
const moments = [null, 0, 0.8, 1.6, 2.4, 3.2] as const;

let spare: Promise<ChildProcess> | null = null;

/** Returns a process that has loaded the program and waits for its order; the next one loads in the meantime. */
async function driver(): Promise<ChildProcess> {
  const loaded = spare ?? load();
  spare = loaded.then(load);
  return loaded;
}

async function load(): Promise<ChildProcess> {
  return fork(join(await workerFolder(), 'crash-driver.js'), { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

afterAll(async () => void (await spare)?.kill('SIGKILL'));

/** Makes a process end before a step, or some milliseconds after it has begun. Resolves to whether it was killed before it completed. */
async function runAndKill(order: CrashOrder): Promise<boolean> {
  const child = await driver();
  child.send(order);
  let said = '';
  child.stdout?.on('data', (part) => (said += part));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (...ended) => resolve(ended)),
  );
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process failed by itself: ${code ?? signal}.`);
  return said === '';
}

/** Resolves to the number of steps at which a process can be killed. */
async function stepsOf(scene: CrashScene, doing: Doing): Promise<number> {
  let steps = 0;
  const step = async () => {
    steps += 1;
  };
  const own = await openCrashing(scene, { step });
  await own.perform(doing).finally(own.close);
  return steps;
}

test('a process that is killed before or within any step leaves the account as before or as after', async () => {
  const profiles = await Promise.all(tokenReleases.map(setUp));
  let [runs, certain, deaths] = [0, 0, 0];
  for (const doing of doings) {
    const steps = await stepsOf((await setUp(tokenReleases[0])).scene, doing);
    expect(steps).toBeGreaterThanOrEqual(3);
    for (let dieAt = 1; dieAt <= steps; dieAt += 1) {
      const delay = moments[runs % moments.length] ?? null;
      // So that each moment is one of both.
      const own = profiles[(runs + Math.floor(runs / moments.length)) % profiles.length];
      if (own === undefined) throw new Error('There is no profile.');
      const at = `${doing}, ${delay ?? 'before'} in step ${dieAt}, ${own.scene.url}`;
      const isDead = await runAndKill({ scene: own.scene, doing, dieAt, delay });
      if (delay === null) expect(isDead, at).toBe(true);
      own.accountId = await recover(own.scene, own.accountId, { doing, at });
      runs += 1;
      certain += delay === null ? 1 : 0;
      deaths += isDead ? 1 : 0;
    }
  }
  expect(runs).toBeGreaterThan(2 * moments.length);
  expect(deaths).toBeGreaterThan(certain);
});
