import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';
import { holdsSecret } from '../support/browser/secret-search';
import { createSteps } from '../support/browser/steps';

const stranger = 'stranger@elsewhere.example';

async function leave(screens: Screens, provider = 'GitHub'): Promise<void> {
  await screens.startSignedOut();
  await screens.page.getByRole('button', { name: `Sign in with ${provider}` }).click();
  await screens.page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
}

async function decide(userBrowser: BrowserContext, address: string, decision: 'Allow' | 'Deny'): Promise<Page> {
  const tab = await userBrowser.newPage();
  await tab.goto(address);
  await tab.getByLabel('Email of another account').fill(stranger);
  await tab.getByRole('button', { name: decision, exact: true }).click();
  return tab;
}

test('a tab copies a link without secrets, which works once in another browser', async ({ page, context, screens, userBrowser }) => {
  test.skip(process.env.LATCHKEY_HOST === 'electron', 'windows copy the address itself');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await leave(screens);
  await page.getByRole('button', { name: 'Copy URL' }).click();
  await expect(page.getByText('URL copied. It works once, within 1 minute.', { exact: true })).toBeVisible();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(link).toMatch(/^http:\/\/localhost:\d+\/latchkey\/go\/\w+$/);
  await decide(userBrowser, link, 'Allow');
  await expect(page.getByRole('main').getByText(stranger).first()).toBeVisible();
  const again = await userBrowser.newPage();
  expect((await again.goto(link))?.status()).toBe(410);
});

const { step, takeSteps } = createSteps();
test('a provider signs in by way of the browser', takeSteps);

step('a provider that is allowed signs in, and the browser is told to come back', async ({ page, screens, environment, userBrowser }) => {
  await leave(screens);
  await expect(page.getByText('Sign in to GitHub in your browser.')).toBeVisible();
  await expect(page.getByText(/^(10:00|9:\d\d) left$/)).toBeVisible();
  const tab = await decide(userBrowser, await environment.opened(1), 'Allow');
  await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
  await expect(page.getByRole('main').getByText(stranger).first()).toBeVisible();
  expect(holdsSecret(page.url())).toBe(false);
});

step('a provider that is refused says so, and the card starts again', async ({ page, screens, environment, userBrowser }) => {
  await leave(screens);
  await decide(userBrowser, await environment.opened(2), 'Deny');
  await expect(page.getByText('The provider denied access, or the request was canceled')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
});

step('a tab that was closed is opened again', async ({ page, screens, environment, userBrowser }) => {
  await leave(screens);
  const tab = await userBrowser.newPage();
  await tab.goto(await environment.openedLink(3));
  await tab.close();
  await expect(page.getByRole('button', { name: 'Open browser again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await decide(userBrowser, await environment.opened(4), 'Allow');
  await expect(page.getByRole('main').getByText(stranger).first()).toBeVisible();
});

step('a sign-in that was cancelled is not finished by the browser', async ({ page, screens, environment, userBrowser }) => {
  await leave(screens);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
  const tab = await decide(userBrowser, await environment.opened(5), 'Allow');
  await expect(tab.getByRole('heading', { name: 'Unknown sign-in' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
});

step('a second way back is ignored, and said', async ({ page, screens, environment, userBrowser }) => {
  await leave(screens);
  const tab = await decide(userBrowser, await environment.opened(6), 'Allow');
  await expect(page.getByRole('main').getByText(stranger).first()).toBeVisible();
  await tab.reload();
  await expect(tab.getByRole('heading', { name: 'Unknown sign-in' })).toBeVisible();
  await expect(page.getByText('Ignored a browser sign-in that Latchkey didn’t start').first()).toBeVisible();
});
