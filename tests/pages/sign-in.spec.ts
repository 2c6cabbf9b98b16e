import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const password = 'Analytical-Engine-1843';

const { step, takeSteps } = createSteps();
test('signing in with a password', takeSteps);

step('signing out and in again', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.signOut();
  await screens.visit('sign-in');
  await screens.signIn('ada@analytical.example', password);
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

step('a wrong password is reported at the field, and what was typed stays', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.signIn('ada@analytical.example', 'not-her-password');
  await expect(page.getByText('Incorrect email or password')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@analytical.example');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});

step('an empty form is reported at the first field', async ({ page, screens }) => {
  await screens.startSignedOut();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
});

step('a demo account fills the form', async ({ page, screens }) => {
  await screens.startSignedOut();
  await page.getByRole('button', { name: 'Fill in grace.hopper@analytical.example' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('main').getByText('Grace Hopper').first()).toBeVisible();
});

step('creating an account shows the rules while typing, and refuses an address that is taken', async ({ page, screens }) => {
  await screens.startSignedOut();
  await page.getByRole('link', { name: 'Create an account' }).click();
  // The card before has fields of the same names.
  await page.getByRole('heading', { name: /^Create an account in / }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill('ada@analytical.example');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await expect(page.getByText('Not met yet:').first()).toBeAttached();
  await page.getByLabel('Password', { exact: true }).fill('long enough to do');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(/already/i).first()).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('new.person@analytical.example');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('main').getByText('new.person@analytical.example').first()).toBeVisible();
});

test('several accounts of one connection, one of them acting', async ({ page, screens }) => {
  await screens.startSandbox();
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('button', { name: /Ada Lovelace/ })
    .click();
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await screens.signIn('grace.hopper@analytical.example', password);
  const switcher = page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /Grace Hopper/ });
  await switcher.click();
  await page.getByRole('menuitemradio', { name: /Ada Lovelace/ }).click();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  await screens.entry('Emails and sign-in').click();
  await expect(page.getByRole('main').getByText('ada@analytical.example').first()).toBeVisible();
});
