import { expect, test } from '../support/browser/fixtures';

test('renaming oneself shows everywhere', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Augusta Ada King');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /Augusta Ada King/ })).toBeVisible();
  await screens.entry('Users').click();
  await screens.search.fill('augusta');
  await expect(screens.userRow(/Augusta Ada King/)).toBeVisible();
});

test('sessions: revoking one and all others', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Sessions').click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toContainText('This session');
  const before = await rows.count();
  expect(before).toBeGreaterThan(2);
  await rows
    .nth(1)
    .getByRole('button', { name: /Revoke/ })
    .click();
  await screens.dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(rows).toHaveCount(before - 1);
  await page.getByRole('button', { name: 'Revoke all other sessions' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke all other sessions' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('This session');
});
