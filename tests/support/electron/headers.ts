/** A fake of the server for Electron's headers: it has those of the Node that runs the tests, which declare the same Node-API. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const headers = join(dirname(process.execPath), '..', 'include', 'node');

/** Whether this machine can compile a native module with the fake. */
export const canCompile = existsSync(join(headers, 'node_api.h')) && process.platform === 'linux';

/** Serves files by their paths, and records what was requested. */
export async function serveHeaders(files: Readonly<Record<string, Buffer>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = request.url ?? '';
    asked.push(name);
    const file = files[name];
    response.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, url, close: () => void server.close() };
}

/** Returns the archive of a version's headers and the list of checksums, by their paths on the server. */
export async function headersArchive(version: string): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-headers-'));
  try {
    const name = `node-v${version}`;
    await cp(headers, join(folder, name, 'include', 'node'), { recursive: true, dereference: true });
    const file = join(folder, 'headers.tar.gz');
    execFileSync('tar', ['-czf', file, '-C', folder, name]);
    const bytes = await readFile(file);
    const sum = createHash('sha256').update(bytes).digest('hex');
    return {
      [`/v${version}/${name}-headers.tar.gz`]: bytes,
      [`/v${version}/SHASUMS256.txt`]: Buffer.from(`${sum}  ${name}-headers.tar.gz\n`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
