import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import Database from 'libsql';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxReport } from '#contract/workers/sandbox.ts';
import { unusedPort } from '#tests/support/service/stub-service.ts';

let built: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-spec-'));
  // Inside the project, so that the built files find the installed packages.
  const cache = resolve('node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, 'sandbox-'));
  const input = { cli: resolve('src/sandbox/cli.ts'), worker: resolve('src/sandbox/worker.ts') };
  await build({
    configFile: false,
    logLevel: 'silent',
    // Resolving packages would take longer than starting.
    ssr: { noExternal: true, external: ['libsql'] },
    build: { ssr: true, outDir: built, emptyOutDir: false, rollupOptions: { input } },
  });
  writeFileSync(join(built, 'package.json'), '{"type":"module"}');
});
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const cli = () => join(built, 'cli.js');
const small = ['--port', '0', '--users', '12'];

async function outputOf(child: ChildProcess, until: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (until.test(text)) break;
  }
  return text;
}

async function linesOf(stream: Readable | null): Promise<string[]> {
  const lines: string[] = [];
  if (stream !== null) for await (const line of createInterface({ input: stream })) lines.push(line);
  return lines;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

describe('the command', () => {
  it('prints one line of JSON and serves until it is stopped', async () => {
    const child = spawn(process.execPath, [cli(), ...small, '--json']);
    const output = await outputOf(child, /\n/);
    const ready = JSON.parse(output);
    expect(output).toBe(`${JSON.stringify(ready)}\n`);
    expect(Object.keys(ready)).toEqual(['url', 'projects']);
    expect(Object.keys(ready.projects.demo)).toEqual([
      'project_id',
      'publishable_client_key',
      'secret_server_key',
      'super_secret_admin_key',
    ]);
    const headers = {
      'x-stack-project-id': ready.projects.demo.project_id,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': ready.projects.demo.secret_server_key,
    };
    const { items } = (await (await fetch(`${ready.url}/api/v1/users?include_anonymous=true`, { headers })).json()) as { items: unknown[] };
    expect(items).toHaveLength(12);
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
  });

  it('reads ID and keys from options and environment, and keeps a folder’s ID', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const args = [cli(), ...small, '--json', '--data', join(folder, 'given')];
    const environment = { ...process.env, STACK_SECRET_SERVER_KEY: 'ssk-given' };
    const child = spawn(process.execPath, [...args, '--project-id', id, '--internal-publishable-client-key', 'pck-given'], {
      env: environment,
    });
    const { projects } = JSON.parse(await outputOf(child, /\n/));
    expect(projects.demo).toMatchObject({ project_id: id, secret_server_key: 'ssk-given' });
    expect(projects.internal.publishable_client_key).toBe('pck-given');
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
    const other = promisify(execFile)(process.execPath, [...args, '--project-id', id.replaceAll('1', '2')]);
    const stderr = `The data folder holds the project ${id}: leave the project id out, or use another folder.\n`;
    await expect(other).rejects.toMatchObject({ code: 1, stderr });
  });

  it('has a clock that doesn’t move until it is advanced', async () => {
    const child = spawn(process.execPath, [cli(), ...small, '--json', '--clock', '2026-01-15T10:00:00Z']);
    const { url } = JSON.parse(await outputOf(child, /\n/));
    const dateOf = async () => (await fetch(`${url}/health`)).headers.get('date');
    expect([await dateOf(), await dateOf()]).toEqual(Array(2).fill('Thu, 15 Jan 2026 10:00:00 GMT'));
    await fetch(`${url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance_millis":60000}',
    });
    expect(await dateOf()).toBe('Thu, 15 Jan 2026 10:01:00 GMT');
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
  });

  it('runs concurrently with others, and logs requests on request', async () => {
    const several = [spawn(process.execPath, [cli(), ...small, '--json', '--log']), spawn(process.execPath, [cli(), ...small, '--json'])];
    const logs = several.map((child) => linesOf(child.stderr));
    const urls = await Promise.all(several.map(async (child) => JSON.parse(await outputOf(child, /\n/)).url));
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) expect((await fetch(`${url}/health?db=1`)).status).toBe(200);
    for (const child of several) child.kill('SIGTERM');
    expect(await Promise.all(several.map(exitOf))).toEqual([0, 0]);
    const [logged = [], quiet] = await Promise.all(logs);
    expect(logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ method: 'GET', path: '/health', status: 200 })]);
    expect(quiet).toEqual([]);
  });

  it('hashes passwords with ten rounds', async () => {
    const data = join(folder, 'hashes');
    const child = spawn(process.execPath, [cli(), ...small, '--json', '--data', data]);
    const { url, projects } = JSON.parse(await outputOf(child, /\n/));
    const response = await fetch(`${url}/api/v1/users`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'server',
        'x-stack-project-id': projects.demo.project_id,
        'x-stack-secret-server-key': projects.demo.secret_server_key,
      },
      body: JSON.stringify({ primary_email: 'mary@analytical.example', primary_email_auth_enabled: true, password: 'Analytical-Engine' }),
    });
    const { id } = (await response.json()) as { id: string };
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
    const database = new Database(join(data, 'sandbox.db'));
    const hashes = database.prepare('SELECT substr(password_hash, 1, 7) AS cost FROM users WHERE id = ?').all(id);
    database.close();
    expect(hashes).toEqual([{ cost: '$2b$10$' }]);
  });

  it.each(['stdout', 'stderr'] as const)('serves when the reader of its %s has left', async (left) => {
    const port = await unusedPort();
    const child = spawn(process.execPath, [cli(), '--port', String(port), '--seed', 'empty', '--log']);
    child[left].destroy();
    const statusOf = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(statusOf).toBe(200);
    expect(await statusOf()).toBe(200);
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
  });

  it('prints readable text without --json', async () => {
    const child = spawn(process.execPath, [cli(), ...small, '--data', join(folder, 'friendly')]);
    const output = await outputOf(child, /Ctrl\+C/);
    expect(output).toContain('Sandbox at http://127.0.0.1:');
    expect(output).toContain('ada@analytical.example');
    child.kill('SIGINT');
    expect(await exitOf(child)).toBe(0);
  });

  it.each([
    [['--users', 'many'], 2, '--users is a whole number from 1 to 5000000, not "many".\n'],
    [['--data', '/dev/null/x'], 1, 'The data folder /dev/null/x cannot be written to.\n'],
    [['--host', '203.0.113.1'], 1, '203.0.113.1 is not an address of this machine.\n'],
    [['--data', 'LINK'], 1, 'The data can’t be opened: unable to open database file.\n'],
  ])('%j exits with %i and a sentence', async (args, code, stderr) => {
    const data = mkdtempSync(join(folder, 'link-'));
    symlinkSync(join(folder, 'missing', 'file'), join(data, 'sandbox.db'));
    const own = args.map((word) => (word === 'LINK' ? data : word));
    const run = promisify(execFile)(process.execPath, [cli(), '--seed', 'empty', '--port', '0', ...own]);
    await expect(run).rejects.toMatchObject({ code, stderr, stdout: '' });
  });
});

describe('the worker', () => {
  const start = (...args: string[]) => fork(join(built, 'worker.js'), ['--seed', 'demo', ...small, ...args]);
  const reportOf = async (child: ChildProcess): Promise<SandboxReport> => (await once(child, 'message'))[0];

  it('reports its URL, and ends on request', async () => {
    const child = start('--data', join(folder, 'worker'));
    const report = await reportOf(child);
    if (report.type !== 'ready') throw new Error(report.message);
    expect(report.demoAccounts[0]?.email).toBe('ada@analytical.example');
    expect((await fetch(`${report.url}/health`)).status).toBe(200);
    child.send({ type: 'stop' });
    expect(await exitOf(child)).toBe(0);
  });

  it('shares its folder with one that starts concurrently', async () => {
    const children = [start('--data', join(folder, 'shared')), start('--data', join(folder, 'shared'))];
    const [one, other] = await Promise.all(children.map(reportOf));
    if (one?.type !== 'ready' || other?.type !== 'ready') throw new Error(JSON.stringify([one, other]));
    expect(other.projects).toEqual(one.projects);
    expect(other.url).not.toBe(one.url);
    for (const { url } of [one, other]) expect((await fetch(`${url}/health?db=1`)).status).toBe(200);
    for (const child of children) child.send({ type: 'stop' });
    expect(await Promise.all(children.map(exitOf))).toEqual([0, 0]);
  });

  it('ends when its parent ends', async () => {
    const child = start();
    await reportOf(child);
    child.disconnect();
    expect(await exitOf(child)).toBe(0);
  });

  it('reports a folder it cannot write to, and ends', async () => {
    const child = start('--data', '/dev/null/x');
    expect(await reportOf(child)).toEqual({
      type: 'failed',
      reason: 'folder-not-writable',
      message: 'The data folder /dev/null/x cannot be written to.',
    });
    expect(await exitOf(child)).toBe(1);
  });

  it('reports other errors as not started', async () => {
    const child = start('--host', '203.0.113.1');
    expect(await reportOf(child)).toMatchObject({ type: 'failed', reason: 'did-not-start' });
    expect(await exitOf(child)).toBe(1);
  });
});
