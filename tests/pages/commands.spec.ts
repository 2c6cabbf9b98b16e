/** The commands of the palette and of the shortcut sheet. */
import { type Command, commandsIn, labelOf } from '#contract/commands.ts';
import en from '#messages/en.json' with { type: 'json' };
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

/** The label of a command while there is a connection to the sandbox. */
const textOf = (row: Command) => en[labelOf(row, true)];
const rows = commandsIn('tab');

const { step, takeSteps } = createSteps();
test('the commands of the palette and of the shortcut sheet', takeSteps);

step('the palette and the shortcut sheet list the commands of the table', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const offered = page.getByRole('group', { name: 'Commands' }).getByRole('option');
  const inPalette = rows.filter(({ id }) => id !== 'palette' && id !== 'connection');
  await expect(offered).toContainText(inPalette.map(textOf));
  // And what concerns the connection, and its users.
  const others = [en['index.turn-on.open'], en['users.create'], en['impersonation.impersonate.menu'], en['snapshots.deleted.menu']];
  for (const text of others) await expect(offered.filter({ hasText: text })).toHaveCount(1);
  await expect(offered).toHaveCount(inPalette.length + others.length);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  for (const row of rows.filter(({ keys }) => keys))
    await expect(screens.dialog.locator('section').getByText(textOf(row), { exact: true })).toBeVisible();
  await expect(screens.dialog.getByText('Zoom in')).toHaveCount(0);
});

step('the palette opens a section of the settings, once in the history', async ({ page, screens }) => {
  await screens.startSandbox();
  const before = page.url();
  const choose = async (search: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(screens.dialog).toBeVisible();
    await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially(search);
    await page.getByRole('option', { name: `${search} Settings` }).click();
    await expect(page.getByRole('heading', { name: search, level: 2 })).toBeFocused();
  };
  await choose('Network');
  await choose('Updates');
  await page.goBack();
  await expect(page).toHaveURL(before);
});
