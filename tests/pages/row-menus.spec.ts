/** The menu of a row in lists other than that of users. */
import type { Locator, Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

async function copyFromMenu(row: Locator, command: string): Promise<void> {
  const page = row.page();
  await row.waitFor();
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: command, exact: true }).click();
  await expect(row).toBeFocused();
}

const { step, takeSteps } = createSteps();
test('the menus of rows', takeSteps);

step('permissions, teams, members, and API keys are copied from their menu', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  const firstOf = (list: string) => page.getByRole('main').getByRole('grid', { name: list }).locator('[data-row="0"]');
  await screens.entry('Permissions', 'Admin').click();
  await copyFromMenu(firstOf('Permissions'), 'Copy as curl command');
  await expect.poll(() => copied(page)).toContain("/api/v1/team-permission-definitions'");
  expect(await copied(page)).toContain('"x-stack-super-secret-admin-key: $STACK_SUPER_SECRET_ADMIN_KEY"');

  await screens.entry('Teams', 'Admin').click();
  await copyFromMenu(firstOf('Teams'), 'Copy ID');
  await expect.poll(() => copied(page)).toMatch(/^[0-9a-f-]{36}$/);

  await firstOf('Teams').click();
  await page.getByRole('tab', { name: /^Members/ }).click();
  await copyFromMenu(firstOf('Members'), 'Copy email');
  await expect.poll(() => copied(page)).toContain('@');

  await screens.entry('Analytical Engines', 'Teams').click();
  await page.getByRole('tab', { name: 'Your profile' }).waitFor();
  await page.getByRole('tab', { name: /^Members/ }).click();
  await copyFromMenu(firstOf('Members'), 'Copy JSON');
  await expect.poll(() => copied(page)).toContain('"user_id":');

  await screens.entry('API keys', 'Account').click();
  await copyFromMenu(firstOf('API keys'), 'Copy as curl command');
  await expect.poll(() => copied(page)).toContain('/api/v1/user-api-keys/');
  expect(await copied(page)).toContain('"x-stack-access-token: $STACK_ACCESS_TOKEN"');
});

step('a user’s session is copied and revoked from its menu', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  await screens.visit('users?q=ada%40analytical.example');
  await screens.userRow(/Ada Lovelace/).click();
  await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
  const row = screens.panel.getByRole('listitem').filter({ hasText: 'Zurich' });
  const menu = row.getByRole('button', { name: /^Actions for Zurich/ });
  await row.click({ button: 'right', position: { x: 150, y: 10 } });
  await page.getByRole('menuitem', { name: 'Copy ID', exact: true }).click();
  await expect(menu).toBeFocused();
  await expect.poll(() => copied(page)).toMatch(/^[0-9a-f-]{36}$/);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy JSON', exact: true }).click();
  await expect.poll(() => copied(page)).toContain('"is_impersonation": false');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Revoke', exact: true }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke session', exact: true }).click();
  await expect(row).toHaveCount(0);
});
