/** Exports of lists: what is chosen, its order by the keyboard, and the file that the page saves. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/page/fixtures';

test('users are exported with the fields that were chosen, in their order', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('users');
  await page.getByRole('button', { name: 'Export users' }).click();
  const { dialog } = screens;
  await expect(dialog.getByRole('heading', { name: 'Export users' })).toBeVisible();
  await expect(dialog.getByText('Personal data leaves Latchkey')).toBeVisible();
  for (const name of ['Last active last_active_at', 'Signed up signed_up_at', 'Sign-in methods auth_methods'])
    await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByRole('button', { name: 'Move Display name' }).press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText('Display name, 1 of')).toBeAttached();
  await dialog.getByRole('textbox', { name: 'Metadata path' }).pressSequentially('server.crm.account');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'server.crm.account' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Teams' }).check();
  await dialog.getByRole('checkbox', { name: 'Add byte order mark' }).uncheck();
  await dialog.getByRole('combobox', { name: 'Delimiter' }).selectOption(';');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('users.csv');
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('display_name;id;primary_email;email_verified;server.crm.account;teams');
  expect(rows.find((row) => row.includes('ada@analytical.example'))).toMatch(/^Ada Lovelace;[\da-f-]{36};ada@analytical\.example;true;/);
  await expect(page.getByText(`${rows.length.toLocaleString('en')} rows exported`, { exact: true })).toBeVisible();
});
