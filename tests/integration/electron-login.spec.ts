/** The built Electron host on the test double of Electron: starting with the computer, as each system does it. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { desktopEntry } from '#main/hosts/electron/desktop-entry.ts';
import { packConfig } from '../../scripts/lib/packaging/pack-config.mjs';
import { launchElectron, startElectron } from '../support/electron/launch';
import { type ElectronOptions, prepareElectron, type RunningElectron, shownPages } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const turn = (running: RunningElectron, startAtLogin: boolean) => running.call('settings.update', { startAtLogin });
const setting = async (running: RunningElectron) => {
  const { value } = (await running.call('settings.state', {})) as { value: { value: { startAtLogin: boolean } } };
  return value.value.startAtLogin;
};
/** The user comes back from the system's settings. */
const comeBack = (running: RunningElectron) => running.evaluate(({ app }) => app.tell('browser-window-focus'));

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  /** Starts the default profile of a home. */
  async function launch(home: string, options: ElectronOptions = {}): Promise<RunningElectron> {
    return launchElectron(join(home, 'latchkey'), { ...options, env: { XDG_CONFIG_HOME: home, ...options.env } });
  }
  const entryOf = (home: string) => join(home, 'autostart', `${basename(process.execPath)}.desktop`);
  async function write(home: string, text: string): Promise<void> {
    await mkdir(dirname(entryOf(home)), { recursive: true });
    await writeFile(entryOf(home), text);
  }
  const own = desktopEntry(process.execPath, 'Latchkey', ['--at-login']);

  test('the setting writes and deletes an entry that starts the program', async () => {
    const home = await temporaryFolder();
    const running = await launch(home);
    await turn(running, true);
    await expect.poll(() => readFile(entryOf(home), 'utf8').catch(() => '')).toBe(own);
    await turn(running, false);
    await expect.poll(() => existsSync(entryOf(home))).toBe(false);
    expect(await setting(running)).toBe(false);
  });

  test('an entry that the user turned off in the desktop turns the setting off', async () => {
    const home = await temporaryFolder();
    await write(home, own);
    const running = await launch(home);
    expect(await setting(running)).toBe(true);
    await write(home, `${own}Hidden=true\n`);
    await comeBack(running);
    await expect.poll(() => setting(running)).toBe(false);
  });

  const moved = desktopEntry('/home/ada/Downloads/Latchkey-1.0.AppImage', 'Latchkey', ['--at-login']);
  const appImage = { APPIMAGE: '/home/ada/Latchkey-1.1.AppImage', APPDIR: dirname(process.execPath) };

  test('an entry for an AppImage that was moved is written again', async () => {
    const home = await temporaryFolder();
    await write(home, moved);
    const running = await launch(home, { env: appImage });
    expect(await readFile(entryOf(home), 'utf8')).toBe(desktopEntry(appImage.APPIMAGE, 'Latchkey', ['--at-login']));
    expect(await setting(running)).toBe(true);
  });

  test.each([
    ['that is turned off', 'latchkey', `${moved}Hidden=true\n`],
    ['that starts this program, with a delay that the user added', 'latchkey', `${own}X-GNOME-Autostart-Delay=10\n`],
    ['by another profile, which it doesn’t start', 'other', moved],
  ])('an entry isn’t written again if it is one %s', async (_what, profile, text) => {
    const home = await temporaryFolder();
    await write(home, text);
    await launchElectron(join(home, profile), { env: { XDG_CONFIG_HOME: home } });
    expect(await readFile(entryOf(home), 'utf8')).toBe(text);
  });
});

describe('on macOS', () => {
  test('the setting follows the login item, which has no arguments', async () => {
    const running = await launchElectron(await temporaryFolder(), { platform: 'darwin' });
    const isOn = () => running.evaluate(({ loginItems }) => loginItems.mac.isOn);
    await turn(running, true);
    await expect.poll(isOn).toBe(true);
    await running.evaluate(({ loginItems }) => void Object.assign(loginItems.mac, { isOn: false }));
    await comeBack(running);
    await expect.poll(() => setting(running)).toBe(false);
    await turn(running, true);
    await expect.poll(isOn).toBe(true);
    await turn(running, false);
    await expect.poll(isOn).toBe(false);
  });

  test('a program that the login item started opens no window if it stays in the tray', async () => {
    const folder = await temporaryFolder();
    const settings = { format: 'latchkey/settings', version: 1, data: { startAtLogin: true, trayIcon: true, closeToTray: true } };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
    const running = await startElectron(folder, { platform: 'darwin', env: { STAND_IN_LOGIN_ITEM: '1' } });
    await expect.poll(() => running.evaluate(({ Tray }) => Tray.shown.size)).toBe(1);
    expect(await shownPages(running)).toBe(0);
  });
});

describe('on Windows', () => {
  const launch = async (options: ElectronOptions = {}) => launchElectron(await temporaryFolder(), { platform: 'win32', ...options });
  const values = (running: RunningElectron) => running.evaluate(({ loginItems }) => [...loginItems.windows.values]);

  test.each([
    ['the released build', false],
    ['the automation build', true],
  ])('%s has the ID that its installer has, and its login item the same', async (_what, isAutomation) => {
    const { productName, appId } = packConfig(isAutomation);
    const running = await launch({ name: String(productName) });
    await turn(running, true);
    await expect.poll(() => values(running)).toEqual([[appId, `${process.execPath} --at-login`]]);
    await turn(running, false);
    await expect.poll(() => values(running)).toEqual([]);
  });

  test('a build that isn’t packaged isn’t taken for the installed one', async () => {
    const running = await launch({ packaged: false });
    expect(await running.evaluate(({ loginItems }) => loginItems.windows.id)).toBe('electron.app.Latchkey');
  });

  test('an item that the user turned off in the Task Manager turns the setting off, which can turn it on again', async () => {
    const running = await launch();
    await turn(running, true);
    await expect.poll(async () => (await values(running)).length).toBe(1);
    await running.evaluate(({ loginItems }) => void loginItems.windows.disabled.add(loginItems.windows.id));
    await comeBack(running);
    await expect.poll(() => setting(running)).toBe(false);
    await turn(running, true);
    await expect.poll(() => running.evaluate(({ loginItems }) => loginItems.windows.disabled.size)).toBe(0);
    expect(await setting(running)).toBe(true);
  });
});
