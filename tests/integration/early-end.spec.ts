/** `npm start` where Electron is there but doesn't come up: programs in its place that end as it does. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { temporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');

interface Started {
  readonly child: ChildProcess;
  /** Resolves to the first line of the output, or all of it if the program ends before. */
  readonly line: Promise<string>;
  readonly exited: Promise<number | null>;
  /** The error output so far. */
  complaints(): string;
}

/** Runs `npm start` with a program in the place of Electron, or with none. */
async function start(program: string | null, host: 'auto' | 'electron', more: Readonly<Record<string, string>> = {}): Promise<Started> {
  const folder = await temporaryFolder();
  if (program !== null) await writeFile(join(folder, 'electron'), program, { mode: 0o755 });
  const env = { ...process.env, ...more, ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':99' };
  const options = ['--json', '--no-open', '--keychain', 'memory', '--profile', join(folder, 'profile'), '--host', host];
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaints = '';
  child.stderr.on('data', (part) => {
    complaints += part;
  });
  const line = new Promise<string>((done) => {
    child.stdout.on('data', (part) => {
      output += part;
      if (output.includes('\n')) done(output);
    });
    child.once('close', () => done(output));
  });
  const exited = new Promise<number | null>((done) => child.once('close', done));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return { child, line, exited, complaints: () => complaints };
}

test('the usage is printed on request, without a start', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(root, 'scripts/start.mjs'), '--help']);
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^Usage: npm start -- .+ \[LINK\]\n$/), '']);
});

const node = (code: string) => `#!${process.execPath}\n${code}`;

// The place of Electron is taken by a script.
describe.skipIf(process.platform === 'win32')('Electron that ends before its window opens', () => {
  beforeAll(async () => expect(await tryBuild()).toBeNull());

  test.each([
    ['is killed, as by its sandbox', '#!/bin/sh\nkill -TRAP $$\n', '(SIGTRAP)'],
    ['lacks a library', '#!/bin/sh\nexit 127\n', '(exit code 127)'],
    ['can’t be run', '#!/no/such/program\n', 'Electron didn’t start'],
  ])('%s: the browser host starts, and the reason is printed', async (_what, program, reason) => {
    const { line, complaints } = await start(program, 'auto');
    expect(JSON.parse(await line)).toMatchObject({ host: 'browser', url: expect.stringMatching(/^http:\/\/localhost:/) });
    expect(complaints()).toContain(reason);
    expect(complaints()).toContain('Latchkey runs in the browser host instead.');
  });

  test('is an error where Electron was requested', async () => {
    const { line, exited, complaints } = await start('#!/bin/sh\nexit 127\n', 'electron');
    expect(await exited).toBe(1);
    expect(await line).toBe('');
    expect(complaints()).toContain('(exit code 127)');
    expect(complaints()).not.toContain('browser host');
  });

  test.each([
    ['electron', 'Leave out --host electron'],
    ['auto', 'Latchkey runs in the browser host instead.'],
  ] as const)('is reported where it is missing, with what follows for --host %s', async (host, next) => {
    const { line, complaints } = await start(null, host);
    expect((await line).includes('"host":"browser"')).toBe(host === 'auto');
    expect(complaints()).toContain(next);
    expect(complaints().includes('runs in the browser host')).toBe(host === 'auto');
  });

  test('is not turned into Node.js by an editor whose terminal it is started in', async () => {
    const { line } = await start(node('process.exit(process.env.ELECTRON_RUN_AS_NODE === undefined ? 0 : 1);'), 'auto', {
      ELECTRON_RUN_AS_NODE: '1',
    });
    expect(JSON.parse(await line)).toEqual({ host: 'electron', url: 'app://bundle/' });
  });

  test.each([
    ['fails after it was ready', node("process.send('ready', () => process.exit(3));"), 3],
    ['hands over to a running instance', '#!/bin/sh\nexit 0\n', 0],
  ])('ends with it if it %s', async (_what, program, code) => {
    const { line, exited, complaints } = await start(program, 'auto');
    expect(await exited).toBe(code);
    expect(JSON.parse(await line)).toEqual({ host: 'electron', url: 'app://bundle/' });
    expect(complaints()).not.toContain('browser host');
  });
});
