/** The built Electron host on the test double of Electron: the tray icon, closing to it, and notifications. */
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron, startElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron, shownPages } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const change = (running: RunningElectron, settings: object) => running.call('settings.update', settings);
const trays = (running: RunningElectron) =>
  running.evaluate(({ Tray }) => [...Tray.shown].map(({ tooltip, menu }) => ({ tooltip, labels: menu?.items.map(({ label }) => label) })));
const press = (running: RunningElectron, name: string) =>
  running.evaluate(({ Tray }, item) => {
    for (const tray of Tray.shown) tray.press(item);
  }, name);

/** Returns the environment of a desktop whose session bus says that there is a tray, or that there is none, with other programs replaced. */
async function desktop(hasTray: boolean, others: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  for (const [name, script] of Object.entries({ gdbus: `echo '(${hasTray},)'`, ...others })) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o700);
  }
  return { PATH: `${folder}:${process.env.PATH}` };
}

describe('the tray icon', () => {
  test('is there as long as the settings want it, with the app’s commands', async () => {
    const running = await launchElectron(await temporaryFolder());
    expect(await trays(running)).toEqual([]);
    await change(running, { trayIcon: true });
    expect(await trays(running)).toEqual([
      {
        tooltip: 'Latchkey',
        labels: ['Open Latchkey', undefined, 'Show notices', 'Settings', expect.stringMatching(/^Lock/), undefined, 'Quit Latchkey'],
      },
    ]);
    await change(running, { language: 'de' });
    expect((await trays(running))[0]?.labels?.at(-1)).toBe('Latchkey beenden');
    await change(running, { trayIcon: false });
    expect(await trays(running)).toEqual([]);
  });

  test('names no connections while the app is locked', async () => {
    const running = await launchElectron(await temporaryFolder());
    const names = async () => (await trays(running))[0]?.labels?.filter((label) => label === 'Engines');
    const draft = {
      name: 'Engines',
      baseUrl: 'https://engines.example',
      projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
      environment: 'production',
      keys: {},
    };
    await running.call('connections.add', { draft });
    await change(running, { trayIcon: true });
    await expect.poll(names).toEqual(['Engines']);
    await running.call('lock.setPassphrase', { passphrase: 'correct horse battery', seal: false });
    await running.call('lock.now', {});
    await expect.poll(names).toEqual([]);
    await running.call('lock.unlock', { passphrase: 'correct horse battery' });
    await expect.poll(names).toEqual(['Engines']);
  });

  test('quits the app', async () => {
    const running = await launchElectron(await temporaryFolder());
    await change(running, { trayIcon: true, closeToTray: true });
    await press(running, 'quit');
    expect(await running.exited).toBe(0);
  });
});

describe.skipIf(process.platform !== 'linux')('closing the last window', () => {
  const closeAll = (running: RunningElectron) =>
    running.evaluate(({ windows }) => {
      windows[0]?.tryClose();
    });

  test('keeps the app in the tray, which opens a window again and sends it the command', async () => {
    const running = await launchElectron(await temporaryFolder(), { env: await desktop(true) });
    await change(running, { trayIcon: true, closeToTray: true });
    await closeAll(running);
    await expect.poll(() => shownPages(running)).toBe(0);
    await press(running, 'settings');
    await expect.poll(() => shownPages(running)).toBe(1);
    expect(await running.call('app.takeCommands', {})).toEqual({ ok: true, value: [{ id: 'settings' }] });
    await press(running, 'quit');
    expect(await running.exited).toBe(0);
  });

  test('leaves a menu whose commands open a window', async () => {
    const running = await launchElectron(await temporaryFolder(), { env: await desktop(true) });
    await change(running, { trayIcon: true, closeToTray: true });
    await closeAll(running);
    await expect.poll(() => shownPages(running)).toBe(0);
    await running.evaluate(({ Menu }) => {
      const help = Menu.current?.items.find(({ id }) => id === 'help')?.submenu;
      const about = Array.isArray(help) ? help.find(({ id }) => id === 'about') : undefined;
      about?.click?.({} as never, undefined, {});
    });
    await expect.poll(() => shownPages(running)).toBe(1);
    expect(await running.call('app.takeCommands', {})).toEqual({ ok: true, value: [{ id: 'about' }] });
  });

  test.each([
    ['the setting is off', true, { trayIcon: true, closeToTray: false }],
    ['there is no icon', true, { trayIcon: false, closeToTray: true }],
    ['the desktop has no tray', false, { trayIcon: true, closeToTray: true }],
  ])('quits when %s', async (_when, hasTray, settings) => {
    const running = await launchElectron(await temporaryFolder(), { env: await desktop(hasTray) });
    await change(running, settings);
    await closeAll(running);
    expect(await running.exited).toBe(0);
  });
});

describe.skipIf(process.platform !== 'linux')('when the system starts it at sign-in', () => {
  async function startAtLogin(settings: object, env: Record<string, string>): Promise<{ running: RunningElectron; ready: Promise<void> }> {
    const profile = await temporaryFolder();
    const first = await launchElectron(profile);
    await change(first, settings);
    await first.evaluate(({ app }) => app.quit());
    await first.exited;
    const running = await startElectron(profile, { args: ['--at-login'], env });
    const ready = new Promise<void>((done) => {
      running.process.on('message', (message) => message === 'ready' && done());
    });
    return { running, ready };
  }
  async function startAgain(hasTray: boolean, settings: object): Promise<RunningElectron> {
    const { running, ready } = await startAtLogin(settings, await desktop(hasTray));
    await ready;
    return running;
  }
  const opened = (running: RunningElectron) => running.evaluate(({ windows }) => windows.length);

  test('it waits in the tray, which opens a window', async () => {
    const running = await startAgain(true, { trayIcon: true, closeToTray: true });
    expect(await opened(running)).toBe(0);
    expect(await trays(running)).toHaveLength(1);
    // macOS shows a menu without a window, which isn't Electron's own.
    expect(await running.evaluate(({ menuItems }) => menuItems().map(({ id }) => id))).toContain('palette');
    await press(running, 'open');
    await expect.poll(() => shownPages(running)).toBe(1);
  });

  test('it opens a window when the user starts it before it is ready', async () => {
    const folder = await temporaryFolder();
    // The first program that a start waits for.
    const prlimit = `touch ${folder}/started; while [ ! -e ${folder}/continue ]; do sleep 0.05; done`;
    const { running, ready } = await startAtLogin({ trayIcon: true, closeToTray: true }, await desktop(true, { prlimit }));
    await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true);
    await running.evaluate(({ app }) => app.tell('second-instance', {}, [], '/', { link: null }));
    await writeFile(join(folder, 'continue'), '');
    await ready;
    expect(await opened(running)).toBe(1);
  });

  test.each([
    ['the setting is off', true, { trayIcon: true, closeToTray: false }],
    ['there is no icon', true, { trayIcon: false, closeToTray: true }],
    ['the desktop has no tray', false, { trayIcon: true, closeToTray: true }],
  ])('it opens a window when %s', async (_when, hasTray, settings) => {
    expect(await opened(await startAgain(hasTray, settings))).toBe(1);
  });
});

test('a notification is the system’s, and a click brings a window to the front', async () => {
  const running = await launchElectron(await temporaryFolder());
  expect(await running.call('watch.sendTest', {})).toEqual({ ok: true, value: null });
  const options = await running.evaluate(({ Notification, windows }) => {
    for (const window of windows) Object.assign(window, { minimized: true, visible: false });
    for (const notification of Notification.shown) notification.tell('click');
    return Notification.shown.map((notification) => notification.options);
  });
  expect(options).toEqual([{ title: 'Latchkey notifications work', body: 'This is what a notification looks like.' }]);
  expect(await running.evaluate(({ windows }) => windows.map(({ visible }) => visible))).toEqual([true]);
});
