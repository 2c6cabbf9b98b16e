/** Ends a program together with the npm that runs it. */
import { readProcess } from './read-process.mjs';

/** npm runs a script in a shell, which some systems replace by the script's program. */
const shell = /(^|[/\\-])(sh|bash|dash|zsh|ksh|ash|busybox|cmd|pwsh|powershell)(\.exe)?$/i;

/**
 * Ends this process as SIGTERM would once the npm that runs it has ended. npm passes SIGTERM on to its shell only, and has no time for that
 * when it is killed, so a program stayed behind. Does nothing in a process that npm doesn't run, or that was detached on purpose, which leads
 * a separate process group.
 * @param {number} [lookMillis] How often it looks.
 */
export async function endWithNpm(lookMillis = 1_000) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || parent <= 1) return;
  const [own, starter] = await Promise.all([readProcess(process.pid), readProcess(parent)]);
  if (own?.group === process.pid) return;
  const isBehindShell = starter !== null && shell.test(starter.name) && starter.parent > 1;
  const watched = isBehindShell ? [parent, starter.parent] : [parent];
  const timer = setInterval(() => {
    // Systems but Windows give an orphan another parent.
    if (process.ppid === parent && watched.every(isRunning)) return;
    clearInterval(timer);
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, lookMillis);
  timer.unref();
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
