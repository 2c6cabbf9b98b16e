/** Links that a browser brings while the app is open: for one connection or for several, and while the user is busy. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';

const grace = 'grace.hopper@analytical.example';
const ada = 'ada@analytical.example';

/** Where this app listens: it need not be the only one on this machine. */
async function ownOrigin(environment: TestEnvironment, page: Page): Promise<string> {
  const asked = { connectionId: 'sandbox', purpose: 'magic-link-callback' };
  const { url } = (await environment.ask(page, 'callbacks.address', asked)) as { url: string };
  return new URL(url).origin;
}

const { step, takeSteps } = createSteps();
test('links that a browser brings', takeSteps);

step('a link that a browser brings shows its card to a user who does nothing else', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const { team, link } = await environment.invite(page, ada);
  const tab = await userBrowser.newPage();
  await tab.goto(link.replace(/^https?:\/\/[^/]+/, await ownOrigin(environment, page)));
  await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
  // The navigation has the name of the team as well.
  await expect(page.getByRole('main').getByText(team, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

step('an arriving link waits while another decision is open, and can be dismissed', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.waitFor();
  const tab = await userBrowser.newPage();
  await tab.goto(await environment.mailedLink(grace));
  await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
  await expect(screens.dialog).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sign-in link received')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss link' }).click();
  await expect(page.getByText('Sign-in link received')).toBeHidden();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
});

step('unknown pages and links from a browser start nothing', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
  const { origin } = new URL(await environment.mailedLink(grace));
  const tab = await userBrowser.newPage();
  const told = async (path: string, heading: string) => {
    await tab.goto(`${origin}/handler/${path}`);
    await expect(tab.getByRole('heading', { name: heading })).toBeVisible();
  };
  await told('unknown-page', 'Page not found');
  await told(`password-reset?code=${'a'.repeat(44)}`, 'Incomplete link');
  await told(`oauth-callback?code=${'c'.repeat(64)}&state=${'s'.repeat(43)}`, 'Unknown sign-in');
  await told(`error?errorCode=SIGN_UP_NOT_ENABLED&message=x&state=${'s'.repeat(43)}`, 'Unknown sign-in');
  await expect(page.getByText('Ignored a browser sign-in that Latchkey didn’t start').first()).toBeVisible();
  expect(await environment.ask(page, 'links.list', {})).toMatchObject({ value: [] });
  await screens.users.waitFor();
});

step('an arriving link waits in a banner while the user types', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await screens.codeField.pressSequentially('abc');
  const tab = await userBrowser.newPage();
  await tab.goto(await environment.mailedLink(grace));
  await expect(page.getByText('Sign-in link received')).toBeVisible();
  await expect(screens.codeField).toHaveValue(/abc/i);
  await expect(screens.codeField).toBeFocused();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await expect(page.getByText('Sign-in link received')).toBeHidden();
});
