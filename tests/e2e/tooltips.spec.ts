/** Tooltips by keyboard (WCAG 1.4.13). */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

const tooltip = (page: Page) => page.getByRole('tooltip');

test('a tooltip opens for the keyboard, and Escape closes it', async ({ page, screens }) => {
  await screens.startSandbox();
  const add = page.getByRole('link', { name: 'Add connection' });
  await add.focus();
  await expect(tooltip(page)).toHaveText('Add connection');
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
  await expect(add).toBeFocused();
});

test('a button that can’t be used says why', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  await screens.dialog.getByRole('button', { name: 'Delete account' }).focus();
  await expect(tooltip(page)).toHaveText(/^Type .+ to confirm$/);
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
  await expect(screens.dialog).toBeVisible();
});
