/** A computer whose clock is years off: times are those of the service, and the difference is reported once. */
import { connected } from '../support/browser/connecting';
import { expect, test } from '../support/page/fixtures';
import { startService } from '../support/page/services';

const year = 365 * 86_400_000;

for (const { name, away, said } of [
  { name: 'behind', away: 3 * year, said: 'This computer’s clock is 3 years behind the service of Engines' },
  { name: 'ahead', away: -3 * year, said: 'This computer’s clock is 3 years ahead of the service of Engines' },
]) {
  test.describe(`a clock that is three years ${name}`, () => {
    test.use({ expectedSecrets: /"value":\{"text":"[ps][csa]k_/ });

    test('makes keys that are valid for 90 days at the service', async ({ page, screens }) => {
      const service = await startService({ clock: new Date(Date.now() + away).toISOString() });
      try {
        await connected(page, service, 'Engines');
        await expect(page.getByText(said)).toHaveCount(1);
        await screens.entry('Project keys').click();
        await page.getByRole('main').getByRole('button', { name: 'Create keys' }).click();
        await screens.dialog.getByLabel('Name').pressSequentially('Reports');
        await screens.dialog.getByRole('button', { name: 'Create keys' }).click();
        const saved = page.getByRole('dialog', { name: 'Save your keys' });
        await saved.getByLabel('I’ve saved these keys somewhere safe').check();
        await saved.getByRole('button', { name: 'Done' }).click();
        const row = page.getByRole('grid', { name: 'Project keys' }).getByRole('row', { name: /^Select Reports/ });
        await expect(row).toContainText('Valid');
        await expect(row).toContainText('In 90 days');
        await screens.entry('Teams', 'Admin').click();
        await expect(page.getByRole('grid', { name: 'Teams' }).getByRole('row').nth(1)).toContainText(/ago|Yesterday/);
      } finally {
        await service.stop();
      }
    });
  });
}
