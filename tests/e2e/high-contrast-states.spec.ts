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
