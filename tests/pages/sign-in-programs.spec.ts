/** Approving the sign-in of a program: decided on the card, confirmed on a page that the host opens in the system's browser. */
import type { BrowserContext, Page } from '@playwright/test';
import { expectNoViolations } from '../support/browser/axe';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';

async function showCard(screens: Screens, link: string): Promise<void> {
  await screens.visit('forgot-password');
  await screens.openLink(link);
}

/** Presses the card's button; returns the tab that the host opened then. */
async function approve(page: Page, environment: TestEnvironment, user: BrowserContext): Promise<Page> {
  const { length: before } = await environment.openedLinks();
  await page.getByRole('button', { name: 'Approve sign-in' }).click();
  await expect(page.getByText('Confirm on the page that Latchkey opened in your browser.')).toBeVisible();
  const tab = await user.newPage();
  await tab.goto(await environment.openedLink(before + 1));
  return tab;
}

const { step, takeSteps } = createSteps();
test('a program is let sign in', takeSteps);

step('the card says what approving means, and Enter cancels', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await showCard(screens, await environment.programAsks(page));
  await expect(page.getByRole('heading', { name: 'Let a program sign in to Analytical Engines' })).toBeVisible();
  await expect(page.getByText('Signing out of either signs you out of both.')).toBeVisible();
  await expect(page.getByText('The service doesn’t say which program is asking')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

step(
  'the page in the browser names what is approved, and only its button approves it',
  async ({ page, screens, environment, userBrowser }) => {
    await screens.startSandbox();
    const link = await environment.programAsks(page);
    await showCard(screens, link);
    const tab = await approve(page, environment, userBrowser);
    await expect(tab.getByRole('heading', { name: 'Approve a program’s sign-in?' })).toBeVisible();
    for (const fact of [
      /^Analytical Engines on /,
      'Ada Lovelace, ada@analytical.example',
      'This computer, pasted into Latchkey',
      'Unknown',
    ]) {
      await expect(tab.getByRole('definition').filter({ hasText: fact })).toBeVisible();
    }
    await expect(tab.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoViolations(tab);
    await tab.getByRole('button', { name: 'Approve sign-in' }).click();
    await expect(tab.getByRole('heading', { name: 'Approved' })).toBeVisible();
    await expect(page.getByText('Return to the program. It shares this session')).toBeVisible();

    await showCard(screens, link);
    const again = await approve(page, environment, userBrowser);
    await again.getByRole('button', { name: 'Approve sign-in' }).click();
    await expect(page.getByText('This sign-in request expired or was already used')).toBeVisible();
  },
);

test('a card that was left ends its page', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await showCard(screens, await environment.programAsks(page));
  const tab = await approve(page, environment, userBrowser);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/account\/profile$/);
  await tab.getByRole('button', { name: 'Approve sign-in' }).click();
  await expect(tab.getByRole('heading', { name: 'This confirmation has ended' })).toBeVisible();
});

step('a program waits until you sign in', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await showCard(screens, await environment.programAsks(page));
  await expect(page.getByText('Sign in to review the request.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await screens.signIn(grace, password);
  const tab = await approve(page, environment, userBrowser);
  await tab.getByRole('button', { name: 'Approve sign-in' }).click();
  await expect(page.getByText('Sign-in approved', { exact: true })).toBeVisible();
});

test('a request that has expired has to be started again from the program', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const link = await environment.programAsks(page);
  await environment.pass(11 * 60_000);
  await showCard(screens, link);
  const tab = await approve(page, environment, userBrowser);
  await tab.getByRole('button', { name: 'Approve sign-in' }).click();
  await expect(page.getByText('This sign-in request expired or was already used')).toBeVisible();
  await expect(page.getByText('Start again from the program.')).toBeVisible();
});

step(
  'Enter cancels there as well, and the link stays for another try after a pause',
  async ({ page, screens, environment, userBrowser }) => {
    await screens.startSandbox();
    await showCard(screens, await environment.programAsks(page));
    const tab = await approve(page, environment, userBrowser);
    await expect(tab.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await tab.keyboard.press('Enter');
    await expect(tab.getByRole('heading', { name: 'Canceled' })).toBeVisible();
    await expect(page.getByText('Sign-in not approved')).toBeVisible();
    await page.getByRole('button', { name: 'Approve sign-in' }).click();
    await expect(page.getByText('The last confirmation was canceled less than 30 seconds ago')).toBeVisible();
    await expect(page.getByText('Wait a moment, then try again.')).toBeVisible();
  },
);
