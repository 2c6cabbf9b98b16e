/** What the page shows of updates. The browser host has none, so their states are sent in its place. */
import { interceptBridge } from '../gallery/replies';
import { expect, test } from '../support/browser/fixtures';

test('an update that is ready is announced and installed on request; the settings say what is going on', async ({ page, screens }) => {
  await screens.startSandbox();
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.users.waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  // A build that doesn't update itself has nothing to set.
  await expect(settings.getByRole('heading', { name: 'Updates' })).toHaveCount(0);

  bridge.push('app.updatesChanged', { state: 'current', checkedAtMillis: 1 });
  await expect(settings.getByText('Latchkey is up to date')).toBeVisible();
  await settings.getByRole('radio', { name: 'Beta' }).click();
  await expect(settings.getByRole('radio', { name: 'Beta' })).toBeChecked();
  bridge.push('app.updatesChanged', { state: 'failed', atMillis: 1 });
  await expect(settings.getByText('Couldn’t update Latchkey')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Check for updates' })).toBeEnabled();

  bridge.push('app.updatesChanged', { state: 'off', reason: 'policy' });
  const automatic = settings.getByRole('switch', { name: 'Download updates automatically' });
  await expect(automatic).toHaveAccessibleDescription('Your administrator turned off updates');
  await expect(automatic).not.toBeChecked();
  await expect(settings.getByRole('radio', { name: 'Beta' })).toHaveCount(0);

  bridge.push('app.updatesChanged', { state: 'ready', version: '1.4.0' });
  await expect(settings.getByText('Version 1.4.0 is ready to install')).toBeVisible();
  await settings.press('Escape');
  await expect(settings).toHaveCount(0);
  const banner = page.getByText('Version 1.4.0 is ready to install');
  await expect(banner).toBeVisible();
  // The program itself has no update to install.
  await page.getByRole('button', { name: 'Restart and update' }).click();
  await expect(page.getByText('This page isn’t allowed to do that').first()).toBeVisible();
});
