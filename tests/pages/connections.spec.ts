import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Connecting, connectThroughForm, expectNoSecret, tile, tiles } from '../support/browser/connecting';
import { holdsSecret } from '../support/browser/secret-search';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

async function fromTile(page: Page, name: string, command: string): Promise<void> {
  await tile(page, name).first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: command }).click();
}

test('a connection is edited: keys show their end, are replaced and removed', async ({ page, screens, service }) => {
  const form = await connectThroughForm(page, service, 'Engines');
  await page.getByRole('button', { name: /^Engines/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const held = (name: string) => page.getByRole('group', { name });
  await expect(held('Secret server key')).toContainText(`…${service.demo.secret_server_key.slice(-4)}`);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription('No changes to save');

  await page.getByRole('button', { name: 'Replace: Secret server key' }).click();
  await expect(form.field('Secret server key')).toBeFocused();
  await form.field('Secret server key').fill(`ssk_${'0'.repeat(45)}`);
  await page.getByRole('button', { name: 'Remove: Super secret admin key' }).click();
  await form.test();
  await expect(form.check('Server key')).toContainText('isn’t valid for this project');
  await expect(form.check('Admin key')).toContainText('Not provided');
  await page.getByRole('radio', { name: 'Violet' }).click();
  await form.save();
  await expect(page.getByText('Engines saved', { exact: true })).toBeVisible();
  await expect(held('Secret server key')).toContainText('…0000');
  await expect(form.field('Super secret admin key')).toHaveValue('');
  await expectNoSecret(page);
  await expect(tile(page, 'Engines')).toHaveAttribute('style', /--colour-violet/);

  await page.getByRole('button', { name: 'Remove: Secret server key' }).click();
  await form.save();
  await expect(screens.entry('Users')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Users.*This connection requires a server or admin key/ })).toBeVisible();
});

test('a read-only connection says so and offers no change', async ({ page, screens, service }) => {
  const form = await connectThroughForm(page, service, 'Engines');
  await fromTile(page, 'Engines', 'Edit');
  await form.field('Safety level').selectOption('read-only');
  await form.save();
  await expect(page.getByRole('banner').getByText('Read-only')).toBeVisible();
  await screens.entry('Users').click();
  await typeText(screens.search, 'grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  await expect(
    screens.panel
      .getByRole('paragraph')
      .filter({ hasText: /^This connection is read-only/ })
      .first(),
  ).toBeVisible();
  for (const name of ['Display name', 'Primary email']) {
    await expect(screens.panel.getByRole('textbox', { name, exact: true })).not.toBeEditable();
  }
});

test('the rail is ordered by keys and by dragging, pinned, grouped, copied and cleared', async ({ page, screens: _screens, service }) => {
  const hostile = '<b onclick="alert(1)">javascript:alert(1)</b>';
  for (const name of ['Alpha', 'Beta', hostile]) await connectThroughForm(page, service, name);
  const order = async (...names: string[]) => {
    await expect(tiles(page)).toHaveCount(names.length);
    for (const [at, name] of names.entries()) await expect(tiles(page).nth(at)).toHaveAccessibleName(`${name} (Development)`);
  };
  await order('Alpha', 'Beta', hostile);
  await tile(page, 'Alpha').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await order('Beta', 'Alpha', hostile);
  await expect(tile(page, 'Alpha')).toBeFocused();
  await expect(page.getByText('Alpha moved to position 2 of 3')).toBeAttached();
  await tiles(page)
    .nth(2)
    .dragTo(tiles(page).nth(0), { targetPosition: { x: 18, y: 4 } });
  await order(hostile, 'Beta', 'Alpha');

  await fromTile(page, 'Alpha', 'Pin');
  await order('Alpha', hostile, 'Beta');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(page).toHaveTitle(/Alpha/);
  await fromTile(page, 'Beta', 'Group…');
  await page.getByLabel('Group name').fill('مجموعة');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('group', { name: 'مجموعة' }).getByRole('link')).toHaveCount(
    1,
  );

  await fromTile(page, 'Alpha', 'Duplicate');
  await expect(page.getByText('Copy of Alpha created', { exact: true })).toBeVisible();
  const form = new Connecting(page);
  await form.field('Name').fill('Gamma');
  await page.getByRole('radio', { name: 'Production' }).click();
  await form.save();
  await expect(page.getByText('Gamma saved', { exact: true })).toBeVisible();
  await fromTile(page, 'Gamma', 'Remove…');
  const dialog = page.getByRole('alertdialog', { name: 'Remove the connection “Gamma”?' });
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true');
  // Another connection points to the project.
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByLabel('Type “Gamma” to confirm').fill('Gamma');
  await page.keyboard.press('Enter');
  await expect(tile(page, 'Gamma')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Latchkey' })).toBeVisible();
});

test('connections are exported without a key and imported entry by entry', async ({ page, screens: _screens, service }) => {
  await connectThroughForm(page, service, 'Engines');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Export and import' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to file' }).click()]);
  const text = await readFile(await file.path(), 'utf8');
  expect(holdsSecret(text)).toBe(false);

  const list = JSON.parse(text) as { connections: { name: string }[] };
  const entries = [
    ...list.connections,
    { ...list.connections[0], name: 'Further' },
    { ...list.connections[0], baseUrl: 'javascript:alert(1)' },
    { ...list.connections[0], name: 'Cellar', baseUrl: 'http://cellar.example' },
  ];
  await page.getByLabel('Choose file').setInputFiles({
    name: 'list.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...list, connections: entries })),
  });
  await expect(page.getByText('1 connection added, 3 skipped')).toBeVisible();
  const result = page.getByRole('list', { name: 'Import results' });
  await expect(result.getByRole('listitem')).toHaveText([
    /Further.*Added/,
    /Engines.*Already exists/,
    /Engines.*Skipped: a URL, ID, or option isn’t valid/,
    /Cellar.*Skipped: the URL isn’t encrypted/,
  ]);
  await expect(tile(page, 'Further')).toBeVisible();
  await expect(tile(page, 'Cellar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await expect(tile(page, 'Cellar')).toBeVisible();
  await expect(page.getByText('1 connection added, 3 skipped')).toBeVisible();

  const box = page.getByLabel('Exported list');
  await box.fill('{"connections": "everything"}');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(box).toHaveAccessibleDescription(/isn’t a list of connections/);
  await expect(box).toHaveValue('{"connections": "everything"}');
});
