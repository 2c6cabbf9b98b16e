/** Making a passkey from the sign-in settings: the first, another in its place, and where it is not made here. */

import type { Page } from '@playwright/test';
import { Connecting } from '../support/browser/connecting';
import { deviceTab, makePasskeyElsewhere } from '../support/browser/device';
import { envBlock } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const password = 'Analytical-Engine-1843';

/** From anywhere to the person's browser, which makes it. */
async function make(screens: Screens, environment: TestEnvironment, tab: Page, kind: 'first' | 'another'): Promise<void> {
  const { page } = screens;
  await screens.entry('Emails and sign-in').click();
  await page
    .getByRole('main')
    .getByRole('button', { name: kind === 'first' ? 'Create passkey' : 'Replace passkey' })
    .click();
  // The button of the settings has the same name.
  await page.getByRole('heading', { name: /^Passkey for / }).waitFor();
  if (kind === 'another') await expect(page.getByText('Your current passkey will stop working')).toBeVisible();
  await page.getByRole('button', { name: kind === 'first' ? 'Create passkey' : 'Replace passkey' }).click();
  await expect(page.getByText('Create your passkey in the browser.')).toBeVisible();
  await tab.goto(await environment.opened(kind === 'first' ? 1 : 2));
  await tab.getByRole('button', { name: 'Create passkey' }).click();
  await expect(tab.getByText('Done. Return to Latchkey')).toBeVisible();
  await expect(page).toHaveURL(/account\/sign-in$/);
  await expect(page.getByRole('main').getByRole('button', { name: 'Replace passkey' })).toBeVisible();
}

test('a second passkey takes the place of the first, which signs in no more', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const { tab, session, authenticatorId } = await deviceTab(userBrowser);
  await make(screens, environment, tab, 'first');
  const { credentials: first } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  await make(screens, environment, tab, 'another');
  await session.send('WebAuthn.clearCredentials', { authenticatorId });
  for (const credential of first) await session.send('WebAuthn.addCredential', { authenticatorId, credential });
  await screens.visit('sign-in');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await tab.goto(await environment.opened(3));
  await tab.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('passkey');
});

test('making a passkey can be given up here, and then none is made there', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const { tab } = await deviceTab(userBrowser);
  await screens.visit('passkey');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await tab.goto(await environment.opened());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Create passkey' })).toBeVisible();
  await tab.getByRole('button', { name: 'Create passkey' }).click();
  await expect(tab.getByText('This request has expired.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await screens.entry('Emails and sign-in').click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Create passkey' })).toBeVisible();
});

test('a passkey that was made elsewhere in the meantime is named before it is replaced', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.visit('passkey');
  await page.getByRole('button', { name: 'Create passkey' }).waitFor();
  await makePasskeyElsewhere(environment, page, 'ada@analytical.example', password);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('already has a passkey');
  await expect(page.getByText('Your current passkey will stop working')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace passkey' })).toBeVisible();
});

test('on production the project’s own account page is opened instead', async ({ page, screens, service, environment }) => {
  const form = new Connecting(page);
  await form.open();
  await form.paste(envBlock(service));
  await form.field('Name').fill('Engines');
  await page.getByRole('radio', { name: 'Production' }).click();
  await form.save();
  await screens.users.waitFor();
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', password);
  await screens.entry('Emails and sign-in').click();
  await expect(page.getByText('In production mode, passkeys are managed on the project’s own site.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Create passkey' }).click();
  expect(await environment.opened()).toBe('https://app.analytical.example/handler/account-settings');
});
