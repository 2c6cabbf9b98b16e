/** Things other than a regular file that can exist at a file's path. */
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export const strangeKinds = [
  { kind: 'folder', what: 'a folder' },
  { kind: 'pipe', what: 'a named pipe' },
  { kind: 'socket', what: 'a socket' },
  { kind: 'endless', what: 'a device without an end' },
  { kind: 'empty', what: 'a device without content' },
  { kind: 'loop', what: 'a link to itself' },
] as const;
export type StrangeKind = (typeof strangeKinds)[number]['kind'];

const makers: Record<StrangeKind, (path: string) => Promise<unknown>> = {
  folder: (path) => mkdir(join(path, 'inner'), { recursive: true }),
  pipe: (path) => promisify(execFile)('mkfifo', [path]),
  socket: listenAt,
  endless: (path) => symlink('/dev/zero', path),
  empty: (path) => symlink('/dev/null', path),
  loop: (path) => symlink(path, path),
};

/** Creates one of the kinds at `path`. */
export async function makeStrange(kind: StrangeKind, path: string): Promise<void> {
  await makers[kind](path);
}

async function listenAt(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
}
