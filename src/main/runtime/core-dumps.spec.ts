import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { turnOffCoreDumps } from './core-dumps';

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
