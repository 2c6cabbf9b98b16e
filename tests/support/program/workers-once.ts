/** Builds the workers and the test double of Electron once for all specs of a run, before the first one. */
import { rm } from 'node:fs/promises';
import { becomeUser } from '../../../scripts/lib/build-users.mjs';
import { tryBuild } from '../../../scripts/lib/setup.mjs';
import { buildStandIn } from '../electron/process';
import { buildWorkers } from '../main/build-worker';

/** Builds the program and what specs need beside it, and returns a function that removes the latter. Processes of specs inherit the variables. */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of this run has built them.
  if (process.env.LATCHKEY_TEST_WORKERS !== undefined) return async () => undefined;
  const problem = await tryBuild();
  if (problem !== null) throw new Error(problem);
  becomeUser();
  const [workers, standIn] = [await buildWorkers(), await buildStandIn()];
  Object.assign(process.env, { LATCHKEY_TEST_WORKERS: workers, LATCHKEY_TEST_ELECTRON: standIn });
  return async () => {
    for (const folder of [workers, standIn]) await rm(folder, { recursive: true, force: true });
  };
}
