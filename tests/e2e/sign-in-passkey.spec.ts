import { deviceTab, makePasskey } from '../support/browser/device';
import { expect, test } from '../support/browser/fixtures';

test('a passkey signs in on a page of this machine; without verification it does not', async ({
  page,
  screens,
  environment,
  userBrowser,
}) => {
  await screens.startSandbox();
  const { tab, session, authenticatorId } = await deviceTab(userBrowser);
  await makePasskey(environment, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await expect(page.getByText('Use your passkey in the browser.')).toBeVisible();
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await tab.goto(await environment.openedLink(2));
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(tab.getByText('The passkey request was canceled.')).toBeVisible();
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(tab.getByText('Done. Return to Latchkey')).toBeVisible();
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

test('a passkey sign-in that was cancelled here is not finished there', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const { tab } = await deviceTab(userBrowser);
  await makePasskey(environment, page, tab);
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await environment.openedLink(2));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Passkey', exact: true })).toBeVisible();
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(tab.getByText('This request has expired.')).toBeVisible();
});
