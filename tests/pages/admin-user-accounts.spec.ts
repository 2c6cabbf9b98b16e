/** Accounts at providers that a project admin adds to a user by their IDs. */
import type { Locator, Page } from '@playwright/test';
import { connectDemo, connected } from '../support/browser/connecting';
import { userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { test as base, expect } from '../support/page/fixtures';
import { type PlayedRelease, startRelease } from '../support/page/services';

const test = base.extend<{ early: PlayedRelease }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  early: async ({}, use) => {
    const release = await startRelease('2.8.23');
    await use(release);
    await release.stop();
  },
});

const section = (page: Page) => page.getByRole('region', { name: 'Connected accounts' });
const addButton = (page: Page) => section(page).getByRole('button', { name: 'Add account' });
const row = (page: Page, text: string) => section(page).getByRole('listitem').filter({ hasText: text });

/** Opens how a user of the demo project signs in, and the dialog that adds an account. */
async function open(screens: Screens, environment: TestEnvironment, name: string): Promise<Locator> {
  const { page } = screens;
  await screens.visit(`users/${await userNamed(environment, page, name)}?tab=sign-in`);
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  await addButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  await dialog.waitFor();
  return dialog;
}

/** Finds a user in the list, and opens how the user signs in beside it. */
async function openInPanel(screens: Screens, name: string, text: string): Promise<void> {
  await typeText(screens.search, text);
  // Until the search is applied, it may still change what is open.
  await expect(screens.users.getByRole('row')).toHaveCount(2);
  await screens.userRow(new RegExp(name)).click();
  await screens.panel.getByRole('tab', { name: 'Sign-in' }).click();
}

const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Add account' }).click();

const { step, takeSteps } = createSteps();
test('accounts at providers that an admin adds to a user', takeSteps);

step(
  'an account is added for sign-in, a second one of the provider without, and refusals are at their fields',
  async ({ page, screens, environment }) => {
    await screens.startSandbox();
    let dialog = await open(screens, environment, 'Grace Hopper');
    await submit(dialog);
    const id = dialog.getByLabel('Account ID');
    await expect(id).toHaveAccessibleDescription(/Enter the account’s ID/);
    await dialog.getByLabel('Provider', { exact: true }).selectOption('GitHub');
    await id.fill('1906');
    await dialog.getByLabel('Email (optional)').fill('grace');
    await submit(dialog);
    await expect(dialog.getByLabel('Email (optional)')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Email (optional)').fill('grace@navy.example');
    await submit(dialog);
    await expect(page.getByText('GitHub account added', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, 'grace@navy.example').getByRole('switch', { name: 'Use GitHub for sign-in' })).toBeChecked();

    await addButton(page).click();
    await dialog.getByLabel('Provider', { exact: true }).selectOption('GitHub (connected)');
    await id.fill('1906');
    await submit(dialog);
    await expect(id).toHaveAccessibleDescription(/The user already has this account/);
    const signIn = dialog.getByRole('switch', { name: 'Use for sign-in' });
    await expect(signIn).toHaveAttribute('aria-disabled', 'true');
    await expect(signIn).toHaveAccessibleDescription(/already signs in with another GitHub account/);
    await id.fill('1907');
    await dialog.getByRole('switch', { name: 'Let the project access the account' }).click();
    await submit(dialog);
    const second = row(page, '1907');
    await expect(second.getByRole('switch', { name: 'Use GitHub for sign-in' })).not.toBeChecked();
    await expect(second.getByRole('button', { name: 'Check the access token of GitHub' })).toHaveAccessibleDescription(
      'This account can’t be used for access tokens',
    );

    dialog = await open(screens, environment, 'Alan Turing');
    await dialog.getByLabel('Provider', { exact: true }).selectOption('GitHub');
    await dialog.getByLabel('Account ID').fill('1906');
    await submit(dialog);
    await expect(dialog.getByLabel('Account ID')).toHaveAccessibleDescription(/This provider account is already used to sign in/);
    await dialog.getByRole('switch', { name: 'Use for sign-in' }).click();
    await submit(dialog);
    await expect(row(page, '1906').getByRole('switch', { name: 'Use GitHub for sign-in' })).not.toBeChecked();
  },
);

test('what changed in the meantime is at its field: a provider that was turned off, and another account for sign-in', async ({
  page,
  screens,
  proxied,
}) => {
  await connected(page, proxied, 'Engines');
  await openInPanel(screens, 'Grace Hopper', 'grace.hopper');
  await addButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  await dialog.waitFor();
  const refuse = (status: number, text: string) => proxied.replaced.set('POST /oauth-providers', { status, text });
  await dialog.getByLabel('Provider', { exact: true }).selectOption('Spotify');
  await dialog.getByLabel('Account ID').fill('1906');
  refuse(404, 'OAuth provider spotify not found or not configured');
  await submit(dialog);
  await expect(dialog.getByLabel('Provider', { exact: true })).toHaveAccessibleDescription(/spotify not found or not configured/);
  refuse(400, 'The same provider type with sign-in enabled already exists for this user.');
  await submit(dialog);
  await expect(dialog.getByRole('switch', { name: 'Use for sign-in' })).toHaveAccessibleDescription(/sign-in enabled already/);
  proxied.replaced.clear();
  proxied.lost.add('POST /oauth-providers');
  await submit(dialog);
  await expect(page.getByText('Spotify account added', { exact: true })).toBeVisible();
  await expect(row(page, '1906')).toBeVisible();
});

step('a read-only connection adds none, and says why', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  await screens.visit(`users/${await userNamed(environment, page, 'Grace Hopper')}?tab=sign-in`);
  await expect(addButton(page)).toHaveAccessibleDescription(/read-only/);
});

test('an earlier release adds none, and the button says why', async ({ page, screens, early }) => {
  await connectDemo(page, early);
  await screens.users.waitFor();
  await openInPanel(screens, 'Grace Hopper', 'grace.hopper');
  await expect(addButton(page)).toHaveAccessibleDescription('Adding accounts requires version 2.8.24 of the service or later');
});
