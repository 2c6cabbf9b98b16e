/** Users from a file: chosen from their list, mapped, checked, and sent as a job; and once more, with nothing left to do. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { asProject } from '../support/browser/demo-project';
import { checkRows, chooseFile, resultCard, startImport } from '../support/browser/import-steps';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

/** As spreadsheets save it: with a mark, semicolons, and CRLF. */
const file = [
  '\uFEFFemail;name;verified;server.plan;seats;team',
  'noether@algebra.example;"Noether; Emmy";yes;team;12;Analytical Engines',
  'meitner@physics.example;Lise Meitner;no;free;5;',
  'nobel at physics;No Domain;no;free;5;',
  'meitner@physics.example;Lise Again;no;free;5;',
  'curie@physics.example;Marie Curie;no;free;twelve;No Such Team',
  '',
].join('\r\n');

const lines = (page: Page) => page.getByRole('grid', { name: 'Checked lines' });
const back = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Back', exact: true });
const field = (page: Page, column: string) => page.getByRole('combobox', { name: `Field for ${column}`, exact: true });

/** Reads the user with an email. */
async function userWith(environment: Parameters<typeof asProject>[0], page: Page, email: string): Promise<unknown> {
  const { items } = (await asProject(environment, page, 'users.list', { query: { query: email, limit: 5 } })) as { items: unknown[] };
  return items[0];
}

const { step, takeSteps } = createSteps();
test('an import of users', takeSteps);

step('starts in the list of users, and says how the file is read', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.getByRole('button', { name: 'Import users' }).click();
  await chooseFile(page, 'people.csv', file);
  await expect(page.getByText('5 rows, 6 columns')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveValue(';');
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('utf-8');
  await expectNoViolationsInThemes(page);
});

step('another delimiter reads other columns, and can be taken back', async ({ page }) => {
  await page.getByRole('combobox', { name: 'Delimiter' }).selectOption(',');
  await expect(page.getByText(/, 1 column$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Delimiter' }).selectOption(';');
  await expect(page.getByText('5 rows, 6 columns')).toBeVisible();
});

step('columns are mapped by their names, with conflicts and warnings, and one line is shown', async ({ page }) => {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field(page, 'email')).toHaveValue('email');
  await expect(field(page, 'team')).toHaveValue('team.name');
  await expect(field(page, 'seats')).toHaveValue('');
  await field(page, 'seats').selectOption('Display name');
  await expect(page.getByText('1 conflict')).toBeVisible();
  const check = page.getByRole('button', { name: 'Check 5 rows' });
  await expect(check).toHaveAccessibleDescription('Resolve the conflict to continue');
  await page.getByRole('button', { name: 'Use name' }).click();
  await expect(page.getByText('1 conflict')).toHaveCount(0);
  await field(page, 'seats').selectOption('Value in server metadata');
  const path = page.getByRole('textbox', { name: 'Metadata path of seats' });
  await expect(path).toHaveValue('server.seats');
  await path.fill('');
  await path.pressSequentially('sea');
  await expect(check).toHaveAccessibleDescription('Complete the metadata paths first');
  await path.fill('');
  await path.pressSequentially('server.crm.seats');
  await page.getByRole('combobox', { name: 'Type of seats' }).selectOption('Number');
  await expect(page.getByText('1 of the first 5 values can’t be read as this field, from line 6 on')).toBeVisible();
  await expect(page.getByText(/don’t exist: No Such Team/)).toBeVisible();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('Noether; Emmy');
  await preview.getByRole('button', { name: 'Next line' }).click();
  await expect(preview).toContainText('Lise Meitner');
  await expectNoViolationsInThemes(page);
});

step('the mapping is saved under a name', async ({ page, screens: { dialog } }) => {
  await page.getByRole('button', { name: 'Saved mappings' }).click();
  await dialog.getByLabel('Name').pressSequentially('CRM');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
});

step('the check says what happens to each line, and changes nothing', async ({ page, environment }) => {
  await page.getByRole('button', { name: 'Check 5 rows' }).click();
  await expect(resultCard(page, 'Create')).toContainText('2');
  await expect(resultCard(page, 'Can’t import')).toContainText('3');
  await expect(lines(page)).toContainText('“nobel at physics” isn’t a valid email address');
  await expect(lines(page)).toContainText('The same is on line 3. Keep one of them.');
  await expect(lines(page)).toContainText('“twelve” has to be a number');
  await expectNoViolationsInThemes(page);
  expect(await userWith(environment, page, 'noether@algebra.example')).toBeUndefined();
});

step('a line has all of its changes in a dialog, by the keyboard', async ({ page, screens: { dialog } }) => {
  await lines(page)
    .getByRole('row', { name: /Noether/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Doesn’t exist yet, and is created');
  await expect(dialog).toContainText('Analytical Engines');
  await expect(dialog).toContainText('server.crm.seats');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

step('lines that can’t be imported are downloaded with the reasons', async ({ page }) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 3 rows' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('people-not-imported.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFline,reason,column,email,name/);
  expect(text).toContain('nobel at physics');
});

step('leaving asks, because the check would be lost', async ({ page, screens }) => {
  await screens.entry('Teams', 'Admin').click();
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(lines(page)).toBeVisible();
});

step('the rest becomes a job, whose users are in the list', async ({ page, screens, environment }) => {
  await startImport(page, /^Import 2 users/, 'Import users');
  await page.getByRole('button', { name: 'Open job' }).first().click();
  await expect(page.getByRole('region', { name: 'Job' }).or(page.getByRole('complementary', { name: 'Job' }))).toContainText('people.csv');
  await screens.entry('Users').click();
  await screens.search.pressSequentially('noether');
  await expect(screens.users).toContainText('Noether; Emmy');
  const created = await userWith(environment, page, 'noether@algebra.example');
  expect(created).toMatchObject({ primary_email_verified: true, server_metadata: { plan: 'team', crm: { seats: 12 } } });
});

step('the same file again has nothing to do, with the saved mapping', async ({ page, screens: { dialog } }) => {
  await page.getByRole('button', { name: 'Import users' }).click();
  await chooseFile(page, 'people.csv', file);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Saved mappings' }).click();
  await dialog.getByRole('button', { name: 'Use CRM' }).click();
  await expect(page.getByRole('textbox', { name: 'Metadata path of seats' })).toHaveValue('server.crm.seats');
  await page.getByRole('button', { name: 'Check 5 rows' }).click();
  await expect(resultCard(page, 'Same')).toContainText('2');
  await expect(page.getByRole('button', { name: /^Import/ }).last()).toHaveAccessibleDescription('Nothing to import');
});

step('who exists is changed, and passwords only if that is chosen', async ({ page }) => {
  await back(page).click();
  await back(page).click();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await chooseFile(page, 'more.csv', 'email,name,password\nmeitner@physics.example,Lise M.,correct horse battery\n');
  await checkRows(page);
  await expect(resultCard(page, 'Change')).toContainText('1');
  await expect(lines(page)).toContainText('Lise Meitner');
  await expect(page.getByText('The password of 1 user who exists stays unchanged.')).toBeVisible();
  await back(page).click();
  await page.getByRole('checkbox', { name: 'Also set passwords of users who exist' }).check();
  await expect(page.getByText('are signed out', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await expect(page.getByText('1 user gets the password of the file.')).toBeVisible();
  expect(await page.content()).not.toContain('correct horse');
});
