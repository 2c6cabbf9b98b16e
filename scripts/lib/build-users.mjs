/** Test runs that use the build in out/. Other processes replace it when they have ended. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject, say } from './project.mjs';

const folder = inProject('.cache', 'build-users');
/** Set in a test run, and inherited by its processes. */
const variable = 'LATCHKEY_USES_BUILD';

/** Whether this process belongs to a test run that uses the build. */
export const isUser = () => process.env[variable] !== undefined;

/** Keeps the build as it is until this process ends. Call it once the build is there. */
export function becomeUser() {
  if (isUser()) return;
  process.env[variable] = String(process.pid);
  const file = join(folder, String(process.pid));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '');
  process.once('exit', () => rmSync(file, { force: true }));
}

/** Resolves when no test run uses the build. @param {{ look?: () => readonly number[], report?: (line: string) => void, every?: number }} [options] */
export async function untilUnused({ look = users, report = say, every = 500 } = {}) {
  for (let waited = false; look().length > 0; waited = true) {
    if (!waited) report('Waiting for tests that use the last build…');
    await delay(every);
  }
}

/** The test runs that are going on. Forgets those that were killed. */
export function users() {
  return pidsIn(folder).filter((pid) => {
    if (isRunning(pid)) return true;
    rmSync(join(folder, String(pid)), { force: true });
    return false;
  });
}

/** @param {string} path */
function pidsIn(path) {
  try {
    return readdirSync(path).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
