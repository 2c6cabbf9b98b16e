import { expect, test } from '../support/browser/fixtures';
import { typeText } from '../support/browser/type-text';

test('renaming oneself shows everywhere', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Augusta Ada King');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /Augusta Ada King/ })).toBeVisible();
  await screens.entry('Users').click();
  await typeText(screens.search, 'augusta');
  await expect(screens.userRow(/Augusta Ada King/)).toBeVisible();
});
