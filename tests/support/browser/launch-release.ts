/** A later release as a separate service. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { ownBuildFolder } from '../build-worker';
import type { ReleaseCommand, ReleaseReport, SeenRequest } from '../release-overlay/messages';

export interface LaunchedRelease extends Omit<Extract<ReleaseReport, { kind: 'ready' }>, 'kind'> {
  /** Restricts a user as a project admin does. */
  restrict(userId: string, reason: string): Promise<void>;
  /** Requests of clients, oldest first. */
  requests(): Promise<readonly SeenRequest[]>;
  stop(): Promise<void>;
}

let building: Promise<string> | null = null;

/** Starts the release with the demo data in memory. Resolves when it listens. */
export async function launchRelease(release: string): Promise<LaunchedRelease> {
  building ??= buildProgram();
  const child = fork(await building, [release]);
  const ready = await nextReport(child);
  if (ready.kind !== 'ready') throw new Error('The release did not start.');
  const command = async (message: ReleaseCommand): Promise<readonly SeenRequest[]> => {
    const report = nextReport(child);
    child.send(message);
    const answer = await report;
    return answer.kind === 'done' ? answer.requests : [];
  };
  return {
    url: ready.url,
    projects: ready.projects,
    restrict: async (userId, reason) => void (await command({ kind: 'restrict', userId, reason })),
    requests: () => command({ kind: 'read-requests' }),
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Resolves to the next message of the process. Rejects when the process ends first. */
async function nextReport(child: ChildProcess): Promise<ReleaseReport> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The release has ended.')));
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [ReleaseReport];
  return report;
}

async function buildProgram(): Promise<string> {
  const root = resolve(import.meta.dirname, '../../..');
  const folder = await ownBuildFolder(root, 'latchkey-releases');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(root, 'tests/support/release-overlay/program.ts'),
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'release.js' } },
    },
  });
  await writeFile(resolve(folder, 'package.json'), '{ "type": "module" }');
  return resolve(folder, 'release.js');
}
