/** `latchkey://` links and second instances of the real program. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { drivenElectron, electronEnvironment } from '../../scripts/lib/electron-binary.mjs';
import { asRoot } from '../support/browser/electron';
import { expect, electronTest as test } from '../support/browser/fixtures';
import { newProfile, removeProfile } from '../support/browser/launch';

const link = 'latchkey://handler/sign-up';

/** Starts the program. */
function start(...args: readonly string[]): ChildProcess {
  const driven = drivenElectron();
  if ('missing' in driven) throw new Error(driven.missing);
  return spawn(driven.program, [...driven.args, ...asRoot, ...args], { stdio: 'ignore', env: electronEnvironment() });
}

/** Starts the program once more; resolves to its exit code. */
async function startAgain(profile: string, ...args: readonly string[]): Promise<number | null> {
  const child = start(`--profile=${profile}`, '--keychain=memory', ...args);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Kinds of the pending links. */
const pending = `window.latchkey.call('links.list', {}).then(({ value }) => value.value.map(({ kind }) => kind))`;

test('a second instance passes its link on, shows the first window, and ends', async ({
  electronApp,
  page,
  screens: _screens,
  profile,
}) => {
  await electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  expect(await startAgain(profile, link)).toBe(0);
  await expect.poll(() => page.evaluate(pending)).toEqual(['sign-up']);
  const isMinimized = () => electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await expect.poll(isMinimized).toBe(false);
});

for (const text of ['https://example.com/', 'notlatchkey://x', `${link}${'x'.repeat(5_000)}`, '--latchkey://handler/sign-up']) {
  test(`a second instance with ${text.slice(0, 40)} passes nothing on`, async ({ page, screens: _screens, profile }) => {
    expect(await startAgain(profile, text)).toBe(0);
    expect(await page.evaluate(pending)).toEqual([]);
  });
}

test('a profile given as two arguments is the same profile', async ({ page, screens: _screens, profile }) => {
  const child = start('--profile', profile, '--keychain', 'memory', link);
  expect((await once(child, 'exit'))[0]).toBe(0);
  await expect.poll(() => page.evaluate(pending)).toEqual(['sign-up']);
});

test('another profile has its own instance, which gets its own link', async ({ page, screens: _screens }) => {
  const other = await newProfile();
  const child = start(`--profile=${other}`, '--keychain=memory', link);
  const ended = once(child, 'exit');
  await expect.poll(() => child.exitCode, { timeout: 5_000 }).toBeNull();
  expect(await page.evaluate(pending)).toEqual([]);
  child.kill();
  await ended;
  await removeProfile(other);
});
