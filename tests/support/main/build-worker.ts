/** Builds the worker processes, which Node can't run as TypeScript. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { quickPasswords } from '../service/quick-passwords';

/** Modules that can't be bundled. */
const native = ['keytar', '@napi-rs/keyring', 'libsql'];

let building: Promise<string> | null = null;

/**
 * Returns the folder that contains the workers, built from the sources as they are, and the programs of specs with several
 * processes. A run of specs builds them once, before its first one (`workers-once.ts`); without that, each process does.
 */
export function workerFolder(): Promise<string> {
  building ??= builtBefore() ?? buildWorkers();
  return building;
}

function builtBefore(): Promise<string> | null {
  const folder = process.env.LATCHKEY_TEST_WORKERS;
  return folder === undefined ? null : Promise.resolve(folder);
}

/**
 * Builds the workers as in production, but with all packages bundled except native modules, because resolving packages takes longer than
 * starting.
 */
export async function buildWorkers(): Promise<string> {
  const root = resolve(import.meta.dirname, '../../..');
  const folder = await ownBuildFolder(root, 'latchkey-tests');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [quickPasswords()],
    ssr: { noExternal: true, external: native },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        external: native,
        input: {
          'sandbox-worker': resolve(root, 'src/sandbox/worker.ts'),
          'keychain-worker': resolve(root, 'src/main/keychain/keychain-worker.ts'),
          'library-worker': resolve(root, 'src/main/library/library-worker.ts'),
          'crash-driver': resolve(root, 'tests/support/main/crash-driver.ts'),
          'journal-writer': resolve(root, 'tests/support/main/journal-writer.ts'),
          'job-runner': resolve(root, 'tests/support/main/job-runner.ts'),
          'folder-writer': resolve(root, 'tests/support/main/folder-writer.ts'),
          'counting-writer': resolve(root, 'tests/support/main/counting-writer.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(resolve(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Returns this process's folder for builds of a kind. It is inside the project, so that packages that a build leaves out are found. */
export async function ownBuildFolder(root: string, kind: string): Promise<string> {
  const builds = resolve(root, 'node_modules/.cache', kind);
  await removeLeftBehind(builds);
  return resolve(builds, String(process.pid));
}

/**
 * Removes builds of processes that have ended: test processes are killed without cleanup, and the name of a build contains its process ID.
 */
async function removeLeftBehind(builds: string): Promise<void> {
  const names = await readdir(builds).catch(() => []);
  await Promise.all(
    names.filter((name) => !isRunning(Number(name))).map((name) => rm(resolve(builds, name), { recursive: true, force: true })),
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
