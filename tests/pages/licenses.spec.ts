/** The licenses of the packages that Latchkey includes. */

import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

test('About lists the packages that Latchkey includes, with the texts of their licenses', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Show licenses' }).click();

  const dialog = page.getByRole('dialog', { name: 'Third-party licenses' });
  const list = dialog.getByRole('list', { name: 'Third-party licenses' });
  for (const name of ['react', '@radix-ui/colors', 'libsql', 'electron'])
    await expect(list.getByText(name, { exact: true })).toBeAttached();

  await typeText(dialog.getByRole('searchbox', { name: 'Filter packages' }), 'ofl');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByText('@fontsource-variable/inter').click();
  await expect(list.getByText('SIL OPEN FONT LICENSE Version 1.1')).toBeVisible();

  await typeText(dialog.getByRole('searchbox', { name: 'Filter packages' }), 'no such package');
  await expect(dialog.getByRole('heading', { name: 'No packages match this filter' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear filter' }).click();
  await expect(list.getByText('react', { exact: true })).toBeAttached();
});
