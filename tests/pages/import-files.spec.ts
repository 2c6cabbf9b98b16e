/** Files that are imported: those that can't be, by name, by drop, and what privacy mode shows of them. */
import { readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseFile, resultCard, startImport } from '../support/browser/import-steps';
import { turnOnPrivacy } from '../support/browser/personal-data';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const bad: readonly (readonly [name: string, content: string | Buffer, title: RegExp])[] = [
  ['empty.csv', '', /This file has no (rows|columns)/],
  ['header.csv', 'email,name\n', /This file has no rows/],
  ['twice.csv', 'email,email\na@b.example,c@d.example\n', /Two columns are named “email”/],
  ['broken.json', '{\n"users": {}}', /This file isn’t valid JSON/],
  ['table.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00, 0x00, 0x08, 0xff, 0xfe]), /This file isn’t text in this encoding/],
];

const { step, takeSteps } = createSteps();
test('files to import', takeSteps);

step('a file that can’t be imported says why, and another one can be chosen', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Import').click();
  for (const [name, content, title] of bad)
    await test.step(name, async () => {
      await chooseFile(page, name, content);
      await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continue' })).toHaveAccessibleDescription('The file isn’t read yet');
      await page.getByRole('button', { name: 'Choose another file' }).click();
    });
});

step('a template is a file that can be imported', async ({ page }) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  const download = await downloading;
  const text = await readFile(await download.path());
  await chooseFile(page, download.suggestedFilename(), text);
  await expect(page.getByText('2 rows, 8 columns')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
});

step('a file is dropped; two aren’t taken', async ({ page }) => {
  const drop = (names: readonly string[]) =>
    page.getByText('Drop a file here').evaluate((target, files) => {
      const dataTransfer = new DataTransfer();
      for (const name of files) dataTransfer.items.add(new File(['email\nada@drop.example\n'], name));
      for (const type of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }, names);
  await drop(['one.csv', 'two.csv']);
  await expect(page.getByRole('alert')).toContainText('Choose one file');
  await drop(['one.csv']);
  await expect(page.getByText('1 row, 1 column')).toBeVisible();
});

step('values and the name of the file are concealed in privacy mode', async ({ page, screens }) => {
  await turnOnPrivacy(page, screens);
  await expect(page.getByText('ada@drop.example')).toHaveCount(0);
  await expect(page.getByText('one.csv')).toHaveCount(0);
  await page.getByRole('button', { name: 'Privacy mode' }).click();
  await expect(page.getByText('one.csv').first()).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
});

step('so are they while columns are chosen, at the check, before the job, and after it', async ({ page, screens }) => {
  const hidden = ['Quill Importson', 'quill@import.example', 'quill(at)import', 'Quill Crew', 'people.csv'];
  const expectConcealed = async () => {
    for (const text of hidden) await expect(page.getByText(text)).toHaveCount(0);
  };
  const content = 'email,name,teams\nquill@import.example,Quill Importson,\nquill(at)import,Quill Importson,Quill Crew\n';
  await turnOnPrivacy(page, screens);
  await chooseFile(page, 'people.csv', content);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Check 2 rows' })).toBeVisible();
  await expect(page.getByText('1 of 1 don’t exist: ••••••')).toBeVisible();
  await expectConcealed();
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(resultCard(page, 'Create')).toContainText('1');
  await expectConcealed();
  await page.getByRole('button', { name: /^Import 1 user/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Import users', exact: true })).toBeVisible();
  await expectConcealed();
  await dialog.getByRole('button', { name: 'Import users', exact: true }).click();
  await expect(page.getByText('Import finished')).toBeVisible();
  await expectConcealed();
  await page.getByRole('button', { name: 'Privacy mode' }).click();
  await page.getByRole('button', { name: 'Import another file' }).click();
});

step('an export of another service is recognized, with what can’t be brought along', async ({ page }) => {
  const users = [{ user_id: 'auth0|1', email: 'ada@auth0.example', logins_count: 2, user_metadata: { plan: 'free' } }];
  await chooseFile(page, 'auth0.json', JSON.stringify(users));
  await expect(page.getByText('Recognized as an export of Auth0')).toBeVisible();
  await expect(page.getByText('Connected accounts: users connect them again.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
});

step('teams with members are imported', async ({ page, screens }) => {
  await screens.entry('Teams', 'Admin').click();
  await page.getByRole('button', { name: 'Import teams' }).click();
  await chooseFile(page, 'teams.csv', 'name,server.plan\nImported Team,free\n');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await expect(resultCard(page, 'Create')).toContainText('1');
  await startImport(page, /^Import 1 team/, 'Import teams');
  await screens.entry('Teams', 'Admin').click();
  await expect(page.getByText('Imported Team').first()).toBeVisible();
});

step('permission definitions are imported', async ({ page, screens }) => {
  await screens.entry('Permissions', 'Admin').click();
  await page.getByRole('button', { name: 'Import permissions' }).click();
  await chooseFile(
    page,
    'permissions.csv',
    'id,scope,description,contained\nimported:read,team,Read,\nimported:edit,team,Edit,imported:read\n',
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(resultCard(page, 'Create')).toContainText('2');
  await startImport(page, /^Import 2 permissions/, 'Import permissions');
  await screens.entry('Permissions', 'Admin').click();
  await expect(page.getByText('imported:edit').first()).toBeVisible();
});

test('a check that finds the copy of the file damaged returns to the file, and says so', async ({ page, screens, profile }) => {
  await screens.startSandbox();
  await screens.entry('Import').click();
  await chooseFile(page, 'people.csv', 'email\na@x.example\n');
  await page.getByRole('button', { name: 'Continue' }).click();
  const check = page.getByRole('button', { name: 'Check 1 row' });
  await expect(check).toBeEnabled();
  const folder = join(profile, 'imports');
  for (const name of await readdir(folder)) await truncate(join(folder, name), 0);
  await check.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The copy of this file is damaged' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAccessibleDescription('The file isn’t read yet');
});
