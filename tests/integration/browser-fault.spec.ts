/** A fault of the browser host that nothing handled. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { temporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');

// Signals make the process fail when the test says so.
describe.skipIf(process.platform === 'win32')('a fault of the browser host', () => {
  beforeAll(async () => expect(await tryBuild()).toBeNull());

  test.each([
    ['exception', 'throw new TypeError("hunter2")'],
    ['rejection', 'Promise.reject(new TypeError("hunter2"))'],
  ])('%s: is logged as a code, explained in a sentence, and ends the process with 70', async (kind, code) => {
    const profile = join(await temporaryFolder(), 'profile');
    const failing = `data:text/javascript,process.on('SIGUSR2', () => { ${encodeURIComponent(code)} })`;
    const args = ['--import', failing, 'out/main/browser.js', '--json', '--no-open', '--keychain', 'memory', '--profile', profile];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let complaints = '';
    child.stderr.on('data', (part) => {
      complaints += part;
    });
    const exited = new Promise<number | null>((done) => child.once('close', done));
    await new Promise((started) => child.stdout.once('data', started));
    child.kill('SIGUSR2');
    expect(await exited).toBe(70);
    expect(complaints).toBe(
      'Latchkey stopped after an unexpected error. What was saved is still there. Details are in the log. Start it again.\n',
    );
    const log = await readFile(join(profile, 'logs', 'latchkey.log'), 'utf8');
    expect(log).toContain(`"what":"main-failed","type":"${kind}","error":"TypeError"`);
    expect(log).not.toContain('hunter2');
  });
});
