/** High contrast: no state is told by a color or by faintness alone. */
import { expect, test } from '../support/browser/fixtures';

test('the current page is marked in the navigation, also while it is locked', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.getByRole('button', { name: 'Sign out' }).click();
  await screens.users.waitFor();
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/account/profile`);
  const locked = page.getByRole('navigation').getByRole('button', { name: /^Profile/ });
  await expect(locked).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('nav [aria-current="page"]')).toHaveCount(1);
  await page.emulateMedia({ contrast: 'more' });
  await expect(locked).toHaveCSS('box-shadow', /3px 0px 0px 0px inset/);
});

test('an address that isn’t valid says so', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Analytical Engines').click();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByLabel('Email addresses').fill('mary@letters.example, not-an-address,');
  await page.keyboard.press('Enter');
  const addresses = page.getByRole('list', { name: 'Addresses to invite' }).getByRole('listitem');
  await expect(addresses).toHaveCount(2);
  await expect(addresses.filter({ hasText: 'Not valid' })).toContainText('not-an-address');
  await expect(addresses.locator('svg + bdi')).toHaveText(['not-an-address']);
});

test.describe('with high contrast', () => {
  test.beforeEach(async ({ page, screens }) => {
    await page.emulateMedia({ contrast: 'more' });
    await screens.startSandbox();
  });

  test('links are underlined, entries and tiles are not', async ({ page, screens }) => {
    await expect(screens.entry('Users')).toHaveCSS('text-decoration-line', 'none');
    await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('link').first()).toHaveCSS('text-decoration-line', 'none');
    await screens.entry('Profile').click();
    const links = page.getByRole('main').getByRole('link');
    await expect(links.filter({ hasText: 'Manage connected accounts' })).toHaveCSS('text-decoration-line', 'underline');
    await page.emulateMedia({ contrast: 'no-preference' });
    await expect(links.filter({ hasText: 'Manage connected accounts' })).toHaveCSS('text-decoration-line', 'none');
  });
});
