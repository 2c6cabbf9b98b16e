/** Runs programs from scripts. */
import { spawn } from 'node:child_process';
import { inProject, root } from './project.mjs';

const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const graceTime = 2_000;
/** How long a program that was asked to end may take before it gets the signal. The hosts limit themselves to less. */
const closeTime = 10_000;
/** A group of processes can be ended at once, where the system knows such a thing. */
const ownGroup = process.platform !== 'win32';

/**
 * @typedef {object} RunOptions
 * @property {boolean} [quiet] Keep the output unless the program fails.
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [limit] Milliseconds after which the program is ended.
 */

/**
 * Runs a program in the project's folder and returns its exit code (1 when it could not be started or was ended) and what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, env = process.env, limit } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: root,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', process.stderr, process.stderr],
      detached: ownGroup,
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
      ...(limit ? { timeout: limit } : {}),
    });
    const stopWatching = endWith(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    child.on('error', (error) => {
      stopWatching();
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => {
      stopWatching();
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Ends this process together with what it runs, so that a cancelled installation does not go on unseen. npm swallows a signal
 * while it runs a package's script: what has not ended in time is ended for certain.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWith(child) {
  let isEnding = false;
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    // A second signal, such as that of npm after the terminal's, would leave the program behind.
    if (isEnding) return;
    isEnding = true;
    endGroup(child, signal);
    child.once('close', () => process.exit(130));
    setTimeout(() => {
      endGroup(child, 'SIGKILL');
      process.exit(130);
    }, graceTime);
  };
  for (const signal of endings) process.on(signal, end);
  return () => {
    for (const signal of endings) process.off(signal, end);
  };
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function endGroup(child, signal) {
  if (!ownGroup || child.pid === undefined) return void child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Runs npm: the one that started this script, else the one on the path.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options);
}

/**
 * Runs a program of an installed package by its file, which needs no shell.
 * @param {string} file Below node_modules.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [inProject('node_modules', ...file.split('/')), ...args], options);
}

/**
 * @typedef {object} Becoming
 * @property {NodeJS.ProcessEnv} [env]
 * @property {() => void} [onReady] Called when the program says that it is ready, or ends with success before that.
 * @property {(ending: { code: number | null, signal: NodeJS.Signals | null, message?: string }) => void} [onEarlyEnd] Called instead of ending
 * when the program fails before it is ready.
 */

/**
 * Becomes a program as far as Node can: ends it when this process is ended, and takes over its exit code. The program has a channel to this
 * process, by which it learns when this process was killed, and over which it says that it is ready. At a signal, the channel is closed, which
 * ends the program in order: a terminal sends Ctrl+C to the program itself as well, and a second signal would kill it while it closes.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Becoming} [becoming]
 */
export function become(command, args, { env = process.env, onReady, onEarlyEnd } = {}) {
  const child = spawn(command, [...args], { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let isOver = false;
  let isReady = false;
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    if (isOver) return;
    isOver = true;
    if (child.connected) child.disconnect();
    setTimeout(() => child.kill(signal), closeTime).unref();
  };
  for (const signal of endings) process.on(signal, end);
  const fail = (/** @type {{ code: number | null, signal: NodeJS.Signals | null, message?: string }} */ ending) => {
    for (const signal of endings) process.off(signal, end);
    onEarlyEnd?.(ending);
  };
  child.once('message', () => {
    isReady = true;
    onReady?.();
  });
  child.on('error', ({ message }) => {
    if (onEarlyEnd) return fail({ code: null, signal: null, message });
    process.stderr.write(`Couldn’t start ${command}: ${message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (onEarlyEnd && !isReady && !isOver && code !== 0) return fail({ code, signal });
    // A second instance hands over to the one that runs.
    if (!isReady && code === 0) onReady?.();
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
  });
}
