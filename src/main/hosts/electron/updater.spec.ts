import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { settle } from '#tests/support/fake-clock.ts';
import { createUpdater, electronUpdater } from './updater';

const electron = vi.hoisted(() => ({ app: {} as Record<string, unknown> }));
const library = vi.hoisted(() => ({ autoUpdater: {} as Record<string, unknown> }));
vi.mock('electron', () => electron);
vi.mock('electron-updater', () => library);

/** Quitting as Electron does it: windows close between the first event and the others. */
let app = new EventEmitter();
let keepsWindow = false;
const quit = () => {
  app.emit('before-quit');
  if (keepsWindow) return;
  app.emit('will-quit');
  // The app has closed in the meantime, and quits again.
  app.emit('before-quit');
  app.emit('quit');
};

const prepare = vi.fn(async () => undefined);
const signals = { login: vi.fn() };

beforeEach(() => {
  prepare.mockReset();
  app = new EventEmitter();
  keepsWindow = false;
  Object.assign(electron.app, { on: app.on.bind(app), once: app.once.bind(app), quit, isPackaged: true });
  library.autoUpdater = {
    checkForUpdates: vi.fn(async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } })),
    downloadUpdate: vi.fn(async () => []),
    quitAndInstall: vi.fn(),
    netSession: 'own session',
    signals,
  };
});

const withInstaller = () => {
  const install = vi.fn();
  library.autoUpdater.install = install;
  return install;
};

test.each([
  ['stable', 'latest'],
  ['beta', 'beta'],
] as const)('looks in the channel %s, and never goes back to an older version', async (channel, name) => {
  expect(await electronUpdater('win32', prepare).find(channel)).toBe('2.0.0');
  expect(library.autoUpdater).toMatchObject({ channel: name, allowDowngrade: false, autoDownload: false });
  expect(library.autoUpdater.downloadUpdate).not.toHaveBeenCalled();
});

test.each([[null], [{ isUpdateAvailable: false, updateInfo: { version: '1.0.0' } }]])('returns null for the result %j', async (result) => {
  library.autoUpdater.checkForUpdates = async () => result;
  expect(await electronUpdater('darwin', prepare).find('stable')).toBeNull();
});

test('on Windows, installs when the app quits, and starts it again on request only', async () => {
  const install = withInstaller();
  await electronUpdater('win32', prepare).download();
  expect(library.autoUpdater.autoInstallOnAppQuit).toBe(false);
  quit();
  expect(install.mock.calls).toEqual([[true, false]]);
});

test.each([false, true])('on Windows, starts again after the windows have closed (a window was kept open before: %s)', async (wasKept) => {
  const install = withInstaller();
  const updater = electronUpdater('win32', prepare);
  await updater.download();
  keepsWindow = wasKept;
  updater.install();
  if (wasKept) {
    expect(install).not.toHaveBeenCalled();
    keepsWindow = false;
    updater.install();
  }
  expect(install.mock.calls).toEqual([[true, true]]);
});

test('on Windows, a window that is kept open stops the restart, also later', async () => {
  const install = withInstaller();
  const updater = electronUpdater('win32', prepare);
  await updater.download();
  keepsWindow = true;
  updater.install();
  expect(install).not.toHaveBeenCalled();
  keepsWindow = false;
  quit();
  expect(install.mock.calls).toEqual([[true, false]]);
});

test('on macOS, the system closes the windows and installs', async () => {
  const updater = electronUpdater('darwin', prepare);
  await updater.download();
  expect(library.autoUpdater.autoInstallOnAppQuit).toBe(true);
  updater.install();
  await settle();
  expect(library.autoUpdater.quitAndInstall).toHaveBeenCalledTimes(1);
});

test('a build whose package names no server doesn’t update itself', () => {
  expect(createUpdater(prepare)).toEqual({ off: 'not-offered' });
});

test('asks and downloads the way the app’s requests go, and gives a proxy no password', async () => {
  const updater = electronUpdater('win32', prepare);
  prepare.mockRejectedValueOnce(new Error('unusable'));
  await expect(updater.find('stable')).rejects.toThrow('unusable');
  expect(library.autoUpdater.checkForUpdates).not.toHaveBeenCalled();
  await updater.find('stable');
  withInstaller();
  await updater.download();
  expect(prepare.mock.calls).toEqual([['own session'], ['own session'], ['own session']]);
  const answer = vi.fn();
  signals.login.mock.lastCall?.[0]({}, answer);
  expect(answer.mock.calls).toEqual([['', '']]);
});
