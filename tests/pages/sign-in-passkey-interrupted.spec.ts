/** Passkeys that do not come to an end, or not at once. */
import { deviceTab, makePasskey } from '../support/browser/device';
import { expect, test } from '../support/page/fixtures';

const alan = 'alan.turing@analytical.example';
const password = 'Analytical-Engine-1843';

test('a passkey asks for the second step as well', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await screens.signIn(alan, password);
  await screens.digitsField.fill(await environment.digits());
  await expect(screens.account(/Alan Turing/)).toBeVisible();
  const { tab } = await deviceTab(userBrowser);
  await makePasskey(environment, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await environment.opened(2));
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(tab.getByText('Done. Return to Latchkey')).toBeVisible();
  await screens.digitsField.fill(await environment.digits());
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(screens.account(/Alan Turing/)).toBeVisible();
});

test('a challenge that took too long is refused, and the card starts again', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const { tab } = await deviceTab(userBrowser);
  await makePasskey(environment, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await environment.opened(2));
  await environment.pass(66_000);
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This code has expired');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await environment.opened(3));
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).toHaveURL(/account\/profile$/);
});

test('a device without a passkey uses none, and its page is unavailable after the flow is canceled', async ({
  page,
  screens,
  environment,
  userBrowser,
}) => {
  await screens.startSignedOut();
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  const address = await environment.opened();
  const { tab } = await deviceTab(userBrowser);
  await tab.goto(address);
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(tab.getByText('The passkey request was canceled.')).toBeVisible();
  await tab.close();
  await expect(page.getByText(/^(1:0\d|0:\d\d) left$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const later = await userBrowser.newPage();
  await later.goto(address);
  await expect(later.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
