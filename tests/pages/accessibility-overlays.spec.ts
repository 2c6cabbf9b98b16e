import type { Locator } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

// Each walk looks at more than ten overlays.
test.describe.configure({ timeout: 300_000 });

interface Overlay {
  readonly name: string;
  readonly open: (screens: Screens) => Promise<void>;
  /** What lies over the screen then. */
  readonly shown: (screens: Screens) => Locator;
}

const menu = ({ page }: Screens) => page.getByRole('menu');
const dialog = ({ dialog: found }: Screens) => found;

async function openTileMenu({ page }: Screens): Promise<void> {
  const tile = page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /^Analytical/ });
  // A key pressed while the tile is drawn again is lost.
  await expect(async () => {
    await tile.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Menus, popovers and questions; Escape closes each. */
const overlays: readonly Overlay[] = [
  {
    name: 'the accounts',
    open: (screens) => screens.account(/Ada/).click(),
    shown: menu,
  },
  {
    name: 'the menu of the connection',
    open: ({ page }) =>
      page
        .getByRole('navigation', { name: 'Navigation' })
        .getByRole('button', { name: /^Analytical Engines/ })
        .click(),
    shown: menu,
  },
  {
    name: 'the menu of a tile',
    open: openTileMenu,
    shown: menu,
  },
  { name: 'the teams', open: ({ page }) => page.getByRole('button', { name: /^Team/ }).click(), shown: menu },
  { name: 'the notices', open: ({ page }) => page.getByRole('button', { name: /notice/i }).click(), shown: dialog },
  { name: 'the shortcuts', open: ({ page }) => page.keyboard.press('?'), shown: dialog },
  {
    name: 'the third-party licenses',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Show licenses' }).click();
      await page.getByText('react', { exact: true }).click();
    },
    shown: ({ page }) => page.getByRole('dialog', { name: 'Third-party licenses' }),
  },
  {
    name: 'the question of signing out',
    open: async (screens) => {
      // The settings have no navigation.
      await screens.visit('account/profile');
      await screens.page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    },
    shown: dialog,
  },
  {
    name: 'the question of deleting an account',
    open: ({ page }) => page.getByRole('main').getByRole('button', { name: 'Delete account' }).click(),
    shown: dialog,
  },
  {
    name: 'the question of deleting a team',
    open: async (screens) => {
      await screens.entry('Analytical Engines').click();
      await screens.page.getByRole('main').getByRole('button', { name: 'Delete team' }).click();
    },
    shown: dialog,
  },
  {
    name: 'the question of leaving a team, with a callout',
    open: async ({ page }) => {
      // The team is selected, which leaving it says.
      await page.getByRole('main').getByText('Selected team', { exact: true }).waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Leave team' }).click();
      await page.getByText('Check before you continue').waitFor();
    },
    shown: dialog,
  },
  {
    name: 'the question of deleting the user who is signed in',
    open: async (screens) => {
      const { page } = screens;
      await screens.visit('users?q=ada@analytical.example');
      await screens.userRow(/Ada Lovelace/).click();
      await screens.panel.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete user' }).click();
      await page.getByText('You’re signed in to Latchkey as this user.').waitFor();
    },
    shown: dialog,
  },
  {
    name: 'the removal of a member',
    open: async (screens) => {
      const { page } = screens;
      await screens.entry('Analytical Engines').click();
      await page.getByRole('tab', { name: 'Members' }).click();
      await page.getByRole('button', { name: 'Remove Charles Babbage' }).click();
    },
    shown: dialog,
  },
  {
    name: 'a new invitation in place of an old one',
    open: async ({ page }) => {
      await page.getByRole('tab', { name: 'Invitations' }).click();
      await page
        .getByRole('button', { name: /^Resend/ })
        .first()
        .click();
    },
    shown: dialog,
  },
  {
    name: 'the removal of a connection',
    open: async (screens) => {
      await openTileMenu(screens);
      await screens.page.getByRole('menuitem', { name: 'Remove…' }).click();
    },
    shown: dialog,
  },
  {
    name: 'a form that is not saved',
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Add connection' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Engines');
      await page.goBack();
    },
    shown: dialog,
  },
];

test('axe finds nothing in what lies over a screen', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).waitFor();
  for (const { name, open, shown } of overlays) {
    await test.step(name, async () => {
      await open(screens);
      await expect(shown(screens)).toBeVisible();
      await expectNoViolationsInThemes(page);
      await page.keyboard.press('Escape');
      await expect(shown(screens)).toHaveCount(0);
    });
  }
});

test('a dialog opened from a menu closes with one Escape each time, and returns the focus to what the menu belongs to', async ({
  page,
  screens,
}) => {
  await screens.startSandbox();
  const tile = page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /^Analytical/ });
  // Only the first time is its code loaded between the menu and the dialog.
  for (let time = 0; time < 2; time += 1) {
    await openTileMenu(screens);
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await expect(screens.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(screens.dialog).toHaveCount(0);
    await expect(tile).toBeFocused();
  }
});
