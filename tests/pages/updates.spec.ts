/** What the page shows of updates. The browser host has none, so their states are sent in its place. */
import { interceptBridge } from '../gallery/replies';
import { expect, test } from '../support/page/fixtures';

test('an update that is ready is announced and installed on request; the settings say what is going on', async ({ page, screens }) => {
  await screens.startSandbox();
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.users.waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('region', { name: 'Updates', exact: true });
  await expect(settings).toBeVisible();
  const automatic = settings.getByRole('switch', { name: 'Automatic updates' });
  await expect(automatic).toHaveAccessibleDescription(/^This build doesn’t update itself/);

  bridge.push('app.updates', { state: 'current', checkedAtMillis: 1 });
  await expect(settings.getByText('Latchkey is up to date')).toBeVisible();
  await settings.getByRole('radio', { name: 'Beta' }).click();
  await expect(settings.getByRole('radio', { name: 'Beta' })).toBeChecked();
  bridge.push('app.updates', { state: 'failed', atMillis: 1 });
  await expect(settings.getByText('Couldn’t update Latchkey')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Check for updates' })).toBeEnabled();

  bridge.push('app.updates', { state: 'off', reason: 'policy' });
  await expect(automatic).toHaveAccessibleDescription(/^Your administrator turned off updates/);
  await expect(settings.getByRole('radiogroup', { name: 'Update channel' })).toBeDisabled();

  bridge.push('app.updates', { state: 'ready', version: '1.4.0' });
  await expect(settings.getByText('Version 1.4.0 is ready to install')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await screens.users.waitFor();
  const banner = page.getByText('Version 1.4.0 is ready to install');
  await expect(banner).toBeVisible();
  // The program itself has no update to install.
  await page.getByRole('button', { name: 'Restart and update' }).click();
  await expect(page.getByText('This page isn’t allowed to do that').first()).toBeVisible();
});
