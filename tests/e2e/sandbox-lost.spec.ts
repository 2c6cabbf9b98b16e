import { expect, test } from '../support/browser/fixtures';
import { typeText } from '../support/browser/type-text';

test('a sandbox that dies is reported, and can be started again with its data', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await typeText(screens.search, 'turing');
  await screens.userRow(/Turing/).click();
  await screens.renameUser('Alan survives');
  await expect(screens.userRow(/Alan survives/)).toBeVisible();
  await host.killSandbox();
  await expect(page.getByText('The sandbox stopped unexpectedly')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(page.getByText('The sandbox stopped unexpectedly')).toBeHidden();
  await expect(screens.userRow(/Alan survives/)).toBeVisible();
});
