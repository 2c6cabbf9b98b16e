import { type Command, commandsIn, labelOf } from '#contract/commands.ts';
import en from '#messages/en.json' with { type: 'json' };
import { expect, test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';

/** The label of a command while there is a connection to the sandbox. */
const textOf = (row: Command) => en[labelOf(row, true)];
const rows = commandsIn('tab');

test('the palette and the shortcut sheet list the commands of the table', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const offered = page.getByRole('group', { name: 'Commands' }).getByRole('option');
  const inPalette = rows.filter(({ id }) => id !== 'palette' && id !== 'connection');
  await expect(offered).toContainText(inPalette.map(textOf));
  await expect(offered).toHaveCount(inPalette.length);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  for (const row of rows.filter(({ keys }) => keys))
    await expect(screens.dialog.locator('section').getByText(textOf(row), { exact: true })).toBeVisible();
  await expect(screens.dialog.getByText('Zoom in')).toHaveCount(0);
});

test('the palette opens a section of the settings, once in the history', async ({ page, screens }) => {
  await screens.startSandbox();
  const before = page.url();
  const choose = async (search: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(screens.dialog).toBeVisible();
    await page.getByRole('combobox').pressSequentially(search);
    await page.getByRole('option', { name: `${search} Settings` }).click();
    await expect(page.getByRole('heading', { name: search, level: 2 })).toBeFocused();
  };
  await choose('Network');
  await choose('Updates');
  await page.goBack();
  await expect(page).toHaveURL(before);
});

test('a connection opens in a window of its own, where it was left', async ({ page, context, screens }) => {
  await screens.startSandbox();
  await screens.entry('Sessions').click();
  const tile = page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /Analytical Engines/ });
  for (const open of [() => tile.click({ button: 'right' }), () => tile.press('ContextMenu')]) {
    const opened = context.waitForEvent('page');
    await open();
    await page.getByRole('menuitem', { name: 'Open in new window' }).click();
    const other = new Screens(await opened);
    await expect(other.page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
    expect(other.page.url()).toMatch(/\/#\/c\/[^/]+\/account\/sessions$/);
    await other.page.close();
  }
  const opened = context.waitForEvent('page');
  await tile.press('Control+Enter');
  await expect(new Screens(await opened).page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
});
