/** The steps of an import, as a user takes them. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../page/fixtures';

/** Chooses a file of the given text or bytes on the screen that imports. */
export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page
    .getByLabel('Choose file', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Takes the mapping that was suggested, and waits for the result of the check. */
export async function checkRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).click();
  await expect(page.getByText('Nothing has changed yet')).toBeVisible();
}

/** Returns the card of a status in the result of a check. */
export function resultCard(page: Page, status: string): Locator {
  return page.getByRole('list', { name: 'Result of the check' }).getByRole('listitem').filter({ hasText: status });
}

/** Starts what was checked, and waits for the end of its job. */
export async function startImport(page: Page, button: RegExp, start: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: start, exact: true }).click();
  await expect(page.getByText('Import finished')).toBeVisible();
}
