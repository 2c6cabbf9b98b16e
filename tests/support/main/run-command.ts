/** Commands of the terminal in the process of the spec, from the sources. `terminal-scene.ts` runs those of the build. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { CommandProcess } from '#main/hosts/terminal/command-process.ts';
import type { ProgramParts } from '#main/hosts/terminal/open-app.ts';
import { runLine } from '#main/hosts/terminal/run-line.ts';
import type { Worker, WorkerName } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { startSandboxInProcess } from '../service/sandbox-in-process';
import { temporaryFolder } from '../temporary-folder';
import { workerFolder } from './build-worker';
import { forkedWorker } from './forked-worker';
import { startLibraryInProcess } from './library-in-process';
import type { Ended, Replies, Shown } from './terminal-scene';

/** As shells expect it. */
const interrupted = 130;

interface Streams {
  /** The width of a terminal; undefined for a pipe. */
  readonly columns?: number;
  readonly onOut: (text: string) => void;
  readonly onErr: (text: string) => void;
}

/** Starts a command, in a separate home folder unless the variables name one. `ended` resolves to its exit code. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv, streams: Streams) {
  const [home, workers] = [env.HOME ?? (await temporaryFolder()), await workerFolder()];
  const stdin = Object.assign(new PassThrough(), { isTTY: streams.columns !== undefined });
  const transport = createUndiciTransport();
  const parts = async (): Promise<ProgramParts> => ({
    version: '0.0.0-test',
    licensesFile: join(home, 'licenses.json'),
    transport,
    spawnWorker: (name, own) => startWorker(workers, home, name, own),
    defaultProfile: join(home, 'config', 'latchkey'),
  });
  const ended = new Promise<number>((exit) => {
    const process = commandProcess(stdin, streams, exit);
    void runLine(args, { program: 'npm run -s cli --', version: '0.0.0-test', process, env, parts }).then(exit);
  }).finally(() => transport.close());
  return { stdin, ended };
}

function commandProcess(stdin: PassThrough, { columns, onOut, onErr }: Streams, exit: (code: number) => void): CommandProcess {
  const listeners = new Set<() => void>();
  const outputTo = (onText: (text: string) => void) => {
    const stream = new Writable({ decodeStrings: false, write: (text, _encoding, done) => done(void onText(String(text))) });
    return Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns });
  };
  return {
    stdin,
    stdout: outputTo(onOut),
    stderr: outputTo(onErr),
    exit,
    interrupt() {
      if (listeners.size === 0) exit(interrupted);
      for (const listener of listeners) listener();
    },
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turnOffCoreDumps: async () => undefined,
  };
}

function startWorker(workers: string, home: string, name: WorkerName, args: readonly string[]): Worker {
  if (name === 'library-worker') return startLibraryInProcess();
  if (name === 'sandbox-worker') return startSandboxInProcess(args).worker;
  const env = { PATH: process.env.PATH, HOME: home };
  const child = fork(join(workers, `${name}.js`), [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return forkedWorker(child);
}

/** Runs a command in a pipe, with no variables but those given. Its output has what was written until it ended. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> {
  let [out, err] = ['', ''];
  const { stdin, ended } = await start(args, env, { onOut: (text) => (out += text), onErr: (text) => (err += text) });
  stdin.end(input);
  const code = await ended;
  return { code, out, err };
}

/** Runs a command in a terminal of a width. Each reply is typed once its question is shown. */
export async function runInTerminal(args: readonly string[], env: NodeJS.ProcessEnv, replies: Replies = [], columns = 100): Promise<Shown> {
  const open = [...replies];
  let [shown, seen] = ['', 0];
  const show = (text: string) => {
    shown += text;
    const at = open[0] === undefined ? -1 : shown.indexOf(open[0][0], seen);
    if (at === -1) return;
    seen = at + 1;
    const reply = open.shift()?.[1];
    // What asks listens once it has written its question.
    setImmediate(() => stdin.write(reply));
  };
  const own = { TERM: 'xterm', ...env };
  const { stdin, ended } = await start(args, own, { columns, onOut: show, onErr: show });
  const code = await ended;
  return { code, shown };
}
