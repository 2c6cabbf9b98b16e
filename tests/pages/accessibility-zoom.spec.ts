/** The account at 200 % zoom of a window of 1280 × 800 pixels: nothing is cut off, and axe finds nothing in either theme. */
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import type { Screens } from '../support/browser/screens';
import { findUnreachable } from '../support/browser/unreachable';
import { expect, test } from '../support/page/fixtures';

// Each walk looks at many screens, twice.
test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

interface View {
  readonly name: string;
  readonly open: (screens: Screens) => Promise<void>;
  /** What is there once it is open. */
  readonly shown: (screens: Screens) => Locator;
  /** Closes a dialog that doesn't close by Escape. */
  readonly close?: (screens: Screens) => Promise<void>;
}

/** Opens an entry of the navigation, which lies over the screen while it is open. */
async function go(screens: Screens, name: string, section: 'Account' | 'Teams' = 'Account'): Promise<void> {
  const { page } = screens;
  await page.getByRole('button', { name: 'Show navigation' }).click();
  await screens.entry(name, section).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toHaveCount(0);
}

const button =
  (name: string | RegExp) =>
  ({ page }: Screens) =>
    page.getByRole('main').getByRole('button', { name }).first().click();
const dialog = ({ page }: Screens) => page.getByRole('dialog');

/** A GIF of one pixel. */
const dot = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

async function expectViews(screens: Screens, views: readonly View[]): Promise<void> {
  for (const { name, open, shown, close } of views) {
    await test.step(name, async () => {
      await open(screens);
      await expect(shown(screens).first()).toBeVisible();
      expect(await findUnreachable(screens.page)).toEqual([]);
      await expectNoViolationsInThemes(screens.page);
      if ((await dialog(screens).count()) === 0) return;
      await (close === undefined ? screens.page.keyboard.press('Escape') : close(screens));
      await expect(dialog(screens)).toHaveCount(0);
    });
  }
}

test('screens of the account', async ({ page, screens }) => {
  await screens.startSandbox();
  const opener = page.getByRole('button', { name: 'Show navigation' });
  await opener.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await go(screens, 'Profile');
  await expect(page.getByRole('main')).toBeFocused();
  await expectViews(screens, [
    {
      name: 'navigation',
      open: ({ page }) => page.getByRole('button', { name: 'Show navigation' }).click(),
      shown: ({ page }) => page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Profile' }),
    },
    { name: 'profile', open: (s) => go(s, 'Profile'), shown: ({ page }) => page.getByRole('textbox', { name: 'Client metadata' }) },
    { name: 'delete account', open: button('Delete account'), shown: dialog },
    { name: 'sign out', open: button('Sign out'), shown: dialog },
    { name: 'sessions', open: (s) => go(s, 'Sessions'), shown: ({ page }) => page.getByRole('main').getByText('This session') },
    { name: 'revoke sessions', open: button('Revoke all other sessions'), shown: dialog },
    {
      name: 'connected accounts',
      open: (s) => go(s, 'Connected accounts'),
      shown: ({ page }) => page.getByRole('button', { name: 'Disconnect GitHub' }),
    },
    { name: 'access token', open: button('Check the access token of GitHub'), shown: dialog },
    { name: 'disconnect', open: button('Disconnect GitHub'), shown: dialog },
    {
      name: 'permissions',
      open: (s) => go(s, 'Permissions'),
      shown: ({ page }) => page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(1),
    },
    { name: 'own invitations', open: (s) => go(s, 'Invitations'), shown: ({ page }) => page.getByRole('region', { name: 'Invitations' }) },
    { name: 'notifications', open: (s) => go(s, 'Notifications'), shown: ({ page }) => page.getByRole('switch', { name: 'Marketing' }) },
  ]);
});

test('sign-in settings and API keys', async ({ screens }) => {
  await screens.startSandbox();
  await expectViews(screens, [
    {
      name: 'emails and sign-in',
      open: (s) => go(s, 'Emails and sign-in'),
      shown: ({ page }) => page.getByRole('table', { name: 'Email addresses' }),
    },
    { name: 'add email', open: button('Add email'), shown: dialog },
    { name: 'change password', open: button('Change password'), shown: dialog },
    { name: 'set up app', open: button('Set up app'), shown: ({ page }) => page.getByRole('img', { name: /^QR code/ }) },
    {
      name: 'API keys',
      open: (s) => go(s, 'API keys'),
      shown: ({ page }) => page.getByRole('grid', { name: 'API keys' }).getByRole('row').nth(1),
    },
    { name: 'revoke key', open: button('Revoke Notebook'), shown: dialog },
    { name: 'create key', open: button('Create API key'), shown: dialog },
  ]);
});

test('teams', async ({ screens }) => {
  await screens.startSandbox();
  const tab =
    (name: string) =>
    ({ page }: Screens) =>
      page.getByRole('tab', { name }).click();
  await expectViews(screens, [
    { name: 'create team', open: (s) => go(s, 'Create team', 'Teams'), shown: ({ page }) => page.getByLabel('Team name') },
    {
      name: 'team',
      open: (s) => go(s, 'Analytical Engines', 'Teams'),
      shown: ({ page }) => page.getByRole('textbox', { name: 'Client metadata' }),
    },
    { name: 'leave team', open: button('Leave team'), shown: dialog },
    { name: 'delete team', open: button('Delete team'), shown: dialog },
    {
      name: 'members',
      open: tab('Members'),
      shown: ({ page }) => page.getByRole('grid', { name: 'Members' }).getByRole('row').nth(2),
    },
    { name: 'remove member', open: button('Remove Charles Babbage'), shown: dialog },
    {
      name: 'invitations',
      open: tab('Invitations'),
      shown: ({ page }) => page.getByRole('grid', { name: 'Pending invitations' }).getByRole('row').nth(1),
    },
    { name: 'resend', open: button(/^Resend/), shown: dialog },
    { name: 'revoke invitation', open: button(/^Revoke/), shown: dialog },
    { name: 'team profile', open: tab('Your profile'), shown: ({ page }) => page.getByRole('button', { name: 'Edit name in this team' }) },
    {
      name: 'team keys',
      open: tab('API keys'),
      shown: ({ page }) => page.getByRole('main').getByRole('button', { name: 'Create API key' }),
    },
  ]);
});

/** Has the app see Ada with a passkey and two-factor authentication. */
async function withAllMethods(page: Page): Promise<void> {
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const program = socket.connectToServer();
    program.onMessage((message) => socket.send(String(message).replace(/"(passkey_auth_enabled|requires_totp_mfa)":false/g, '"$1":true')));
  });
  await page.reload();
}

test('dialogs that change the account', async ({ page, screens }) => {
  await screens.startSandbox();
  await withAllMethods(page);
  const menuOf = (email: string, command: string) => async () => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: command }).click();
  };
  await expectViews(screens, [
    {
      name: 'emails and sign-in',
      open: (s) => go(s, 'Emails and sign-in'),
      shown: () => page.getByRole('button', { name: 'Remove passkey' }),
    },
    {
      name: 'email sent',
      open: async (s) => {
        await button('Add email')(s);
        await dialog(s).getByLabel('Email address').fill('ada.lovelace@home.example');
        await dialog(s).getByRole('button', { name: 'Add email' }).click();
        await expect(dialog(s)).toHaveCount(0);
      },
      shown: () => page.getByRole('table', { name: 'Email addresses' }).getByText('Email sent'),
    },
    { name: 'verify email', open: menuOf('ada.lovelace@home.example', 'Enter code or link'), shown: dialog },
    { name: 'remove email', open: menuOf('ada.lovelace@home.example', 'Remove email'), shown: dialog },
    { name: 'remove passkey', open: button('Remove passkey'), shown: dialog },
    { name: 'turn off 2FA', open: button('Turn off 2FA'), shown: dialog },
    {
      name: 'crop',
      open: async (s) => {
        await go(s, 'Profile');
        await page.getByLabel('Image file').setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: dot });
      },
      shown: (s) => dialog(s).getByRole('group', { name: /^Crop area/ }),
    },
    {
      name: 'review metadata',
      open: async () => {
        await page.getByRole('textbox', { name: 'Client metadata' }).fill('{ "theme": "dark" }');
        await page.getByRole('button', { name: 'Review changes' }).click();
      },
      shown: dialog,
      close: async (s) => {
        await page.keyboard.press('Escape');
        await expect(dialog(s)).toHaveCount(0);
        await page.getByRole('button', { name: 'Discard', exact: true }).click();
      },
    },
    {
      name: 'save key',
      open: async (s) => {
        await go(s, 'API keys');
        await button('Create API key')(s);
        await dialog(s).getByLabel('Description').fill('Reports');
        await dialog(s).getByRole('button', { name: 'Create API key' }).click();
      },
      shown: () => page.getByRole('dialog', { name: 'Save your API key' }),
      close: async (s) => {
        await dialog(s).getByLabel('I’ve saved this key somewhere safe').check();
        await dialog(s).getByRole('button', { name: 'Done' }).click();
      },
    },
  ]);
});
