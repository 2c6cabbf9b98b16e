/** Overlays of any screen, and an address without one. */
import { expect, type Locator } from '@playwright/test';
import { defaultSettings } from '#contract/setting-rows.ts';
import { sampleAppInfo } from '../support/samples/sample-app-info';
import { goWith, type Scene, type SceneContext } from './scene';

async function showUsers(context: SceneContext): Promise<void> {
  await goWith(context, '/c/sandbox/users', {});
  await context.screens.users.getByRole('row').nth(8).waitFor();
}

async function openHelp(context: SceneContext, id: 'about' | 'report'): Promise<void> {
  await showUsers(context);
  context.bridge.set({
    'app.info': { ok: true, value: sampleAppInfo },
    'app.logCodes': { ok: true, value: ['service-error', 'proxy-unusable'] },
  });
  context.bridge.push('app.command', { id });
  await context.screens.dialog.waitFor();
}

/** Finds a text on the profile, as a window of the app does. */
async function find(context: SceneContext, text: string): Promise<void> {
  const { page } = context.screens;
  await goWith(context, '/c/sandbox/account/profile', {});
  await page.getByRole('button', { name: 'Delete account' }).waitFor();
  context.bridge.push('app.command', { id: 'find' });
  await page.getByRole('search').getByRole('textbox').fill(text);
  await page.getByRole('search').getByRole('status').filter({ hasText: /\S/ }).waitFor();
}

/** Opens the menu of a button. */
async function openMenu(context: SceneContext, opener: (screens: SceneContext['screens']) => Locator): Promise<void> {
  await showUsers(context);
  await opener(context.screens).click();
  await context.screens.page.getByRole('menu').waitFor();
}

export const frameScenes: readonly Scene[] = [
  { name: 'menu of accounts', show: (context) => openMenu(context, (screens) => screens.account(/Ada/)) },
  {
    name: 'navigation with the account',
    show: async (context) => {
      await showUsers(context);
      context.bridge.push('settings.state', { ...defaultSettings, accountEntries: 'shown' });
      await context.screens.entry('Profile', 'Account').waitFor();
    },
  },
  {
    name: 'navigation without the account',
    show: async (context) => {
      await goWith(context, '/c/sandbox/account/sessions', {});
      await context.screens.page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem').first().waitFor();
      context.bridge.push('settings.state', { ...defaultSettings, accountEntries: 'hidden' });
      await expect(context.screens.entry('Profile', 'Account')).toHaveCount(0);
    },
  },
  { name: 'menu of the connection', show: (context) => openMenu(context, (screens) => screens.account(/^Analytical Engines/)) },
  { name: 'menu of teams', show: (context) => openMenu(context, ({ page }) => page.getByRole('button', { name: /^Team/ })) },
  {
    name: 'command palette',
    show: async (context) => {
      await showUsers(context);
      await context.screens.page.keyboard.press('ControlOrMeta+k');
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'shortcuts',
    show: async (context) => {
      await showUsers(context);
      await context.screens.page.keyboard.press('Shift+?');
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'third-party licenses',
    show: async (context) => {
      await showUsers(context);
      await context.screens.page.getByRole('button', { name: 'Settings' }).click();
      await context.screens.page.getByRole('button', { name: 'Show licenses' }).click();
      await context.screens.page.getByText('@fontsource-variable/inter').click();
      await context.screens.page.getByText('SIL OPEN FONT LICENSE').first().waitFor();
    },
  },
  {
    name: 'about',
    show: async (context) => {
      await openHelp(context, 'about');
      await context.screens.dialog.getByText(sampleAppInfo.system).waitFor();
    },
  },
  {
    name: 'report a problem',
    show: async (context) => {
      await openHelp(context, 'report');
      await context.screens.dialog.getByRole('textbox', { name: 'Summary' }).fill('The list of users stays empty');
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
  { name: 'find, matches', show: (context) => find(context, 'Ada') },
  { name: 'find, no matches', show: (context) => find(context, 'no such text') },
  {
    name: 'not found',
    show: async (context) =>
      goWith(context, '/nowhere/at/all', {}).then(() =>
        context.screens.page.getByRole('heading', { name: 'Page not found' }).first().waitFor(),
      ),
  },
];
