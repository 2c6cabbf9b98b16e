/** Privacy mode in overlays of a screen: menus, dialogs, and what opens in place. */
import type { Locator, Page } from '@playwright/test';
import { teamNamed } from '../support/browser/demo-project';
import { expectHidden, seedPersonal, settled, turnOnPrivacy } from '../support/browser/personal-data';
import { expect, test } from '../support/page/fixtures';

interface Opened {
  /** The path of the screen. */
  readonly path: string;
  /** The buttons that open a menu; of several with such a name, the first one. */
  readonly menus?: readonly (string | RegExp)[];
  /** The buttons that open a dialog. */
  readonly dialogs?: readonly (string | RegExp)[];
}

const rowMenu = /^Actions for •/;
const oneSession = /^Revoke the session from •/;

/** The screens about users, teams, and accounts, with what opens on each. */
function openedBy(user: string, team: string): readonly Opened[] {
  return [
    { path: 'users', menus: [rowMenu, /^Team/, 'Columns', 'Last active'] },
    { path: `users/${user}?tab=overview`, menus: ['More actions'], dialogs: ['Impersonate'] },
    {
      path: `users/${user}?tab=sign-in`,
      menus: [rowMenu],
      dialogs: ['Add email', 'Change password', 'Remove password', 'Send email: Password reset', 'Add account', 'Disconnect GitHub'],
    },
    { path: `users/${user}?tab=sessions`, menus: [rowMenu], dialogs: ['Revoke all sessions', oneSession] },
    { path: 'teams', menus: [/^Actions for Bernoulli/] },
    { path: `teams/${team}?tab=members`, menus: [rowMenu], dialogs: ['Add member', /^Remove •/] },
    { path: `teams/${team}?tab=general`, dialogs: ['Delete team'] },
    { path: `teams/${team}?tab=invitations`, dialogs: [/^Revoke/, /^Resend/] },
    { path: 'account/profile', dialogs: ['Sign out', 'Delete account'] },
    { path: 'account/sign-in', menus: [rowMenu], dialogs: ['Add email', 'Change password'] },
    { path: 'account/sessions', menus: [rowMenu], dialogs: ['Revoke all other sessions', oneSession] },
    { path: 'account/connected-accounts', dialogs: ['Disconnect GitHub'] },
    { path: `account/teams/${team}?tab=members`, menus: [rowMenu], dialogs: [/^Remove •/] },
  ];
}

/** Opens an overlay, looks at it once it is complete, and closes it. */
async function lookAt(page: Page, opener: Locator, overlay: Locator, hidden: readonly string[]): Promise<void> {
  await opener.click();
  await expect(overlay).toBeVisible();
  await expect(overlay).not.toBeEmpty();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectHidden(page, hidden);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(overlay).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
}

test('no menu and no dialog about users, teams, and accounts shows who they are', async ({ page, screens, environment }) => {
  test.setTimeout(180_000);
  await screens.startSandbox();
  const { ada, hidden } = await seedPersonal(page, environment);
  const team = await teamNamed(environment, page, 'Analytical Engines');
  await turnOnPrivacy(page, screens);
  for (const { path, menus = [], dialogs = [] } of openedBy(ada, team)) {
    await screens.visit(path);
    await settled(page);
    const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
    for (const name of menus) {
      await test.step(`${path}: menu ${name}`, () => lookAt(page, button(name), page.getByRole('menu'), hidden));
    }
    for (const name of dialogs) {
      await test.step(`${path}: dialog ${name}`, () => lookAt(page, button(name), screens.dialog, hidden));
    }
  }
});

test('neither the menus of the window nor the dialogs opened from them show who is signed in', async ({ page, screens, environment }) => {
  test.slow();
  await screens.startSandbox();
  const { ada, hidden } = await seedPersonal(page, environment);
  await turnOnPrivacy(page, screens);
  const menu = page.getByRole('menu');
  await lookAt(page, screens.account(/••••••/), menu, hidden);
  const connection = page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /^Analytical Engines/ });
  await lookAt(page, connection, menu, hidden);
  await lookAt(page, page.getByRole('button', { name: /notice/i }), screens.dialog, hidden);

  await screens.visit(`users/${ada}?tab=overview`);
  for (const command of ['Create session…', 'Delete user']) {
    await test.step(command, async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await lookAt(page, page.getByRole('menuitem', { name: command }), screens.dialog, hidden);
    });
  }
  await screens.visit('account/profile');
  await page.getByRole('button', { name: 'Edit name' }).click();
  await expectHidden(page, hidden);
});
