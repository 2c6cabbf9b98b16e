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
