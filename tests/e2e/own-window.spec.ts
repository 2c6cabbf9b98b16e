/** What a window of our own has and a browser's tab has not. */
import { commandsIn, labelOf } from '#contract/commands.ts';
import de from '#messages/de.json' with { type: 'json' };
import en from '#messages/en.json' with { type: 'json' };
import { expect, test } from '../support/browser/own-window';

test('the palette, the shortcut sheet and the menu have the same commands', async ({ page, screens, running }) => {
  await screens.startSandbox();
  const rows = commandsIn('own-window');
  const inPalette = rows.filter(({ id }) => id !== 'palette' && id !== 'connection');
  await page.keyboard.press('ControlOrMeta+k');
  const offered = page.getByRole('group', { name: 'Commands' }).getByRole('option');
  await expect(offered).toContainText(inPalette.map((row) => en[labelOf(row, true)]));
  // And what concerns the connection, and its users.
  const others = [en['index.turn-on.open'], en['users.create'], en['impersonation.impersonate.menu'], en['snapshots.deleted.menu']];
  for (const text of others) await expect(offered.filter({ hasText: text })).toHaveCount(1);
  await expect(offered).toHaveCount(inPalette.length + others.length);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  for (const { label } of rows.filter(({ keys }) => keys))
    await expect(screens.dialog.locator('section').getByText(en[label], { exact: true })).toBeVisible();
  const ids = await running.evaluate(({ menuItems }) => menuItems().flatMap(({ id }) => id ?? []));
  expect(ids).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
});

test('a form that is not saved asks before its window closes, and an empty one does not', async ({ page, screens: _screens }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Engines');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.getByLabel('Name', { exact: true }).fill('');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toHaveLength(1);
});

test('the menu’s commands reach the page, and the page’s reach the host', async ({ page, screens, running }) => {
  await screens.startSandbox();
  const choose = (id: string) =>
    running.evaluate(({ menuItems }, wanted) => {
      const click = menuItems().find((item) => item.id === wanted)?.click as (() => void) | undefined;
      click?.();
    }, id);
  await choose('settings');
  await expect(page.getByRole('main')).toContainText('Desktop window');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await screens.users.waitFor();
  await screens.entry('Sessions').click();
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
  await choose('back');
  await screens.users.waitFor();
  await choose('forward');
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
  await choose('add-connection');
  await expect(page.getByRole('heading', { name: 'Connect a project' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Zoom in' }).click();
  await expect.poll(() => running.evaluate(({ windows }) => windows[0]?.contents.getZoomLevel())).toBe(0.5);
  await page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Analytical Engines/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open in new window' }).click();
  await expect
    .poll(() => running.evaluate(({ windows }) => windows.map(({ contents }) => contents.getURL()).at(-1)))
    .toMatch(/^app:\/\/bundle\/#\/c\/[^/]+\/account\/sessions$/);
});

test.describe('for a user whose system prefers German, and whose Chromium is English', () => {
  test.use({ languages: ['fr-CA', 'de-AT', 'en'], locale: 'en-GB' });

  test('the window has the language of its menu', async ({ page, screens: _screens, running }) => {
    await expect(page.getByRole('button', { name: de['first-run.sandbox.start'] })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    const labels = await running.evaluate(({ menuItems }) => menuItems().map(({ label }) => label?.replace('&', '')));
    expect(labels).toContain(de['shell.settings']);
  });
});
