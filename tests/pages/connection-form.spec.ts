/** What every form has, seen in the one of a connection: the save bar, its keys, and the question before changes are lost. */
import type { Page } from '@playwright/test';
import { Connecting, connectThroughForm, tile } from '../support/browser/connecting';
import { expect, test } from '../support/page/fixtures';

async function edit(page: Page, name: string): Promise<Connecting> {
  await tile(page, name).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = new Connecting(page);
  await form.field('Handler path').waitFor();
  return form;
}

test('the save bar says what would be saved, and takes it back', async ({ page, screens: _screens, service }) => {
  await connectThroughForm(page, service, 'Engines');
  const form = await edit(page, 'Engines');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const discard = page.getByRole('button', { name: 'Discard' });
  await expect(save).toHaveAccessibleDescription('No changes to save');
  await form.field('Name').fill(' Engines ');
  await expect(save).toHaveAccessibleDescription('No changes to save');
  await form.field('Name').fill('Works');
  await expect(page.getByText('Unsaved change: Name')).toBeVisible();
  await page.getByRole('radio', { name: 'Violet' }).click();
  await expect(page.getByText('Unsaved changes: Name, Color')).toBeVisible();
  await discard.click();
  await expect(form.field('Name')).toHaveValue('Engines');
  await expect(page.getByRole('radio', { name: 'Violet' })).not.toBeChecked();
  await expect(discard).toHaveCount(0);

  await form.field('Name').fill('');
  await form.save();
  await expect(form.field('Name')).toBeFocused();
  await expect(form.field('Name')).toHaveAccessibleDescription(/Enter a name/);
  await form.field('Name').fill('W');
  await expect(form.field('Name')).not.toHaveAttribute('aria-invalid', 'true');
});

test('Ctrl or Cmd and S saves, from anywhere on the screen', async ({ page, screens: _screens, service }) => {
  await connectThroughForm(page, service, 'Engines');
  const form = await edit(page, 'Engines');
  await form.field('Name').fill('Works');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Works saved', { exact: true })).toBeVisible();
  await expect(form.field('Name')).toHaveValue('Works');

  await page.getByRole('radio', { name: 'Staging' }).click();
  await page.getByRole('heading', { name: 'Works', level: 2 }).click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Unsaved change')).toBeHidden();
  await expect(tile(page, 'Works')).toHaveAccessibleName('Works (Staging)');
});

test('leaving, reloading and a change from elsewhere lose no input', async ({ page, screens, service }) => {
  await connectThroughForm(page, service, 'Engines');
  const form = await edit(page, 'Engines');
  await form.field('Name').fill('Works');
  await screens.entry('Users').click();
  await page.getByRole('alertdialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.field('Name')).toHaveValue('Works');

  page.once('dialog', (dialog) => void dialog.dismiss());
  const asked = page.waitForEvent('dialog');
  await page.evaluate('setTimeout(() => location.reload())');
  expect((await asked).type()).toBe('beforeunload');
  await expect(form.field('Name')).toHaveValue('Works');

  const opened = page.context().waitForEvent('page');
  await tile(page, 'Engines').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open in new window' }).click();
  const other = await opened;
  const otherForm = await edit(other, 'Engines');
  await otherForm.field('Handler path').fill('/auth');
  await otherForm.save();
  await expect(form.field('Handler path')).toHaveValue('/auth');
  await expect(form.field('Name')).toHaveValue('Works');
  await expect(page.getByText('Unsaved change: Name')).toBeVisible();
  await form.save();
  await expect(otherForm.field('Name')).toHaveValue('Works');
});

test('a save that fails keeps what was typed and can be repeated', async ({ page, screens: _screens, service }) => {
  await connectThroughForm(page, service, 'Engines');
  const form = await edit(page, 'Engines');
  await form.field('Name').fill('Works');
  await form.field('Base URL').fill('https://me:secret@auth.example');
  await form.save();
  await expect(form.field('Base URL')).toBeFocused();
  await expect(form.field('Base URL')).toHaveAccessibleDescription(/can’t contain a username/);
  await expect(form.field('Name')).toHaveValue('Works');
  await form.field('Base URL').fill(service.url);
  await expect(page.getByText('Unsaved change: Name')).toBeVisible();
  await form.save();
  await expect(page.getByText('Works saved', { exact: true })).toBeVisible();
});

test('the form says where keys are stored as the message of the window does', async ({ page, screens: _screens }) => {
  await new Connecting(page).open();
  await expect(page.getByRole('status').filter({ hasText: 'Keys and sessions are kept in memory only' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Keys are kept in memory only and are lost when Latchkey quits');
  await expect(page.getByRole('main')).not.toContainText('system keychain');
});
