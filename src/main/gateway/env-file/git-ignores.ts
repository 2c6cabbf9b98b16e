/** Asks Git whether it ignores a file. */
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';

/** Milliseconds after which the question is given up. */
const timeoutMillis = 3_000;

/** Variables that make Git use another repository than that of the folder. */
const repositoryVariables = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_PREFIX'];

/**
 * Resolves to whether Git ignores a file, which needn't exist. Null if that is unknown: Git isn't installed, or the folder isn't in a
 * repository. A tracked file is never ignored.
 */
export function gitIgnores(path: string): Promise<boolean | null> {
  // The repository may be anyone's, so it must not name programs that Git then runs.
  const args = ['-c', 'core.fsmonitor=false', '-C', dirname(path), 'check-ignore', '--quiet', '--', basename(path)];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !repositoryVariables.includes(name)));
  // Windows looks for programs in the working folder first.
  const options = { cwd: homedir(), env: { ...env, GIT_OPTIONAL_LOCKS: '0' }, timeout: timeoutMillis, windowsHide: true };
  return new Promise((resolve) => {
    execFile('git', args, options, (error) => {
      if (error === null) resolve(true);
      else resolve(error.code === 1 ? false : null);
    });
  });
}
