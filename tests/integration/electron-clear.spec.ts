/** Clearing all local data in the built Electron host on the test double of Electron. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { clearingFile, withRequest } from '#main/clearing/clearing-file.ts';
import { desktopEntry } from '#main/hosts/electron/desktop-entry.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { launchElectron, startElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

/** Requests it in a window, which is closed before it receives the reply. */
async function clear(running: RunningElectron): Promise<void> {
  await running.evaluate(({ app, windows }) => {
    const relaunch = app.relaunch.bind(app);
    Object.assign(app, {
      relaunch: (options: Electron.RelaunchOptions) => {
        relaunch(options);
        process.stderr.write(`relaunch: ${JSON.stringify(options.args)}\n`);
      },
    });
    const wire = windows[0]?.contents.page?.world.latchkey as { call(name: string, input: unknown): unknown };
    wire.call('localData.clear', {});
  });
}

test('closes all windows, starts again without the link and what it could add, and deletes what it and Chromium have stored', async () => {
  const folder = await temporaryFolder();
  const ofThisStart = ['--at-login', '--restarted-after-fault', 'latchkey://handler/sign-up', '--no-network'];
  const running = await launchElectron(folder, { args: ['--allow-other-users', ...ofThisStart] });
  await running.call('settings.update', { theme: 'dark', panelWidth: 400 });
  await running.call('app.openWindow', { path: '/settings' });
  await clear(running);
  expect(await running.exited).toBe(0);
  expect(running.complaints()).toMatch(/relaunch: \[.*"--allow-other-users"/);
  for (const argument of ofThisStart) expect(running.complaints()).not.toContain(argument);
  await writeFile(join(folder, 'notes.txt'), 'mine');

  const again = await launchElectron(folder);
  expect(await again.call('settings.state', {})).toMatchObject({ value: { value: { theme: 'system' } } });
  expect(await again.evaluate(({ defaultSession }) => [...defaultSession.cleared].sort())).toEqual([
    'clearAuthCache',
    'clearCache',
    'clearCodeCaches',
    'clearHostResolverCache',
    'clearStorageData',
  ]);
  expect(await readdir(folder)).not.toContain('settings.json');
  expect(await readdir(folder)).toContain('notes.txt');
});

test('restarts when another process requests it while the program starts', async () => {
  const folder = await temporaryFolder();
  const running = await startElectron(folder);
  // It has found no request by then.
  await expect.poll(() => readdir(folder), { interval: 1 }).toContain('logs');
  await clearingFile(folder, systemClock, () => undefined).update(withRequest);
  expect(await running.exited).toBe(0);
  expect(running.complaints()).toBe('');
});

test.skipIf(process.platform !== 'linux').each([
  ['deletes', 'latchkey', false],
  ['keeps', 'other', true],
])('%s the login item, which starts the default profile, when the profile is %s', async (_what, profile, isKept) => {
  const home = await temporaryFolder();
  const entry = join(home, 'autostart', `${basename(process.execPath)}.desktop`);
  await mkdir(dirname(entry));
  await writeFile(entry, desktopEntry(process.execPath, 'Latchkey'));
  const folder = join(home, profile);
  await clearingFile(folder, systemClock, () => undefined).update(withRequest);
  const running = await launchElectron(folder, { env: { XDG_CONFIG_HOME: home } });
  expect([existsSync(entry), await running.call('settings.state', {})]).toMatchObject([
    isKept,
    { value: { value: { startAtLogin: isKept } } },
  ]);
});
