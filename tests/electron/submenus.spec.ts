/** The submenus of the real program's menu that change: connections and windows. */
import type { ElectronApplication } from '@playwright/test';
import { expect, electronTest as test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';

/** Returns the items of a submenu, the separators left out. Null if there is no such submenu. */
const itemsOf = (electronApp: ElectronApplication, id: string) =>
  electronApp.evaluate(({ Menu }, wanted) => {
    const submenu = Menu.getApplicationMenu()?.getMenuItemById(wanted)?.submenu;
    if (submenu === undefined) return null;
    return submenu.items.filter(({ type }) => type !== 'separator').map(({ id: own, label, checked }) => ({ id: own, label, checked }));
  }, id);

const click = (electronApp: ElectronApplication, id: string) =>
  electronApp.evaluate(({ Menu }, wanted) => void Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);

/** Returns the windows of the menu: their IDs, and whether they are checked. */
async function windows(electronApp: ElectronApplication) {
  const items = await itemsOf(electronApp, 'window');
  return (items ?? []).filter(({ id }) => id?.startsWith('window:'));
}

test('the connections are there once there is one, and open', async ({ electronApp, page, screens, environment }) => {
  expect(await itemsOf(electronApp, 'connection')).toBeNull();
  await screens.startSandbox();
  await expect.poll(async () => (await itemsOf(electronApp, 'connection'))?.map(({ id }) => id)).toEqual(['connection:sandbox']);
  await click(electronApp, 'settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await click(electronApp, 'connection:sandbox');
  await expect(screens.users).toBeVisible();
  // A locked app shows no names.
  await environment.ask(page, 'lock.setPassphrase', { passphrase: 'correct horse battery', seal: false });
  await click(electronApp, 'lock');
  await expect(page.getByRole('heading', { name: 'Latchkey is locked' })).toBeVisible();
  await expect.poll(() => itemsOf(electronApp, 'connection')).toBeNull();
});

test('the windows are there with their titles, and come to the front', async ({ electronApp, screens }) => {
  await screens.startSandbox();
  await expect.poll(async () => (await windows(electronApp)).length).toBe(1);
  const opened = electronApp.waitForEvent('window');
  await click(electronApp, 'new-window');
  const second = await opened;
  await new Screens(second).page.locator('main').waitFor();
  await expect.poll(async () => (await windows(electronApp)).length).toBe(2);
  const [first, last] = await windows(electronApp);
  expect(first?.label).toContain('Analytical Engines');
  await click(electronApp, first?.id ?? '');
  await expect.poll(async () => (await windows(electronApp)).map(({ checked }) => checked)).toEqual([true, false]);
  // Once more, for the window that has the focus already.
  await click(electronApp, first?.id ?? '');
  await expect.poll(async () => (await windows(electronApp)).map(({ checked }) => checked)).toEqual([true, false]);
  await click(electronApp, last?.id ?? '');
  await expect.poll(async () => (await windows(electronApp)).map(({ checked }) => checked)).toEqual([false, true]);
  await second.close();
  await expect.poll(async () => (await windows(electronApp)).map(({ id }) => id)).toEqual([first?.id]);
});
