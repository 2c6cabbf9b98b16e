/** The windows and the menu of Electron itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from '#contract/commands.ts';
import en from '#messages/en.json' with { type: 'json' };
import { drivenElectron } from '../../scripts/lib/electron-binary.mjs';
import { launchElectron } from '../support/browser/electron';
import { expect, electronTest as test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';

test('the menu has every command, and sends them to the window', async ({ electronApp, page, screens }) => {
  await screens.startSandbox();
  const ids = await electronApp.evaluate(({ Menu }) => {
    const all = (items: Electron.MenuItem[]): string[] => items.flatMap(({ id, submenu }) => [id, ...all(submenu?.items ?? [])]);
    return all(Menu.getApplicationMenu()?.items ?? []);
  });
  expect(ids).toEqual(expect.arrayContaining(commands.map(({ id }) => id)));
  await electronApp.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('shortcuts')?.click());
  await expect(screens.dialog).toContainText(en['shell.command.zoom-in']);
  await page.keyboard.press('Escape');
});

test('a connection opens in a separate window; the next start has the place of the last', async ({
  electronApp,
  page,
  screens,
  profile,
}) => {
  await screens.startSandbox();
  const opened = electronApp.waitForEvent('window');
  await page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Analytical Engines/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open in new window' }).click();
  await new Screens(await opened).users.waitFor();
  await electronApp.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.setSize(1100, 700);
  });
  await electronApp.close();
  const { data } = JSON.parse(await readFile(join(profile, 'windows.json'), 'utf8'));
  expect(Object.values(data)).toContainEqual(expect.objectContaining({ width: 1100, height: 700 }));

  const driven = drivenElectron();
  if ('missing' in driven) throw new Error(driven.missing);
  const again = await launchElectron(driven, profile);
  await again.firstWindow();
  const sizes = await again.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getSize()));
  await again.close();
  expect(sizes).toEqual([[1100, 700]]);
});

test('the menu is in the order of the system, and its labels have mnemonics outside macOS', async ({ electronApp, screens: _screens }) => {
  const labels = await electronApp.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  const own = ['File', 'Edit', 'View', 'Go', 'Window', 'Help'];
  expect(labels?.slice(-6)).toEqual(process.platform === 'darwin' ? own : own.map((label) => `&${label}`));
});

test('a form that is not saved is asked about before its window closes', async ({ electronApp, page, screens: _screens }) => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Engines');
  const closeAndPress = (button: number) =>
    electronApp.evaluate(({ BrowserWindow, dialog }, response) => {
      dialog.showMessageBoxSync = () => response;
      BrowserWindow.getAllWindows()[0]?.close();
    }, button);
  await closeAndPress(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Engines');
  const closed = page.waitForEvent('close');
  await closeAndPress(1);
  await closed;
});

test('a page whose process ends comes back', async ({ electronApp, screens }) => {
  await screens.startSandbox();
  // The page that Playwright knew is dead for it, so the program itself is asked.
  const title = await electronApp.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('There is no window.');
    const loaded = new Promise<string>((done) => window.webContents.once('did-finish-load', () => done(window.webContents.getURL())));
    window.webContents.forcefullyCrashRenderer();
    return loaded;
  });
  expect(title).toMatch(/^app:\/\/bundle\/#\/c\/sandbox\/users/);
});

test('a window is shown', async ({ electronApp, screens: _screens }) => {
  const isVisible = () => electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
  await expect.poll(isVisible).toEqual([true]);
});

test('a page that its user kept is not said to be unresponsive', async ({ electronApp, page, screens: _screens }) => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Engines');
  const asked = await electronApp.evaluate(({ BrowserWindow, dialog }) => {
    const [window] = BrowserWindow.getAllWindows();
    const messages: string[] = [];
    dialog.showMessageBoxSync = () => 0;
    dialog.showMessageBox = async (...args: unknown[]) => {
      messages.push((args.at(-1) as Electron.MessageBoxOptions).message);
      return { response: 0, checkboxChecked: false };
    };
    return new Promise<string[]>((done) => {
      // After five seconds. Nothing else shows that they have passed.
      window?.once('unresponsive', () => setTimeout(() => done(messages), 200));
      window?.close();
    });
  });
  expect(asked).toEqual([]);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Engines');
});
