/** The screen that is seen after an action that removes its own screen, dialog, or account. */
import type { Page } from '@playwright/test';
import { holdReply } from '../support/browser/held-reply';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';

const bar = (page: Page) => page.getByRole('region', { name: 'Current impersonation' });

/** Expects a screen by the window's title, its heading, and something that only it contains. */
async function expectScreen(page: Page, title: string, content: string | RegExp): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${title} · `));
  await expect(page.getByRole('main').getByText(content).first()).toBeVisible();
  await expect(page.getByText('Not available while impersonating')).toBeHidden();
}

async function impersonateAlan(screens: Screens): Promise<void> {
  await screens.search.pressSequentially('turing');
  await screens.userRow(/Turing/).click();
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  await screens.dialog.getByLabel('Reason').pressSequentially('Ticket 4821');
  await screens.dialog.getByRole('button', { name: 'Start session' }).click();
}

const { step, takeSteps } = createSteps();
test('the screen that follows when one is removed', takeSteps);

step(
  'an impersonation starts at the user’s profile, also by its tile and the account menu, and ends at the user’s page',
  async ({ page, screens }) => {
    await screens.startSandbox();
    await impersonateAlan(screens);
    await expectScreen(page, 'Profile', 'alan.turing@analytical.example');
    const navigation = page.getByRole('navigation', { name: 'Navigation' });
    await navigation.getByRole('button', { name: 'Return to your account' }).click();
    await expectScreen(page, 'Profile', 'ada@analytical.example');

    await screens.entry('Domains').click();
    await expect(page).toHaveTitle(/^Domains/);
    await screens.account(/Ada Lovelace/).click();
    await page.getByRole('menuitemradio', { name: /Alan Turing/ }).click();
    await expectScreen(page, 'Profile', 'alan.turing@analytical.example');

    await navigation.getByRole('button', { name: 'Return to your account' }).click();
    await screens.entry('Domains').click();
    await page.getByRole('button', { name: /^Alan Turing, impersonated in / }).click();
    await expectScreen(page, 'Profile', 'alan.turing@analytical.example');

    await bar(page).getByRole('button', { name: 'End session' }).click();
    await expectScreen(page, 'Alan Turing', 'alan.turing@analytical.example');
  },
);

test('without an own account, leaving and ending an impersonation show the project', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.visit('users');
  await impersonateAlan(screens);
  await expectScreen(page, 'Profile', 'alan.turing@analytical.example');
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: 'Return to your account' }).click();
  await expect(page).toHaveTitle(/^Users · /);
  await expect(screens.users).toBeVisible();

  await page.getByRole('button', { name: /^Alan Turing, impersonated in / }).click();
  const reply = await holdReply(page, 'impersonations.end');
  await page.reload();
  await bar(page).getByRole('button', { name: 'End session' }).click();
  await expect.poll(reply.isHeld).toBe(true);
  // A user who goes elsewhere in the meantime stays there.
  await screens.entry('Domains').click();
  await expect(page).toHaveTitle(/^Domains · /);
  reply.release();
  await expect(page.getByText('Impersonation of Alan Turing ended', { exact: true })).toBeVisible();
  await expectScreen(page, 'Domains', 'Add domain');
});

step('signing out, deleting the own account, and removing the connection show what is left', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await expectScreen(page, 'Profile', grace);
  await screens.account(/Grace Hopper/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expectScreen(page, 'Profile', 'ada@analytical.example');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveTitle(/^Users · /);
  await expect(screens.users).toBeVisible();

  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  await screens.dialog.getByRole('textbox').pressSequentially(grace);
  await screens.dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveTitle(/^Users · /);
  await expect(screens.users).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Analytical Engines/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await screens.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Analytical Engines removed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start sandbox' })).toBeEnabled();
  await expect(page.getByText('This connection doesn’t exist')).toBeHidden();
});

step('a file or a link dropped on the page does not replace it; text goes where one types', async ({ page, screens }) => {
  await screens.startSandbox();
  const refused = (fill: string) =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      ${fill};
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    })()`);
  expect(await refused("dataTransfer.items.add(new File(['<h1>'], 'page.html'))")).toBe(true);
  expect(await refused("dataTransfer.setData('text/uri-list', 'javascript:alert(1)')")).toBe(true);
  expect(await refused("dataTransfer.setData('text/plain', 'Ada')")).toBe(false);
});
