/** Builds the workers once for all specs of a run, before the first one. */
import { rm } from 'node:fs/promises';
import { buildWorkers } from './build-worker';

/** Builds the workers, and returns a function that removes the build. Processes of specs inherit the variable. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await buildWorkers();
  process.env.LATCHKEY_TEST_WORKERS = folder;
  return () => rm(folder, { recursive: true, force: true });
}
