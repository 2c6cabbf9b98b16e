/** Lets one process at a time install and build. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject, say } from './project.mjs';

const lock = inProject('.cache', 'setup.lock');
const beat = 3_000;
/** A holder that cannot be seen may live in another container: it must have missed a beat as well. */
const goneAfter = 5_000;
const staleAfter = 15_000;

/**
 * Runs `task` alone. The lock of a holder that died is taken over after 5 s, of one that hangs after 15 s.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function alone(task) {
  mkdirSync(inProject('.cache'), { recursive: true });
  for (let waited = false; !take(); waited = true) {
    if (!waited) say('Waiting for another process that is setting up…');
    await delay(200);
  }
  const heartbeat = setInterval(touch, beat);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isAbandoned(lock)) setAside();
    return false;
  }
}

function touch() {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Taken over after this machine slept: the other holder's beats count now.
  }
}

/** @param {string} folder */
function isAbandoned(folder) {
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > staleAfter || (age > goneAfter && isHolderGone(folder));
}

/** @param {string} folder */
function isHolderGone(folder) {
  try {
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** Of two that find the same abandoned lock one succeeds; the other may catch the new lock of the first, and puts it back. */
function setAside() {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (isAbandoned(aside)) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Another process was faster; the next check finds out.
  }
}
