/** The navigation in a window that is too low for it. */
import { expect, test } from '../support/page/fixtures';

test('the current entry of the navigation is in view in a low window', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await screens.startSandbox();
  await expect(screens.entry('Users', 'Admin')).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(screens.dialog).toBeVisible();
  await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially('project settings');
  await page.getByRole('option', { name: 'Project settings' }).click();
  await expect(page.getByLabel('Project name', { exact: true })).toBeVisible();
  await expect(screens.entry('Project settings', 'Admin')).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await screens.users.waitFor();
  await page.setViewportSize({ width: 1000, height: 400 });
  await expect(screens.entry('Users', 'Admin')).toBeInViewport({ ratio: 0.99 });
});

test('in a low window, the account shows its screens when asked, and keeps that', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await screens.startSandbox();
  const heading = screens.account('Account').and(page.locator('h2 > *'));
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  await expect(screens.entry('Profile', 'Account')).toHaveCount(0);
  await heading.press('Enter');
  await expect(screens.entry('Profile', 'Account')).toBeInViewport({ ratio: 0.99 });
  await page.reload();
  await expect(heading).toHaveAttribute('aria-expanded', 'true');
  await screens.entry('Profile', 'Account').click();
  await heading.press('Enter');
  await expect(screens.entry('Sessions', 'Account')).toHaveCount(0);
  await expect(screens.entry('Profile', 'Account')).toHaveAttribute('aria-current', 'page');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
});
