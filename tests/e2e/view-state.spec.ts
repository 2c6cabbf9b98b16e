import { expect, test } from '../support/browser/fixtures';
import { launchHost } from '../support/browser/launch';
import { Screens } from '../support/browser/screens';

test('the panel’s width and the hidden navigation are found again after a restart', async ({ page, host, screens, profile }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).click();
  const separator = page.getByRole('separator', { name: 'Width of the side panel' });
  const before = Number(await separator.getAttribute('aria-valuenow'));
  await separator.focus();
  for (const wider of [16, 32, 48]) {
    await page.keyboard.press('ArrowLeft');
    await expect(separator).toHaveAttribute('aria-valuenow', String(before + wider));
  }
  await page.getByRole('button', { name: 'Hide the navigation' }).click();
  await expect(page.getByRole('button', { name: 'Show the navigation' })).toBeVisible();

  await host.stop();
  const again = await launchHost(profile);
  try {
    const other = await page.context().newPage();
    const found = new Screens(other);
    await other.goto(again.url);
    await found.openDemo();
    await found.users.getByRole('row').nth(1).click();
    await expect(other.getByRole('separator', { name: 'Width of the side panel' })).toHaveAttribute('aria-valuenow', String(before + 48));
    await expect(other.getByRole('button', { name: 'Show the navigation' })).toBeVisible();
  } finally {
    await again.stop();
  }
});
