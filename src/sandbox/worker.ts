/** Entry point of the sandbox as a worker process of the app. Reports by message, and ends on request or when its parent ends. */
import { type SandboxReport, sandboxStop } from '#contract/workers/sandbox.ts';
import { leaveTerminalSignals, outliveReaders } from '#system/parent-process.ts';
import { FolderNotWritable } from './database/data-folder';
import { readOptions } from './options';
import { type Running, startSandbox } from './start';

interface Parent {
  post(report: SandboxReport): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Port of an Electron utility process. A process forked by Node has a channel instead. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

function findParent(): Parent {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  if (parentPort !== undefined) {
    return {
      post: (report) => parentPort.postMessage(report),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  }
  return {
    post: (report) => {
      process.send?.(report);
    },
    onMessage: (listener) => {
      process.on('message', listener);
    },
  };
}

function main(): void {
  leaveTerminalSignals();
  outliveReaders();
  const parent = findParent();
  let running: Running | undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running?.close();
    process.exit();
  };
  parent.onMessage((message) => {
    if (sandboxStop.safeParse(message).success) void stop();
  });
  process.on('disconnect', () => void stop());
  process.on('SIGTERM', () => void stop());
  const notice = (sentence: string) => {
    process.stderr.write(`${sentence}\n`);
  };
  start(notice).then(
    (started) => {
      running = started;
      const { url, projects, demoAccounts } = started;
      parent.post({ type: 'ready', url, projects, demoAccounts: [...demoAccounts] });
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      parent.post({ type: 'failed', reason: error instanceof FolderNotWritable ? 'folder-not-writable' : 'did-not-start', message });
      process.exitCode = 1;
      // The report has to be sent first. The parent may end this process sooner.
      setTimeout(stop, 500);
    },
  );
}

async function start(onNotice: (sentence: string) => void): Promise<Running> {
  return startSandbox({ ...readOptions(process.argv.slice(2)), onNotice });
}

main();
