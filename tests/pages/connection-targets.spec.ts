/** Where a connection opens, and where signing in, up, and out go, as the user chose. */
import type { Page } from '@playwright/test';
import { Connecting, tile } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';
const stranger = 'stranger@elsewhere.example';

const choose = (environment: TestEnvironment, page: Page, targets: Record<string, string>) =>
  environment.ask(page, 'connections.edit', { id: 'sandbox', change: { targets } });

async function signOut(page: Page, screens: Screens, name: RegExp): Promise<void> {
  await screens.account(name).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

const { step, takeSteps } = createSteps();
test('where a connection opens, and where signing in and out lead', takeSteps);

step('a user chooses them in the form of the connection, and lands there', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('edit');
  const form = new Connecting(page);
  await expect(form.field('After sign-in').getByRole('option', { selected: true })).toHaveText('Default');
  await form.field('First screen').selectOption('Teams');
  await expect(form.field('After sign-in').getByRole('option', { selected: true })).toHaveText('Same as first screen');
  await form.field('After sign-in').selectOption('Sessions');
  await form.field('After sign-out').selectOption('Sign in');
  await expect(page.getByText('Unsaved changes: First screen, After sign-in, After sign-out')).toBeVisible();
  await form.save();
  await expect(page.getByText('Analytical Engines saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(form.field('After sign-out').getByRole('option', { selected: true })).toHaveText('Sign in');

  await tile(page, 'Analytical Engines').click();
  await expect(page).toHaveURL(/\/c\/sandbox\/teams$/);
  await signOut(page, screens, /Ada Lovelace/);
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await expect(page).toHaveURL(/\/c\/sandbox\/sign-in$/);
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/account\/sessions$/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('This session');
});

step('a new user continues at the target of a sign-up', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await choose(environment, page, { home: 'teams', afterSignUp: 'apiKeys' });
  await screens.visit('sign-up');
  await page.getByRole('heading', { name: /^Create an account in / }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill('mary@analytical.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Welcome to Analytical Engines' }).waitFor();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/account\/api-keys$/);
  await expect(page.getByRole('main').getByRole('button', { name: 'Create API key' }).first()).toBeVisible();
});

step('the target of a link, and the screen that needed an account, come first', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await choose(environment, page, { afterSignIn: 'teams', afterSignOut: 'signIn' });
  await screens.visit('forgot-password');
  await screens.openLink(
    'http://localhost:47810/handler/sign-in?connection=sandbox&after_auth_return_to=%2Fc%2Fsandbox%2Faccount%2Fsessions',
  );
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  // The other card knows the target as well.
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('link', { name: 'Sign in instead' }).click();
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/account\/sessions$/);
  await signOut(page, screens, /Grace Hopper/);
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await screens.visit('account/api-keys');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/account\/api-keys$/);
});

test('another account continues at the first screen', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await choose(environment, page, { home: 'sessions', afterSignIn: 'teams' });
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/\/users$/);
  await screens.account(/Grace Hopper/).click();
  await page.getByRole('menuitemradio', { name: /Ada Lovelace/ }).click();
  await expect(page).toHaveURL(/account\/sessions$/);
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  await screens.visit('sign-in');
  await page.getByRole('button', { name: /Continue as Grace Hopper/ }).click();
  await expect(page).toHaveURL(/account\/sessions$/);
});

test('a screen that can no longer be shown is replaced', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await choose(environment, page, { home: 'teams', afterSignOut: 'sessions' });
  await signOut(page, screens, /Ada Lovelace/);
  await expect(page).toHaveURL(/\/c\/sandbox\/teams$/);
  await choose(environment, page, { home: 'sessions' });
  await tile(page, 'Analytical Engines').click();
  await expect(page).toHaveURL(/\/c\/sandbox\/(teams|users)$/);
});

test('a link’s target outside the app goes with a provider’s sign-in', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const config = { domains: [{ domain: 'https://app.example', handler_path: '/handler' }] };
  await environment.ask(page, 'service.projects.update', { actor: 'project', connectionId: 'sandbox', body: { config } });
  await screens.visit('forgot-password');
  const target = encodeURIComponent('https://app.example/handler/after');
  await screens.openLink(`http://localhost:47810/handler/sign-in?connection=sandbox&after_auth_return_to=${target}`);
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
  const address = await environment.opened();
  expect(new URL(address).searchParams.get('after_callback_redirect_url')).toBe('https://app.example/handler/after');
  const tab = await userBrowser.newPage();
  await tab.goto(address);
  await tab.getByLabel('Email of another account').fill(stranger);
  await tab.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('Your link continues to', { exact: false }).first()).toContainText('app.example');
});
