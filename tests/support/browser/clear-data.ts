/** Clearing all local data, from the settings. */
import { expect, type Page } from '@playwright/test';
import type { Screens } from './screens';

/** Title of the dialog. */
export const title = 'Clear all local data?';

/** Opens the dialog from the settings. */
export async function openDialog(page: Page, { dialog }: Screens): Promise<void> {
  await page.getByRole('button', { name: 'Clear data' }).click();
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
}

/** Opens the settings from the first screen or another one. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Safety' })).toBeVisible();
}

/** The first start of Latchkey, without any connection. */
export async function expectFirstStart(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Start sandbox' })).toBeEnabled();
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /Analytical Engines/ })).toHaveCount(0);
}
