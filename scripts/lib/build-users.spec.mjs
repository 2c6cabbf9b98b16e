import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { untilUnused, users } from './build-users.mjs';
import { inProject } from './project.mjs';

/** Starts a test run that goes on until it is killed, and a process of it. */
async function startRun() {
  const library = JSON.stringify(pathToFileURL(inProject('scripts', 'lib', 'build-users.mjs')).href);
  const code = `const { becomeUser, isUser } = await import(${library});
    const before = isUser(); becomeUser(); process.send([before, isUser()]); process.on('message', () => process.exit(0)); setInterval(() => {}, 1e6);`;
  const { LATCHKEY_USES_BUILD: _uses, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child, 'message');
  return { child, said, pid: child.pid ?? 0 };
}

it.each(['ends', 'is killed'])('keeps the build until the test run %s', async (how) => {
  const { child, said, pid } = await startRun();
  expect(said).toEqual([false, true]);
  expect(users()).toContain(pid);
  if (how === 'ends') child.send('end');
  else child.kill('SIGKILL');
  await once(child, 'exit');
  expect(users()).not.toContain(pid);
});

it('waits with one line until nothing uses the build', async () => {
  const found = [[7, 8], [8], []];
  /** @type {string[]} */
  const said = [];
  await untilUnused({ look: () => found.shift() ?? [], report: (line) => void said.push(line), every: 1 });
  expect([said, found]).toEqual([['Waiting for tests that use the last build…'], []]);
  await untilUnused({ look: () => [], report: (line) => void said.push(line) });
  expect(said).toHaveLength(1);
});
