/** The navigation in a window of 1280 × 800 pixels at 200 %, where it covers the screen. */
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { findUnreachable } from '../support/browser/unreachable';
import { expect, test } from '../support/page/fixtures';

test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

test('the navigation opens and closes by keys, leaves nothing out of reach, and moves the focus to the screen that is chosen', async ({
  page,
  screens,
}) => {
  await screens.startSandbox();
  const opener = page.getByRole('button', { name: 'Show navigation' });
  const navigation = page.getByRole('dialog', { name: 'Navigation' });
  await opener.press('Enter');
  await expect(navigation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await navigation.getByRole('button', { name: 'Account', exact: true }).press('Enter');
  await expect(navigation.getByRole('link', { name: 'Profile' })).toBeVisible();
  expect(await findUnreachable(page)).toEqual([]);
  await expectNoViolationsInThemes(page);
  await screens.entry('Profile', 'Account').click();
  await expect(navigation).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
