/** The icon in the tray, and notifications, of the real program. */
import type { ElectronApplication } from '@playwright/test';
import { expect, electronTest as test } from '../support/browser/fixtures';

interface Recorded {
  readonly trays: Map<Electron.Tray, Electron.Menu>;
  readonly notifications: Electron.Notification[];
}

/** Keeps the menus of tray icons, and notifications, of which Electron has no list. Notifications aren't shown. */
async function record(electronApp: ElectronApplication): Promise<void> {
  await electronApp.evaluate(({ Tray, Notification }) => {
    const recorded: Recorded = { trays: new Map(), notifications: [] };
    const { setContextMenu, destroy } = Tray.prototype;
    Tray.prototype.setContextMenu = function (menu) {
      if (menu !== null) recorded.trays.set(this, menu);
      setContextMenu.call(this, menu);
    };
    Tray.prototype.destroy = function () {
      recorded.trays.delete(this);
      destroy.call(this);
    };
    Notification.isSupported = () => true;
    Notification.prototype.show = function () {
      recorded.notifications.push(this);
    };
    Object.assign(globalThis, { recorded });
  });
}

/** Returns the labels of each icon's menu. Separators have none. */
const menus = (electronApp: ElectronApplication) =>
  electronApp.evaluate(() => {
    const { recorded } = globalThis as unknown as { recorded: Recorded };
    return [...recorded.trays.values()].map(({ items }) => items.map(({ label }) => label).filter((label) => label !== ''));
  });

const press = (electronApp: ElectronApplication, name: string) =>
  electronApp.evaluate((_electron, wanted) => {
    const { recorded } = globalThis as unknown as { recorded: Recorded };
    for (const { items } of recorded.trays.values()) items.find(({ label }) => label === wanted)?.click();
  }, name);

const hideWindow = (electronApp: ElectronApplication) =>
  electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
const isVisible = (electronApp: ElectronApplication) =>
  electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

test('the icon is there while the settings want it, and its menu opens connections and the app’s screens', async ({
  electronApp,
  page,
  screens,
  environment,
}) => {
  await record(electronApp);
  await screens.startSandbox();
  await environment.ask(page, 'settings.update', { trayIcon: true });
  const labels = ['Open Latchkey', 'Analytical Engines', 'Show notices', 'Settings', expect.stringMatching(/^Lock/), 'Quit Latchkey'];
  await expect.poll(() => menus(electronApp)).toEqual([labels]);
  await press(electronApp, 'Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await hideWindow(electronApp);
  await press(electronApp, 'Analytical Engines');
  await expect(screens.users).toBeVisible();
  await expect.poll(() => isVisible(electronApp)).toBe(true);
  await environment.ask(page, 'settings.update', { language: 'de' });
  await expect.poll(async () => (await menus(electronApp))[0]?.at(-1)).toBe('Latchkey beenden');
  await environment.ask(page, 'settings.update', { trayIcon: false });
  await expect.poll(() => menus(electronApp)).toEqual([]);
});

test('the menu of the icon quits the program', async ({ electronApp, page, screens: _screens, environment }) => {
  await record(electronApp);
  await environment.ask(page, 'settings.update', { trayIcon: true, closeToTray: true });
  await expect.poll(async () => (await menus(electronApp)).length).toBe(1);
  const ended = new Promise<number | null>((resolve) => electronApp.process().once('exit', resolve));
  // The connection to the program ends while it responds.
  await press(electronApp, 'Quit Latchkey').catch(() => undefined);
  expect(await ended).toBe(0);
});

test('a notification brings the window back when it is clicked', async ({ electronApp, page, screens: _screens, environment }) => {
  await record(electronApp);
  await environment.ask(page, 'watch.sendTest', {});
  await hideWindow(electronApp);
  const shown = await electronApp.evaluate(() => {
    const { recorded } = globalThis as unknown as { recorded: Recorded };
    for (const notification of recorded.notifications) notification.emit('click');
    return recorded.notifications.map(({ title, body }) => ({ title, body }));
  });
  expect(shown).toEqual([{ title: 'Latchkey notifications work', body: 'This is what a notification looks like.' }]);
  await expect.poll(() => isVisible(electronApp)).toBe(true);
});
