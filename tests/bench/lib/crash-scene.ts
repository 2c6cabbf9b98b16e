/** A profile with one account, and what a process that died in it left of that account. */
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { demoAccounts } from '#sandbox/seed/seed-named-users.ts';
import { type CrashProcess, type CrashScene, type Doing, openCrashing, secretsFolder, storedTokenSets } from '../../support/main/crashing';
import { ageLock } from '../../support/main/stale-lock';
import { type Program, startProgram } from './programs';
import { runFolder } from './sandbox';

const announcement = z.object({
  url: z.string(),
  projects: z.object({ demo: z.object({ project_id: z.string(), publishable_client_key: z.string() }) }),
});

/** Starts the service that the accounts are of. */
export function startCrashService(): Promise<Program> {
  return startProgram(join('out', 'main', 'sandbox.js'), '--port', '0', '--json');
}

/** A new profile, signed in. */
export async function newCrashScene(service: Program): Promise<CrashScene> {
  const { url, projects } = announcement.parse(JSON.parse(service.line));
  const profile = await mkdtemp(join(runFolder(), 'crash-'));
  await mkdir(secretsFolder(profile));
  const { email, password } = z.object({ email: z.string(), password: z.string() }).parse(demoAccounts[0]);
  const { project_id: projectId, publishable_client_key: publishableKey } = projects.demo;
  const scene = { profile, url, projectId, publishableKey, email, password };
  await within(scene, (own) => own.perform('sign-in'));
  return scene;
}

/** How many accounts there may be after a crash. */
const afterwards: Readonly<Record<Doing, { readonly least: number; readonly most: number }>> = {
  refresh: { least: 1, most: 1 },
  'sign-in': { least: 1, most: 1 },
  share: { least: 1, most: 1 },
  'sign-out': { least: 0, most: 1 },
};

/**
 * The next start: makes the profile ready for another crash, and answers how many accounts are lost or doubled. One whose
 * session is of no use counts as lost, and orphaned secrets count as a double.
 */
export async function recover(scene: CrashScene, doing: Doing): Promise<number> {
  await letLocksGrowOld(scene.profile);
  return within(scene, async (next) => {
    const accounts = next.accounts();
    const { least, most } = afterwards[doing];
    let wrong = Math.max(0, least - accounts.length, accounts.length - most);
    if (!(await secretsAre(await next.tokenSets(), scene.profile))) wrong += 1;
    for (const { id, state } of accounts) if (state !== 'signed-in' || !(await isUsable(next, id))) wrong += 1;
    // A session that was being ended may be over at the service.
    if (wrong === 0) await next.perform(accounts.length > 0 && doing !== 'sign-out' ? 'refresh' : 'sign-in');
    return wrong;
  });
}

async function within<T>(scene: CrashScene, task: (own: CrashProcess) => Promise<T>): Promise<T> {
  const own = await openCrashing(scene);
  return task(own).finally(own.close);
}

async function isUsable({ sessions }: CrashProcess, accountId: string): Promise<boolean> {
  const tokens = await sessions
    .source(accountId, 'c')
    .tokens()
    .catch(() => null);
  return /^\w{45}$/.test(tokens?.refresh ?? '');
}

/** Whether the keychain ends up with those token sets and no others: a start removes what a crash left. */
async function secretsAre(tokenSets: readonly string[], profile: string): Promise<boolean> {
  for (const until = Date.now() + 20_000; Date.now() < until; await pause(5)) {
    if ((await storedTokenSets(profile)).join() === tokenSets.join()) return true;
  }
  return false;
}

/** Makes what the dead process held look as old as it will be when another process waits for it. */
async function letLocksGrowOld(profile: string): Promise<void> {
  const locks = (await readdir(join(profile, 'locks')).catch(() => [])).map((name) => join('locks', name));
  const held = [...(await readdir(profile)).filter((name) => name.endsWith('.lock')), ...locks];
  for (const name of held) await ageLock(join(profile, name), 11);
}
