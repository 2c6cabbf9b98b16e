/** A real gnome-keyring in a separate D-Bus session for tests: can be unlocked, locked and killed. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface KeyringSession {
  /** Environment variables with which a process uses this session only. */
  readonly env: NodeJS.ProcessEnv;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Kills the keyring; the bus keeps running. */
  killKeyring(): Promise<void>;
  close(): Promise<void>;
}

const password = 'keyring-password';

/** Resolves to whether the required programs are installed (Linux only). */
export async function canStartKeyring(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await Promise.all(
    ['dbus-daemon', 'gnome-keyring-daemon', 'dbus-send'].map((name) =>
      run('which', [name]).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

/** Starts a bus and an unlocked keyring in a separate home folder. */
export async function startKeyringSession(): Promise<KeyringSession> {
  const home = await mkdtemp(join(tmpdir(), 'latchkey-keyring-'));
  const base = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: join(home, 'data') };
  const { stdout } = await run('dbus-daemon', ['--session', '--fork', '--print-address=1', '--print-pid=1'], { env: base });
  const [address = '', pid = ''] = stdout.trim().split('\n');
  const env: NodeJS.ProcessEnv = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  await unlock(env);
  return {
    env,
    lock: () => lockCollections(env),
    unlock: () => unlock(env),
    killKeyring: async () => killDaemon(env),
    async close() {
      await killDaemon(env);
      process.kill(Number(pid));
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Starts an unlocked keyring in place of the running one. A client's request in between makes the bus start another one, which is
 * locked and keeps the bus name: it is killed.
 */
async function unlock(env: NodeJS.ProcessEnv): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await startDaemon(env);
    if (await isUnlocked(env)) return;
    await killDaemon(env);
  }
  throw new Error('The keyring could not be unlocked.');
}

/** The collection of the login, and the one to which clients write: a keyring that starts may not have made it the default yet. */
const collections = ['collection/login', 'aliases/default'];

async function isUnlocked(env: NodeJS.ProcessEnv): Promise<boolean> {
  const target = ['--session', '--print-reply=literal', '--dest=org.freedesktop.secrets'];
  const property = ['org.freedesktop.DBus.Properties.Get', 'string:org.freedesktop.Secret.Collection', 'string:Locked'];
  const found = await Promise.all(
    collections.map((path) =>
      run('dbus-send', [...target, `/org/freedesktop/secrets/${path}`, ...property], { env }).catch(() => ({ stdout: '' })),
    ),
  );
  return found.every(({ stdout }) => /boolean false/.test(stdout));
}

/** `--replace` makes a second call unlock what the first one created. */
function startDaemon(env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('gnome-keyring-daemon', ['--unlock', '--replace', '--components=secrets', '--daemonize'], {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`gnome-keyring-daemon ended with ${code}`))));
    child.stdin.end(password);
  });
}

async function lockCollections(env: NodeJS.ProcessEnv): Promise<void> {
  const target = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
  ];
  await run('dbus-send', [...target, 'array:objpath:/org/freedesktop/secrets/collection/login'], { env });
}

async function killDaemon(env: NodeJS.ProcessEnv): Promise<void> {
  const target = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
  ];
  const { stdout } = await run('dbus-send', [...target, 'string:org.freedesktop.secrets'], { env }).catch(() => ({ stdout: '' }));
  const pid = Number(stdout.match(/(\d+)\s*$/)?.[1]);
  if (pid > 0) process.kill(pid, 'SIGKILL');
}
