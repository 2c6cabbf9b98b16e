/** Diagnostics of a connection: from a service that works to one that is gone. */
import { connectThroughForm } from '../support/browser/connecting';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

test('every step is checked and explained, and the report has no names', async ({ page, screens: _screens, service, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connectThroughForm(page, service, 'Engines');
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), 'diagnos');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/diagnostics$/);
  await expect(page.getByText('Everything works')).toBeVisible();
  const steps = (part: string) => page.getByRole('list', { name: part }).getByRole('listitem');
  await expect(steps('Network').filter({ hasText: 'Clock difference' })).toBeVisible();
  await expect(steps('Service and keys').filter({ hasText: 'Server key' })).toContainText('Gives access to');
  await expect(steps('Account')).toHaveCount(1);
  await page.getByRole('button', { name: 'Copy report' }).click();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).toContain('clock: ok');
  expect(await copied()).not.toMatch(/Engines|localhost|127\.0\.0\.1|Analytical|[0-9a-f]{8}-[0-9a-f]{4}/i);

  await service.stop();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText(/^\d+ steps failed$/)).toBeVisible();
  await expect(steps('Network').filter({ hasText: 'ECONNREFUSED' }).first()).toBeVisible();
  await expect(steps('Service and keys').filter({ hasText: 'Not checked because' }).first()).toBeVisible();
});
