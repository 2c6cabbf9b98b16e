/** The built browser host, started like a user does, with its own profile. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface PageHost {
  /** The link that opens one page. */
  readonly url: string;
  readonly profile: string;
  /** Ends the host like Ctrl+C and waits until it has ended. */
  stop(): Promise<void>;
  /** Kills the sandbox's process. */
  killSandbox(): Promise<void>;
}

export interface RunningHost extends PageHost {
  /** Kills the host. */
  kill(): Promise<void>;
  readonly process: ChildProcess;
}

const hostProgram = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'browser.js');

/** Creates a folder for a profile; the caller removes it. */
export function newProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'latchkey-profile-'));
}

/** Returns the environment of a host that reads the machine's policy from a folder whose name is `latchkey`. */
export function withPolicyIn(folder: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'policy-elsewhere.mjs'))}`, LATCHKEY_SPEC_POLICY: folder };
}

/** Starts the host. Resolves when it prints its URL. Secrets stay in memory unless `keychainEnv` is passed. */
export async function launchHost(profile: string, keychainEnv?: NodeJS.ProcessEnv, env: NodeJS.ProcessEnv = {}): Promise<RunningHost> {
  const keychain = keychainEnv ? 'auto' : 'memory';
  const child = spawn(process.execPath, [hostProgram, '--profile', profile, '--no-open', '--json', '--keychain', keychain], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The pages in the browser have the language of the system.
    env: { ...(keychainEnv ?? process.env), ...env, LC_ALL: 'en_GB.UTF-8', LATCHKEY_OPENED_LINKS: openedLinksFile(profile) },
  });
  let complaints = '';
  child.stderr.on('data', (part) => {
    complaints += part;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await Promise.race([firstLine(child), ended.then(() => Promise.reject(new Error(`The host ended: ${complaints}`)))]);
  let isToldToEnd = false;
  // A spec only sees a page that waits in vain: without this, it could not name the reason.
  child.once('exit', (code, signal) => {
    if (!isToldToEnd)
      console.error(`The host ended by itself with ${code === null ? `the signal ${signal}` : `exit code ${code}`}. ${complaints}`);
  });
  const end = async (signal: NodeJS.Signals) => {
    isToldToEnd = true;
    child.kill(signal);
    await ended;
  };
  return {
    url: (JSON.parse(line) as { url: string }).url,
    profile,
    process: child,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async killSandbox() {
      const { stdout } = await promisify(execFile)('pgrep', ['-P', String(child.pid), '-f', 'sandbox-worker']);
      for (const pid of stdout.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
    },
  };
}

/** Returns the file in which the host records what it would open in a browser: outside the profile, because it may contain secrets. */
export function openedLinksFile(profile: string): string {
  return `${profile}-opened-links`;
}

/** Removes a profile's folder. */
export async function removeProfile(profile: string): Promise<void> {
  await rm(openedLinksFile(profile), { force: true });
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}

function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) return Promise.reject(new Error('The host has no output'));
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve) => lines.once('line', resolve));
}
