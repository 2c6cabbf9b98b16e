import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createCrashCounter, createFaultGuard, type Fault, turnOffCoreDumps } from './fault-guard';

type Line = readonly [level: string, what: string, facts: object | undefined];

function setUp(settled: () => Promise<unknown> = async () => undefined, goesOn: Promise<void> = new Promise(() => undefined)) {
  const lines: Line[] = [];
  const ends: Fault[] = [];
  const clock = createFakeClock();
  const handle = createFaultGuard({
    log: (...line) => void lines.push(line as unknown as Line),
    settled,
    end(fault) {
      ends.push(fault);
      return goesOn;
    },
    clock,
  });
  return { lines, ends, clock, handle };
}

const errorAt = (message: string, frame: string, name = 'TypeError') =>
  Object.assign(new Error(message), { name, stack: `${name}: ${message}\n    at run (${frame})\n    at next (node:x:1:2)` });

test.each<[thrown: unknown, facts: object, details: string]>([
  [
    errorAt('no key sk_live_1234567890abcdefghij for ada@example.com', 'file:///home/ada/app/out/main/index.js:12:34'),
    { error: 'TypeError', at: 'index.js:12:34' },
    'TypeError: no key [id] for [email]\n    at run (index.js:12:34)\n    at next (node:x:1:2)',
  ],
  [
    errorAt('x', 'C:\\Users\\Ada\\app\\out\\main\\index.js:1:2'),
    { error: 'TypeError', at: 'index.js:1:2' },
    'TypeError: x\n    at run (index.js:1:2)\n    at next (node:x:1:2)',
  ],
  [
    Object.assign(errorAt('x', '/a/b.js:1:2'), { code: 'EPIPE' }),
    { error: 'TypeError', code: 'EPIPE', at: 'b.js:1:2' },
    'TypeError: x\n    at run (b.js:1:2)\n    at next (node:x:1:2)',
  ],
  [
    Object.assign(errorAt('x', '/a/b.js:1:2', 'a b'), { code: 'a b' }),
    { error: 'Error', at: 'b.js:1:2' },
    'a b: x\n    at run (b.js:1:2)\n    at next (node:x:1:2)',
  ],
  [
    errorAt('x', 'C:\\Users\\Ada Lovelace\\my app\\index.js:1:2'),
    { error: 'TypeError', at: 'index.js:1:2' },
    'TypeError: x\n    at run (index.js:1:2)\n    at next (node:x:1:2)',
  ],
  [
    errorAt(`open '${join(homedir(), 'x')}', getaddrinfo ENOTFOUND auth.corp-internal.example`, '/a/b.js:1:2'),
    { error: 'TypeError', at: 'b.js:1:2' },
    `TypeError: open '${join('~', 'x')}', getaddrinfo ENOTFOUND [host]\n    at run (b.js:1:2)\n    at next (node:x:1:2)`,
  ],
  ['password hunter2', { error: 'string' }, 'password hunter2'],
  [undefined, { error: 'undefined' }, 'undefined'],
])('%s is logged as codes and described without private parts', async (thrown, facts, details) => {
  const { lines, ends, handle } = setUp();
  handle('exception', thrown);
  expect(lines).toEqual([['error', 'main-failed', { type: 'exception', ...facts }]]);
  await eventually(() => expect(ends).toEqual([{ kind: 'exception', details }]));
});

test('ends once, after the pending writes, however many faults there are', async () => {
  let finish = () => {};
  const { lines, ends, handle } = setUp(() => new Promise<void>((resolve) => (finish = resolve)));
  for (let time = 0; time < 30; time += 1) handle('rejection', new Error('x'));
  await Promise.resolve();
  expect([lines.length, ends.length]).toEqual([20, 0]);
  finish();
  await eventually(() => expect(ends).toHaveLength(1));
});

test('handles the next fault once the process goes on after all', async () => {
  let stay = () => {};
  const { ends, handle } = setUp(async () => undefined, new Promise<void>((resolve) => (stay = resolve)));
  handle('exception', new Error('first'));
  await eventually(() => expect(ends).toHaveLength(1));
  stay();
  await eventually(() => {
    handle('exception', new Error('later'));
    expect(ends).toHaveLength(2);
  });
});

test.each([
  ['never end', () => new Promise<never>(() => undefined)],
  ['fail', () => Promise.reject(new Error('disk'))],
  [
    'can’t be waited for',
    () => {
      throw new Error('no app');
    },
  ],
])('ends when the pending writes %s', async (_what, settled) => {
  const { ends, clock, handle } = setUp(settled);
  handle('exception', new Error('x'));
  await Promise.resolve();
  await clock.advance(5_000);
  await eventually(() => expect(ends).toHaveLength(1));
});

test.skipIf(process.platform !== 'linux')('are off for the process and those that it starts', async () => {
  const script = `process.stdin.once('data', () => {
    const child = require('node:child_process').spawn('sleep', ['60']);
    console.log(child.pid);
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  expect(await turnOffCoreDumps('linux', child.pid ?? 0)).toBe(true);
  child.stdin.write('go\n');
  const later = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
  onTestFinished(() => void process.kill(later));
  for (const pid of [child.pid, later]) {
    expect(await readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max core file size\s+1\s+1\s/);
  }
});

test.each<NodeJS.Platform>(['darwin', 'win32'])('can’t be turned off on %s', async (platform) => {
  expect(await turnOffCoreDumps(platform, process.pid)).toBe(false);
});

test('of a process that doesn’t exist can’t be turned off', async () => {
  expect(await turnOffCoreDumps('linux', 2 ** 22 + 1)).toBe(false);
});

test('counts the crashes of a period', () => {
  let now = 0;
  const count = createCrashCounter(1000, () => now);
  const counts = [0, 400, 999, 1000, 2500].map((time) => {
    now = time;
    return count();
  });
  expect(counts).toEqual([1, 2, 3, 3, 1]);
});
