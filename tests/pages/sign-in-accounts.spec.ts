import { connected } from '../support/browser/connecting';
import { holdReply } from '../support/browser/held-reply';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const ada = 'ada@analytical.example';
const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';

test('without an account first, and then kept with an address and a password', async ({ page, screens }) => {
  const email = 'kept@analytical.example';
  await screens.startSignedOut();
  await page.getByRole('button', { name: 'Continue without an account' }).click();
  await expect(screens.account(/Anonymous user/)).toContainText('Anonymous');
  await page.getByRole('button', { name: 'Keep account' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Keep account' }).click();
  await expect(page.getByText('The password is too short')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Keep account' }).click();
  await expect(page.getByText('You can now sign in to this account with your email and password').first()).toBeVisible();
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep account' })).toBeHidden();
});

test.describe('before 2.8.34', () => {
  test.use({ sandboxRelease: '2.8.4' });

  test('a release without anonymous users offers none on the cards to sign in and to sign up', async ({ page, screens, service }) => {
    await connected(page, service, 'Engines');
    const anonymous = page.getByRole('button', { name: 'Continue without an account' });
    await screens.entry('Sign in').click();
    await expect(page.getByRole('heading', { name: 'Sign in to Analytical Engines' })).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(anonymous).toBeHidden();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { name: 'Create an account in Analytical Engines' })).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(anonymous).toBeHidden();
  });
});

test('an address of another user does not lose the account without a name', async ({ page, screens }) => {
  await screens.startSignedOut();
  await page.getByRole('button', { name: 'Continue without an account' }).click();
  await page.getByRole('button', { name: 'Keep account' }).click();
  await page.getByLabel('Email', { exact: true }).fill(ada);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Keep account' }).click();
  await expect(page.getByText(/already/).first()).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada);
  await expect(screens.account(/Anonymous user/)).toBeVisible();
});

test('one of several accounts signs out, then all', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await screens.account(/Grace Hopper/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  await expect(page).toHaveURL(/account\/profile$/);
  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await screens.account(/Grace Hopper/).click();
  await page.getByRole('menuitem', { name: 'Sign out of all accounts' }).click();
  await expect(page.getByText('Signed out of all accounts').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a user who goes elsewhere while signing out stays there', async ({ page, screens }) => {
  await screens.startSandbox();
  const reply = await holdReply(page, 'accounts.signOut');
  await page.reload();
  await screens.entry('Profile').click();
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect.poll(reply.isHeld).toBe(true);
  await screens.entry('Domains').click();
  const add = page.getByRole('main').getByRole('button', { name: 'Add domain' });
  await expect(add).toBeVisible();
  reply.release();
  await expect(page.getByText('Ada Lovelace signed out').first()).toBeVisible();
  await expect(add).toBeVisible();
  await expect(page).toHaveURL(/\/domains$/);
});

test('an account is deleted by typing its address', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.signIn(grace, password);
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  const confirm = screens.dialog.getByRole('button', { name: 'Delete account' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await screens.dialog.getByRole('textbox').fill(grace);
  await confirm.click();
  await expect(page.getByText('Grace Hopper deleted').first()).toBeVisible();
  await screens.users.waitFor();
  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await expect(page.getByText('Incorrect email or password')).toBeVisible();
});

test('an owner sees the projects, creates one, and opens it by the own session', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/`);
  await page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
  const projects = page.getByRole('region', { name: 'Your projects' });
  await expect(projects.getByRole('heading', { name: 'Analytical Engines' })).toBeVisible();
  await projects.getByRole('button', { name: 'Create project' }).click();
  await screens.dialog.getByLabel('Name').fill('Difference Works');
  await screens.dialog.getByRole('button', { name: 'Create project' }).click();
  await typeText(projects.getByRole('searchbox'), 'difference w');
  await expect(projects.getByRole('heading', { name: 'Analytical Engines' })).toBeHidden();
  await projects.getByRole('button', { name: 'Open Difference Works' }).click();
  await expect(page).toHaveTitle(/Users · Difference Works/);
});
