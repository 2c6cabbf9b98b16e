/** Brings a checkout to where its programs can run: packages installed, sources built. Quick when nothing changed. */
import { build, isBuilt } from './build.mjs';
import { isUser } from './build-users.mjs';
import { install, isInstalled } from './install.mjs';
import { say } from './project.mjs';
import { SetupError } from './setup-error.mjs';
import { alone } from './setup-lock.mjs';

/**
 * Installs and, unless an option says otherwise, builds; ends the process with a plain sentence when that cannot be done.
 * @param {{ withBuild?: boolean }} [options]
 */
export async function setUp({ withBuild = true } = {}) {
  const problem = (await attempt(isInstalled, install)) ?? (withBuild ? await tryBuild() : null);
  if (problem === null) return;
  say(problem);
  process.exit(1);
}

/** Builds in a checkout that is installed. @returns {Promise<string | null>} Why it could not. */
export const tryBuild = () => attempt(hasBuild, build);

/** The processes of a test run take the build as it was when the run began, whatever happens to the sources. */
const hasBuild = () => isUser() || isBuilt();

/**
 * Takes the lock only if there is something to do: a checkout that is ready need not be writable.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} task
 */
async function attempt(isDone, task) {
  try {
    if (!isDone()) await alone(task);
    return null;
  } catch (error) {
    return explain(error);
  }
}

/** @param {unknown} error */
function explain(error) {
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (error instanceof SetupError) return message;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `Couldn’t write to ${path}. Clone the project to a folder you can write to, or change the folder’s owner.`;
  if (code === 'ENOSPC') return 'The disk is full. Free some space, then try again.';
  return message;
}
