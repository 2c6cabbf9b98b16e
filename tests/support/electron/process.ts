/** The built program on the stand-in for Electron, in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { tryBuild } from '../../../scripts/lib/setup.mjs';
import { ownBuildFolder } from '../build-worker';
import type { Answer } from './control';
import type { StandIn } from './electron';

const root = resolve(import.meta.dirname, '../../..');
const entries = ['electron', 'hooks', 'register', 'utility-child'];

export interface RunningElectron {
  /** Runs a function beside the stand-in, which sees nothing of the test but what it is given. */
  evaluate<T, I>(run: (standIn: StandIn, input: I) => T | Promise<T>, input: I): Promise<T>;
  evaluate<T>(run: (standIn: StandIn) => T | Promise<T>): Promise<T>;
  /** Asks over the bridge as the page of a window does, the first one as a rule. */
  call(name: string, input: unknown, window?: number): Promise<unknown>;
  /** What windows were told under a name, oldest first; each list is a window's. */
  heard(name: string): Promise<unknown[][]>;
  /** The code it ended with. */
  readonly exited: Promise<number | null>;
  readonly process: ChildProcess;
  /** What it complained of. */
  complaints(): string;
}

export interface ElectronOptions {
  readonly args?: readonly string[];
  readonly packaged?: boolean;
  readonly name?: string;
  readonly dark?: boolean;
  /** A link that starts the program on macOS. */
  readonly link?: string;
  /** The program's main file, where it is not the one in out/. */
  readonly program?: string;
  /** The system's keychain is looked for. */
  readonly keychain?: boolean;
}

let building: Promise<string> | null = null;

/** The folder with the stand-in as modules; the program in out/ is built as well if its sources changed, or taken as it is. */
export function prepareElectron(program: 'built' | 'as-it-is' = 'built'): Promise<string> {
  building ??= prepare(program === 'built');
  return building;
}

async function prepare(withProgram: boolean): Promise<string> {
  // Several test processes ask for it at once; one of them builds.
  const problem = withProgram ? await tryBuild() : null;
  if (problem !== null) throw new Error(problem);
  return buildStandIn();
}

async function buildStandIn(): Promise<string> {
  const folder = await ownBuildFolder(root, 'latchkey-tests-electron');
  const input = Object.fromEntries(entries.map((name) => [name, join(import.meta.dirname, `${name}.ts`)]));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  });
  return folder;
}

/** Starts the program on a profile and answers at once; the caller ends it. */
export async function startProcess(profile: string, options: ElectronOptions = {}): Promise<RunningElectron> {
  const folder = await prepareElectron();
  const child = fork(
    options.program ?? join(root, 'out/main/index.js'),
    [`--profile=${profile}`, ...(options.keychain ? [] : ['--keychain=memory']), ...(options.args ?? [])],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--import', pathToFileURL(join(folder, 'register.js')).href],
      serialization: 'advanced',
      env: {
        ...process.env,
        STAND_IN_PACKAGED: options.packaged === false ? '0' : '1',
        STAND_IN_NAME: options.name ?? 'Latchkey',
        STAND_IN_DARK: options.dark ? '1' : '0',
        STAND_IN_LINK: options.link ?? '',
      },
    },
  );
  let complaints = '';
  child.stderr?.on('data', (part) => {
    complaints += part;
  });
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const evaluate = evaluatorOf(child, exited, () => complaints);
  const call: RunningElectron['call'] = (name, input, window = 0) =>
    evaluate(
      ({ windows }, asked) => {
        const wire = windows[asked.window]?.contents.page?.world.latchkey as { call(name: string, input: unknown): Promise<unknown> };
        return wire.call(asked.name, asked.input);
      },
      { name, input, window },
    );
  const heard: RunningElectron['heard'] = (name) =>
    evaluate(
      ({ windows }, wanted) =>
        windows.map(({ contents }) =>
          (contents.page?.messages ?? [])
            .map(({ args }) => args[0] as { name: string; value: unknown })
            .filter((push) => push.name === wanted)
            .map(({ value }) => value),
        ),
      name,
    );
  return { evaluate, call, heard, exited, process: child, complaints: () => complaints };
}

/** Resolves once its first page is there. */
export function firstPage(running: RunningElectron): Promise<void> {
  return running.evaluate(
    ({ app, windows }) =>
      new Promise<void>((done) => {
        const look = () => {
          if (windows.some(({ contents }) => contents.page !== null)) done();
          else setTimeout(look, 5);
        };
        void app.whenReady().then(look);
      }),
  );
}

function evaluatorOf(child: ChildProcess, exited: Promise<unknown>, complaints: () => string): RunningElectron['evaluate'] {
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  void exited.then(() => {
    for (const [id, settle] of waiting) settle({ id, error: `The program ended: ${complaints()}` });
  });
  return <T, I>(run: (standIn: StandIn, input: I) => T | Promise<T>, input?: I): Promise<T> =>
    new Promise((done, reject) => {
      last += 1;
      waiting.set(last, ({ value, error }) => (error === undefined ? done(value as T) : reject(new Error(error))));
      child.send({ id: last, code: run.toString(), input }, (problem) => problem && reject(problem));
    });
}
