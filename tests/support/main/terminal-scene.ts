/** Commands of the terminal as processes of the build, against a sandbox in the process of the spec. `run-command.ts` runs those of the sources. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type SandboxReady, sandboxReport } from '#contract/workers/sandbox.ts';
import { startSandboxInProcess } from '../service/sandbox-in-process';
import { temporaryFolder } from '../temporary-folder';

const root = join(import.meta.dirname, '..', '..', '..');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in a pipe, with no variables but those given, and a separate home folder. `started` receives what kills it. */
export async function runBuiltCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
  started: (kill: () => void) => void = () => undefined,
): Promise<Ended> {
  const home = await temporaryFolder();
  const own = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), TMPDIR: home, ...env };
  const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), ...args], { env: own, cwd: home, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  started(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (err += part));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, out, err };
}

/** Whether the system has what `runBuiltInTerminal` needs: `script` of util-linux. */
export const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

export interface Shown {
  readonly code: number | null;
  /** All that the terminal shows, in its order, with the characters that control it. */
  readonly shown: string;
}

export type Replies = readonly (readonly [question: string, reply: string])[];

/** Runs a command in a terminal of a width. Each reply is typed once its question is shown. */
export async function runBuiltInTerminal(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  replies: Replies = [],
  columns = 100,
): Promise<Shown> {
  const home = await temporaryFolder();
  const own = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    TMPDIR: home,
    TERM: 'xterm',
    SHELL: '/bin/sh',
    ...env,
  };
  const words = [process.execPath, join(root, 'out/main/cli.js'), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const command = `stty cols ${columns}; exec ${words.join(' ')}`;
  const child = spawn('script', ['-q', '-e', '-c', command, '/dev/null'], { env: own, cwd: home, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const open = [...replies];
  let [shown, seen] = ['', 0];
  child.stdout.on('data', (part) => {
    shown += part;
    const at = open[0] === undefined ? -1 : shown.indexOf(open[0][0], seen);
    if (at === -1) return;
    seen = at + 1;
    child.stdin.write(open.shift()?.[1]);
  });
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, shown };
}

/** Starts a sandbox. `env` is its demo project as commands read it from the environment; no output may contain its `secrets`. */
export async function startService(seed: 'demo' | 'empty' = 'demo') {
  const { worker, ended } = startSandboxInProcess(['--data', await temporaryFolder(), '--seed', seed, '--port', '0']);
  onTestFinished(async () => {
    worker.kill();
    await ended;
  });
  const ready = await new Promise<SandboxReady>((resolve, reject) => {
    worker.onMessage((raw) => {
      const report = sandboxReport.parse(raw);
      if (report.type === 'ready') resolve(report);
      else reject(new Error(report.reason));
    });
  });
  const { project_id, super_secret_admin_key, secret_server_key } = ready.projects.demo;
  const env = { LATCHKEY_URL: ready.url, LATCHKEY_PROJECT_ID: project_id, LATCHKEY_ADMIN_KEY: super_secret_admin_key };
  return { url: ready.url, projectId: project_id, env, secrets: [super_secret_admin_key, secret_server_key] };
}
