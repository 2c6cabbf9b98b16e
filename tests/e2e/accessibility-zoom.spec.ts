/** The account at 200 % zoom of a window of 1280 × 800 pixels: nothing is cut off, and axe finds nothing in either theme. */
import type { Locator } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { expect, test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';

// Each walk looks at many screens, twice.
test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

interface View {
  readonly name: string;
  readonly open: (screens: Screens) => Promise<void>;
  /** What is there once it is open. */
  readonly shown: (screens: Screens) => Locator;
}

/** Opens an entry of the navigation, which lies over the screen while it is open. */
async function go(screens: Screens, name: string): Promise<void> {
  const { page } = screens;
  await page.getByRole('button', { name: 'Show navigation' }).click();
  await screens.entry(name, 'Account').click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toHaveCount(0);
}

const button =
  (name: string | RegExp) =>
  ({ page }: Screens) =>
    page.getByRole('main').getByRole('button', { name }).first().click();
const dialog = ({ page }: Screens) => page.getByRole('dialog');

/** Finds a page that scrolls as a whole, a screen that scrolls sideways, and controls that can't be scrolled into the window. */
const unreachable = `(() => {
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  const content = document.getElementById('content');
  const faults = [
    ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? ['the page scrolls'] : []),
    ...(content.scrollWidth > content.clientWidth ? ['the screen scrolls sideways'] : []),
  ];
  const shown = document.querySelector('[role=dialog]') ?? content;
  const isShown = (control) => control.checkVisibility({ visibilityProperty: true }) && control.closest('[aria-hidden=true]') === null;
  for (const control of [...shown.querySelectorAll('a[href], button, input, select, textarea, [role=textbox]')].filter(isShown)) {
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isInside = left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight;
    if (!isInside) faults.push((control.getAttribute('aria-label') ?? control.textContent) + ' is outside of the window');
  }
  return faults;
})()`;

async function expectViews(screens: Screens, views: readonly View[]): Promise<void> {
  for (const { name, open, shown } of views) {
    await test.step(name, async () => {
      await open(screens);
      await expect(shown(screens).first()).toBeVisible();
      expect(await screens.page.evaluate<string[]>(unreachable)).toEqual([]);
      await expectNoViolationsInThemes(screens.page);
      if ((await dialog(screens).count()) === 0) return;
      await screens.page.keyboard.press('Escape');
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
    { name: 'create team', open: (s) => go(s, 'Create team'), shown: ({ page }) => page.getByLabel('Team name') },
    {
      name: 'team',
      open: (s) => go(s, 'Analytical Engines'),
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
