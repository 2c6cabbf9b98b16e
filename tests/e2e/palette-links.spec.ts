/** Links and codes that are pasted into the palette. */
import { expect, test } from '../support/browser/fixtures';

const grace = 'grace.hopper@analytical.example';

test('a mail’s link, or its code alone, leads to its card; what is none stays a search', async ({ page, screens, world }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const link = await world.mailedLink(grace);
  const palette = async (text: string) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill(text);
  };
  const entry = page.getByRole('option', { name: 'Open the pasted link or code' });
  await palette('https:// nothing');
  await expect(page.getByText('No results for')).toBeVisible();
  await expect(entry).toHaveCount(0);

  await palette('http://localhost:47810/handler/magic-link-callback');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copy the whole link from the email').first()).toBeVisible();

  await palette(link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to Analytical Engines' })).toBeVisible();
  await expect(page).toHaveURL(/#\/links\/\w+$/);
  await page.getByRole('button', { name: 'Dismiss link' }).click();
  await expect(page).toHaveURL(/account\/profile$/);

  await screens.visit('sign-in');
  await page.getByLabel('Email', { exact: true }).waitFor();
  await palette(new URL(link).searchParams.get('code') ?? '');
  await expect(entry).toContainText('Analytical Engines');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});
