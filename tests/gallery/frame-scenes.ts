/** What lies over any screen, and an address without one. */
import type { Locator } from '@playwright/test';
import type { AppInfo } from '#contract/bridge/app.ts';
import { goWith, type Scene, type Stage } from './stage';

async function showUsers(stage: Stage): Promise<void> {
  await goWith(stage, '/c/sandbox/users', {});
  await stage.screens.users.getByRole('row').nth(8).waitFor();
}

/** Not what this machine is called, and where it stores data. */
const info: AppInfo = {
  version: '1.4.0',
  host: 'electron',
  platform: 'linux',
  arch: 'x64',
  system: 'Ubuntu 26.04 LTS',
  runtimes: [
    { name: 'Electron', version: '41.2.0' },
    { name: 'Chromium', version: '146.0.7680.72' },
    { name: 'Node.js', version: '24.14.1' },
  ],
  profileFolder: '/home/ada/.config/Latchkey',
  profileShown: '~/.config/Latchkey',
  keychain: 'system',
  automation: false,
  canStartAtLogin: true,
};

async function openHelp(stage: Stage, id: 'about' | 'report'): Promise<void> {
  await showUsers(stage);
  stage.bridge.set({ 'app.info': { ok: true, value: info }, 'app.logCodes': { ok: true, value: ['service-error', 'proxy-unusable'] } });
  stage.bridge.push('app.command', { id });
  await stage.screens.dialog.waitFor();
}

/** Finds a text on the profile, as a window of the app does. */
async function find(stage: Stage, text: string): Promise<void> {
  const { page } = stage.screens;
  await goWith(stage, '/c/sandbox/account/profile', {});
  await page.getByRole('button', { name: 'Delete account' }).waitFor();
  stage.bridge.push('app.command', { id: 'find' });
  await page.getByRole('search').getByRole('textbox').fill(text);
  await page.getByRole('search').getByRole('status').filter({ hasText: /\S/ }).waitFor();
}

/** Opens the menu of a button. */
async function openMenu(stage: Stage, opener: (screens: Stage['screens']) => Locator): Promise<void> {
  await showUsers(stage);
  await opener(stage.screens).click();
  await stage.screens.page.getByRole('menu').waitFor();
}

export const frameScenes: readonly Scene[] = [
  { name: 'menu of accounts', show: (stage) => openMenu(stage, (screens) => screens.account(/Ada/)) },
  { name: 'menu of the connection', show: (stage) => openMenu(stage, (screens) => screens.account(/^Analytical Engines/)) },
  { name: 'menu of teams', show: (stage) => openMenu(stage, ({ page }) => page.getByRole('button', { name: /^Team/ })) },
  {
    name: 'command palette',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.keyboard.press('ControlOrMeta+k');
      await stage.screens.dialog.waitFor();
    },
  },
  {
    name: 'shortcuts',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.keyboard.press('Shift+?');
      await stage.screens.dialog.waitFor();
    },
  },
  {
    name: 'third-party licenses',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.getByRole('button', { name: 'Settings' }).click();
      await stage.screens.page.getByRole('button', { name: 'Show licenses' }).click();
      await stage.screens.page.getByText('@fontsource-variable/inter').click();
      await stage.screens.page.getByText('SIL OPEN FONT LICENSE').first().waitFor();
    },
  },
  {
    name: 'about',
    show: async (stage) => {
      await openHelp(stage, 'about');
      await stage.screens.dialog.getByText(info.system).waitFor();
    },
  },
  {
    name: 'report a problem',
    show: async (stage) => {
      await openHelp(stage, 'report');
      await stage.screens.dialog.getByRole('textbox', { name: 'Summary' }).fill('The list of users stays empty');
    },
  },
  {
    name: 'report a problem, too long',
    after: 'report a problem',
    show: async ({ screens: { dialog } }) => {
      await dialog.getByRole('textbox', { name: 'Report' }).fill('What happened: the list stays empty.\n'.repeat(250));
      await dialog.getByText('This text is too long for a link').waitFor();
    },
  },
  { name: 'find, matches', show: (stage) => find(stage, 'Ada') },
  { name: 'find, no matches', show: (stage) => find(stage, 'no such text') },
  {
    name: 'not found',
    show: async (stage) =>
      goWith(stage, '/nowhere/at/all', {}).then(() =>
        stage.screens.page.getByRole('heading', { name: 'Page not found' }).first().waitFor(),
      ),
  },
];
