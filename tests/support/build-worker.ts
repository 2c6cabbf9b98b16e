/** Builds the worker processes, which Node cannot run as TypeScript. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';

let building: Promise<string> | null = null;

/** The folder that contains the workers, built from the sources as they are, and the programs of specs with several processes. Built once in a test process. */
export function workerFolder(): Promise<string> {
  building ??= buildWorker(resolve(import.meta.dirname, '../..'));
  return building;
}

async function buildWorker(root: string): Promise<string> {
  const folder = await ownBuildFolder(root, 'latchkey-tests');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: {
          'sandbox-worker': resolve(root, 'src/sandbox/worker.ts'),
          'keychain-worker': resolve(root, 'src/main/keychain/keychain-worker.ts'),
          'crash-driver': resolve(root, 'tests/support/crash-driver.ts'),
          'counting-writer': resolve(root, 'tests/support/counting-writer.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(resolve(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** This process's folder for builds of a kind: inside the project, so that the packages that a build leaves out are found. */
export async function ownBuildFolder(root: string, kind: string): Promise<string> {
  const builds = resolve(root, 'node_modules/.cache', kind);
  await removeLeftBehind(builds);
  return resolve(builds, String(process.pid));
}

/** A test process is ended without a word, so the next one clears up: builds are named by the process they belong to. */
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
