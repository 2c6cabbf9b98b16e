/** Project keys that are replaced by new ones: also those that the connection itself uses. */
import type { Page } from '@playwright/test';
import { connected, expectNoSecret } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const rows = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Project keys' }).getByRole('row', { name: new RegExp(`^Select ${name}`) });

async function rotate({ page, dialog }: Screens, name: string): Promise<void> {
  await page.getByRole('button', { name: `Rotate ${name}` }).click();
  await expect(page.getByRole('dialog', { name: `Rotate “${name}”?` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Rotate keys' }).click();
  const saved = page.getByRole('dialog', { name: 'Save your keys' });
  await saved.getByLabel('I’ve saved these keys somewhere safe').check();
  await saved.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('alertdialog', { name: `Revoke the old keys of “${name}”?` })).toBeVisible();
}

test('the connection takes over the new keys before the old ones are revoked', async ({ page, screens, service }) => {
  await connected(page, service, 'Engines');
  await screens.entry('Project keys').click();
  await expect(rows(page, 'Sandbox keys')).toContainText('Used here');
  await rotate(screens, 'Sandbox keys');
  const { dialog } = screens;
  await expect(dialog.getByText('This connection uses the old keys')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use new keys' }).click();
  await expect(dialog.getByText('This connection uses the new keys')).toBeVisible();
  await expectNoSecret(page);
  await dialog.getByRole('textbox').fill('Sandbox keys');
  await dialog.getByRole('button', { name: 'Revoke old keys' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(page, 'Sandbox keys').first()).toContainText('Used here');
  await expect(rows(page, 'Sandbox keys').last()).toContainText('Revoked');
  // The new keys work.
  await screens.entry('Users').click();
  await typeText(screens.search, 'Ada Lovelace');
  await expect(screens.userRow(/Ada Lovelace/)).toBeVisible();
});

test('old keys are kept until their owner is ready, and after unsaved ones were left', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Project keys').click();
  await rotate(screens, 'Web application');
  await screens.dialog.getByRole('button', { name: 'Keep old keys' }).click();
  await expect(rows(page, 'Web application')).toHaveCount(2);
  await expect(rows(page, 'Web application').getByText('Valid', { exact: true })).toHaveCount(2);
  await expect(rows(page, 'Web application').getByText('Replaced', { exact: true })).toHaveCount(1);
  await expect(rows(page, 'Web application').last()).toContainText('Replaced');

  await test.step('and can be renamed, so that they are distinguished', async () => {
    await rows(page, 'Web application').last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await expect(screens.dialog.getByLabel('Name')).toHaveValue('Web application');
    await screens.dialog.getByLabel('Name').fill('Old web application');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Name saved', { exact: true })).toBeVisible();
    await expect(rows(page, 'Old web application')).toContainText('Replaced');
  });
});
