/** Runs the built program on the test double of Electron, in a separate process. */
import { type ChildProcess, fork } from 'node:child_process';
import { cp, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { tryBuild } from '../../../scripts/lib/setup.mjs';
import { ownBuildFolder } from '../main/build-worker';
import type { Answer } from './control';
import type { StandIn } from './electron';

const root = resolve(import.meta.dirname, '../../..');
const entries = ['electron', 'register', 'utility-child'];

export interface RunningElectron {
  /** Runs a function in the program's process. It can use only the test double and its input. */
  evaluate<T, I>(run: (standIn: StandIn, input: I) => T | Promise<T>, input: I): Promise<T>;
  evaluate<T>(run: (standIn: StandIn) => T | Promise<T>): Promise<T>;
  /** Makes a bridge call as the page of a window, by default the first one. */
  call(name: string, input: unknown, window?: number): Promise<unknown>;
  /** Returns the values that windows received for an event, oldest first, one list for each window. */
  heard(name: string): Promise<unknown[][]>;
  /** Resolves to the exit code. */
  readonly exited: Promise<number | null>;
  readonly process: ChildProcess;
  /** Returns what the program wrote to its error output. */
  complaints(): string;
}

export interface ElectronOptions {
  readonly args?: readonly string[];
  readonly packaged?: boolean;
  readonly name?: string;
  readonly dark?: boolean;
  /** A link that starts the program on macOS. */
  readonly link?: string;
  /** The program's main file, if it isn't that of the build. It finds Electron by `placeElectron`. */
  readonly program?: string;
  /** The system that the program takes this one for: Electron's members and the program's own decisions, but not Node's modules. */
  readonly platform?: NodeJS.Platform;
  /** Changes the program's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the program uses the system keychain. */
  readonly keychain?: boolean;
}

let building: Promise<string> | null = null;

/**
 * Returns the folder with the modules of the test double, which a run of specs builds once, before its first one (`workers-once.ts`).
 * Without that, builds the program in out/ if its sources changed, unless it is used as it is.
 */
export function prepareElectron(program: 'built' | 'as-it-is' = 'built'): Promise<string> {
  const folder = process.env.LATCHKEY_TEST_ELECTRON;
  building ??= folder === undefined ? prepare(program === 'built') : Promise.resolve(folder);
  return building;
}

async function prepare(withProgram: boolean): Promise<string> {
  // Several test processes request it concurrently; one of them builds.
  const problem = withProgram ? await tryBuild() : null;
  if (problem !== null) throw new Error(problem);
  return buildStandIn();
}

/** Builds the modules of the test double, copies the program beside them, and returns their folder. */
export async function buildStandIn(): Promise<string> {
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
  // Without it, Node takes them for CommonJS first.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await copyProgram(folder);
  return folder;
}

/** Returns the folder of the copied program, as Node names it. */
export async function programFolder(): Promise<string> {
  return realpath(join(await prepareElectron(), 'program'));
}

/** Copies the program to where it finds the test double. */
async function copyProgram(standIn: string): Promise<void> {
  const folder = join(standIn, 'program');
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, 'out'), join(folder, 'out'), { recursive: true });
  await symlink(join(root, 'resources'), join(folder, 'resources'), 'junction');
  await placeElectron(folder, standIn);
}

/** Makes a test double the package `electron` of programs below a folder: hooks that resolve it would cost each process a thread. */
export async function placeElectron(folder: string, standIn: string): Promise<void> {
  const electron = join(folder, 'node_modules/electron');
  await mkdir(electron, { recursive: true });
  await writeFile(join(electron, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }));
  await writeFile(join(electron, 'index.js'), `export * from ${JSON.stringify(pathToFileURL(join(standIn, 'electron.js')).href)};\n`);
}

/** Starts the program on a profile and returns immediately; the caller ends it. */
export async function startProcess(profile: string, options: ElectronOptions = {}): Promise<RunningElectron> {
  const folder = await prepareElectron();
  const child = fork(
    options.program ?? join(await programFolder(), 'out/main/index.js'),
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
        STAND_IN_PLATFORM: options.platform ?? '',
        ...options.env,
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

/** Resolves when the first page has loaded. */
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

/** Returns how many windows show a page. */
export function shownPages(running: RunningElectron): Promise<number> {
  return running.evaluate(({ windows }) => windows.filter(({ contents }) => contents.page !== null).length);
}
