/** Entry point of the standalone sandbox. Its options are those that `--help` prints. */
import { onParentEnd, outliveReaders } from '#system/parent-process.ts';
import { FolderNotWritable } from './database/data-folder';
import { ListenError } from './http/listen';
import type { RequestEntry } from './http/request-log';
import { InvalidOptions, type Options, readOptions, usage } from './options';
import { ProjectMismatch } from './seed/main-projects';
import { ReleaseMismatch } from './service/open-release';
import { type Running, startSandbox } from './start';

function friendly({ url, projects, demoAccounts }: Running, { folder }: Options): string {
  const { demo } = projects;
  const [admin] = demoAccounts;
  return [
    `Sandbox at ${url}`,
    `  project                ${demo.project_id}`,
    `  publishable client key ${demo.publishable_client_key}`,
    `  secret server key      ${demo.secret_server_key}`,
    `  super secret admin key ${demo.super_secret_admin_key}`,
    ...(admin ? [`  sign in as             ${admin.email} with ${admin.password}`] : []),
    `  mailbox                ${url}/sandbox/mailbox`,
    folder === undefined ? '  data                   in memory, lost when the sandbox quits' : `  data                   ${folder}`,
    'Stop with Ctrl+C.',
  ].join('\n');
}

async function main(): Promise<void> {
  outliveReaders();
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  const complain = (line: string) => {
    process.stderr.write(`${line}\n`);
  };
  const onRequest = options.log ? { onRequest: (entry: RequestEntry) => complain(JSON.stringify(entry)) } : {};
  const running = await startSandbox({ ...options, onNotice: complain, ...onRequest });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void running.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  onParentEnd(stop);
  // Printed last, because the reader of this line may end the process immediately.
  const { url, projects } = running;
  process.stdout.write(`${options.json ? JSON.stringify({ url, projects }) : friendly(running, options)}\n`);
}

/** Returns a sentence for what a user can change, and the stack of anything else. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([InvalidOptions, ListenError, FolderNotWritable, ProjectMismatch, ReleaseMismatch].some((kind) => error instanceof kind))
    return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Such as a full disk, for the database or the system.
  if (code?.startsWith('SQLITE_') || syscall !== undefined) return `The data can’t be opened: ${error.message}.`;
  return error.stack ?? error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = error instanceof InvalidOptions ? 2 : 1;
});
