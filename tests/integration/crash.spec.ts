import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
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
import { ageLock } from '../support/main/stale-lock';
import { type TokenRelease, tokenReleases } from '../support/samples/access-token';
import { startRelease } from '../support/service/start-release';
import { temporaryFolder } from '../support/temporary-folder';

/**
 * Milliseconds between the begin of a step and the death within it; null: before the step. What is written doesn’t depend on the release that
 * the tokens are of, so each has a part of the moments between.
 */
const delays: Readonly<Record<TokenRelease, readonly (number | null)[]>> = {
  '2.8.4': [null, 0, 1.6, 3.2],
  '2.8.109': [null, 0, 0.8, 2.4],
};

/** Creates a profile with one account, signed in to a service of the release. */
async function setUp(release: TokenRelease): Promise<CrashScene> {
  const played = await startRelease(release);
  onTestFinished(() => played.close());
  const { url, projects } = played;
  const { project_id: projectId, publishable_client_key: publishableKey } = projects.demo;
  const profile = await temporaryFolder();
  await mkdir(secretsFolder(profile));
  const scene = { profile, url, projectId, publishableKey, ...ada };
  await within(scene, (own) => own.perform('sign-in'));
  return scene;
}

async function within<T>(scene: CrashScene, task: (own: CrashProcess) => Promise<T>): Promise<T> {
  const own = await openCrashing(scene);
  return task(own).finally(own.close);
}

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

/** Makes a process end before a step, or some milliseconds after it has begun. Returns its number of steps if it completed. */
async function runAndKill(scene: CrashScene, doing: Doing, dieAt: number, delay: number | null): Promise<number | null> {
  const child = await driver();
  child.send({ scene, doing, dieAt, delay } satisfies CrashOrder);
  let said = '';
  child.stdout?.on('data', (part) => (said += part));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (...ended) => resolve(ended)),
  );
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process failed by itself: ${code ?? signal}.`);
  return said === '' ? null : Number(said);
}

/** Makes the locks of the ended process look as old as they will be when another process waits for them. */
async function letLocksGrowOld(profile: string): Promise<void> {
  const locks = (await readdir(join(profile, 'locks')).catch(() => [])).map((name) => join('locks', name));
  const held = [...(await readdir(profile)).filter((name) => name.endsWith('.lock')), ...locks];
  for (const name of held) await ageLock(join(profile, name), 11);
}

/**
 * Starts the program again: it must find one of the two states, complete, with only the secrets of its accounts. The account keeps its ID
 * in any case.
 */
async function recover(scene: CrashScene, accountId: string, expected: readonly number[], mayBeOver: boolean): Promise<string> {
  await letLocksGrowOld(scene.profile);
  return within(scene, async (next) => {
    expect(expected).toContain(next.accounts().length);
    await eventually(async () => expect(await storedTokenSets(scene.profile)).toEqual(await next.tokenSets()));
    for (const { id, state } of next.accounts()) {
      expect([state, id]).toEqual(['signed-in', accountId]);
      expect((await next.sessions.source(id, 'c').tokens()).refresh).toMatch(/^\w{45}$/);
    }
    if (next.accounts().length > 0 && !mayBeOver) await next.perform('refresh');
    else await next.perform('sign-in');
    return next.accounts()[0]?.id ?? '';
  });
}

const afterwards: Record<Doing, readonly number[]> = { refresh: [1], 'sign-in': [1], share: [1], 'sign-out': [0, 1] };

const cases = tokenReleases.flatMap((release) => doings.map((doing) => ({ release, doing, times: delays[release].length - 1 })));

test.each(cases)(
  'a process killed before and $times times within each step of a $doing leaves the account as before or as after, with tokens of $release',
  async ({ release, doing }) => {
    const scene = await setUp(release);
    const steps = (await runAndKill(scene, doing, 0, null)) ?? 0;
    expect(steps).toBeGreaterThanOrEqual(3);
    let accountId = await within(scene, async (own) => own.accounts()[0]?.id ?? '');
    const next = async () => {
      accountId = await recover(scene, accountId, afterwards[doing], doing === 'sign-out');
    };
    await next();
    let deaths = 0;
    for (let dieAt = 1; dieAt <= steps; dieAt += 1) {
      for (const delay of delays[release]) {
        const isDead = (await runAndKill(scene, doing, dieAt, delay)) === null;
        if (delay === null) expect(isDead).toBe(true);
        if (isDead) deaths += 1;
        await next();
      }
    }
    expect(deaths).toBeGreaterThan(steps);
  },
  600_000,
);
