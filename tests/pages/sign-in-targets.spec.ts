/** Where signing in, signing up, and signing out lead. */
import type { Page } from '@playwright/test';
import { holdReply } from '../support/browser/held-reply';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const mary = 'mary@analytical.example';
const password = 'Analytical-Engine-1843';

async function signUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: /^Create an account in / }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(mary);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Welcome to Analytical Engines' }).waitFor();
}

const step = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 2, name });

async function addAccount(page: Page, screens: Screens, name: RegExp): Promise<void> {
  await screens.account(name).click();
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await screens.signIn(grace, password);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
}

test('a new user is shown what the profile lacks, and continues to it', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await signUp(page);
  await expect(page.getByRole('main').getByText(mary, { exact: true })).toBeVisible();
  await expect(step(page, 'Add another sign-in method')).toBeVisible();
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByText(`Verification email sent to ${mary}`).first()).toBeVisible();
  const link = await environment.mailedLink(mary, 2);

  const tab = await userBrowser.newPage();
  await tab.goto(link);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Email address verified')).toBeVisible();
  await screens.visit('welcome');
  await expect(step(page, 'Add another sign-in method')).toBeVisible();
  await expect(step(page, 'Verify your email address')).toBeHidden();

  await page.getByLabel('Display name').fill('  Mary Somerville ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(screens.account(/Mary Somerville/)).toBeVisible();
});

test('a new user continues where an account was needed, and may add a sign-in method on the way', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.visit('account/sessions');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await signUp(page);
  await page.getByRole('link', { name: 'Connect account' }).click();
  await page.getByRole('heading', { name: /^Connect an account in / }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/account\/sessions$/);
});

test('a new user is welcomed where the account is pushed later than the sign-up is confirmed', async ({ page, screens }) => {
  await screens.startSignedOut();
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const program = socket.connectToServer();
    program.onMessage((message) => {
      if (!String(message).includes('"name":"accounts.list"')) socket.send(message);
    });
  });
  await page.reload();
  await signUp(page);
  await expect(page.getByRole('main').getByText(mary, { exact: true })).toBeVisible();
});

test('a user who goes elsewhere while the sign-in is on its way stays there', async ({ page, screens }) => {
  await screens.startSignedOut();
  const reply = await holdReply(page, 'signIn.withPassword');
  await page.reload();
  await screens.signIn(grace, password);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await screens.entry('Users').click();
  await screens.users.waitFor();
  await expect.poll(reply.isHeld).toBe(true);
  reply.release();
  await typeText(screens.search, 'grace');
  await expect(screens.users.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/\/users\?q=grace/);
});

test('adding an account returns to where the user was', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).waitFor();
  await typeText(screens.search, 'grace');
  await expect(page).toHaveURL(/\/users\?q=grace/);
  await addAccount(page, screens, /Ada Lovelace/);
  await expect(page).toHaveURL(/\/users\?q=grace/);
});

test('adding an account returns to the address of the window, also when the screen of that address isn’t shown yet', async ({
  page,
  screens,
}) => {
  await screens.startSandbox();
  await screens.account(/Ada Lovelace/).click();
  // Changes the address as a navigation does, before any component is rendered again.
  await page.evaluate(`history.replaceState(history.state, '', location.hash.replace('/users', '/users?q=grace'))`);
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await expect(page).toHaveURL(/sign-in\?next=%2Fc%2Fsandbox%2Fusers%3Fq%3Dgrace$/);
});

test('signing out shows the next account’s screen, then what needs no account', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Sessions').click();
  await addAccount(page, screens, /Ada Lovelace/);
  await screens.account(/Grace Hopper/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  await expect(page).toHaveURL(/account\/sessions$/);
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await screens.users.waitFor();
});

test('signing out of a project without keys opens Home', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { value } = (await environment.ask(page, 'connections.list', {})) as { value: { id: string; projectId: string }[] };
  const projectId = value.find(({ id }) => id === 'sandbox')?.projectId ?? '';
  const keys = { client: await environment.publishableKey(page) };
  const draft = { name: 'Engines', baseUrl: environment.url(), allowPlainHttp: true, projectId, environment: 'staging', keys };
  const { id } = (await environment.ask(page, 'connections.add', { draft })) as { id: string };
  await page.goto(`${page.url().split('#')[0]}#/c/${id}/sign-in`);
  await screens.signIn(grace, password);
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Latchkey', level: 1 }).waitFor();
  await expect(page.getByRole('main').getByRole('link', { name: /Engines.*Staging/ })).toBeVisible();
});
