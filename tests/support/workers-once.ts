/** Builds the workers once for all specs of a run, before the first one. */
import { rm } from 'node:fs/promises';
import { becomeUser } from '../../scripts/lib/build-users.mjs';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { buildWorkers } from './build-worker';

/** Builds the program and the workers, and returns a function that removes the latter. Processes of specs inherit the variables. */
export async function setup(): Promise<() => Promise<void>> {
  const problem = await tryBuild();
  if (problem !== null) throw new Error(problem);
  becomeUser();
  const folder = await buildWorkers();
  process.env.LATCHKEY_TEST_WORKERS = folder;
  return () => rm(folder, { recursive: true, force: true });
}
