/** Lets one process at a time install and build. */
import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject, say } from './project.mjs';

const lock = inProject('.cache', 'setup.lock');
const staleAfter = 15_000;

/**
 * Runs `task` alone. A lock whose holder died is taken over after 15 s.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function alone(task) {
  mkdirSync(inProject('.cache'), { recursive: true });
  for (let waited = false; !take(); waited = true) {
    if (!waited) say('Another start is setting up; waiting for it.');
    await delay(200);
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 3_000);
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    rmSync(lock, { recursive: true, force: true });
  }
}

function take() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleAfter) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
