import { expect, test } from '../support/page/fixtures';

const ada = 'ada@analytical.example';
const password = 'Analytical-Engine-1843';

test('a project whose owner has signed out says whose session is missing, and comes back with it', async ({ page, screens }) => {
  await screens.startSandbox();
  const base = page.url().split('#')[0];
  await page.goto(`${base}#/`);
  await page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
  await page.getByRole('region', { name: 'Your projects' }).getByRole('button', { name: 'Open Analytical Engines' }).click();
  await expect(page).toHaveTitle(/Users · Analytical Engines/);
  const users = page.getByRole('main').getByRole('searchbox');
  await expect(users).toBeVisible();
  const place = page.url();

  await page.goto(`${base}#/c/sandbox-internal/account/profile`);
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(screens.account(/Ada Lovelace/)).toBeHidden();

  const missing = page.getByRole('heading', { name: 'The project owner is signed out' });
  await page.goto(place.replace(/users.*$/, 'sign-in'));
  await expect(missing).toBeVisible();
  await page.goto(place);
  await expect(missing).toBeVisible();
  await expect(page.getByText('Sign in as Ada Lovelace to continue.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await screens.signIn(ada, password);
  await expect(users).toBeVisible();
  await expect(page).toHaveTitle(/Users · Analytical Engines/);
});
