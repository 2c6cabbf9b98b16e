import type { Page } from '@playwright/test';
import { expect, test } from './latchkey';

/** Connects a project by what a developer has in their environment file. */
async function connect(latchkey: Page, environment: string): Promise<void> {
  await latchkey.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(latchkey.getByRole('heading', { name: 'Connect a project' })).toBeVisible();
  await latchkey.getByLabel('Paste your configuration').fill(environment);
  await latchkey.getByLabel('Name', { exact: true }).fill('Somerville');
  await latchkey.getByRole('button', { name: 'Save', exact: true }).click();
}

test.describe('the demo project', () => {
  test.use({ latchkeyArgs: ['--sandbox', 'demo'] });

  test('a user is found and renamed', async ({ latchkey }) => {
    await latchkey.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: 'Analytical Engines' }).click();
    await latchkey.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
    const users = latchkey.getByRole('grid', { name: 'Users' });
    await expect(users).toBeVisible();
    await latchkey.getByRole('searchbox', { name: 'Search by name, email, or ID' }).fill('turing');
    await users.getByRole('row', { name: /Alan Turing/ }).click();
    const panel = latchkey.getByRole('complementary', { name: 'User' });
    await panel.getByRole('textbox', { name: 'Display name', exact: true }).fill('Alan M. Turing');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(users.getByRole('row', { name: /Alan M\. Turing/ })).toBeVisible();
  });
});

test('a project of your own data is connected', async ({ latchkey, service }) => {
  await service.call('POST', '/users', { display_name: 'Mary Somerville', primary_email: 'mary@somerville.example' });
  await connect(latchkey, service.environment);
  await expect(latchkey.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /Mary Somerville/ })).toBeVisible();
});

test.describe('a fixed time', () => {
  test.use({ latchkeyArgs: ['--sandbox', 'empty', '--clock', '2026-01-15T10:00:00Z'] });

  test('is the same in windows and in the sandbox', async ({ latchkey }) => {
    await latchkey.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: 'Analytical Engines' }).click();
    await latchkey.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
    const users = latchkey.getByRole('grid', { name: 'Users' });
    await latchkey.getByRole('button', { name: 'Create user', exact: true }).click();
    const dialog = latchkey.getByRole('dialog', { name: 'Create user' });
    await dialog.getByLabel('Display name').fill('Mary Somerville');
    await dialog.getByRole('button', { name: 'Create user', exact: true }).click();
    const signedUp = users
      .getByRole('row', { name: /Mary Somerville/ })
      .locator('time')
      .first();
    await expect(signedUp).toHaveAttribute('datetime', '2026-01-15T10:00:00.000Z');
  });
});

test('windows show the time that the test sets', async ({ latchkey, service }) => {
  // Before anything is shown. The service has a clock of its own.
  await latchkey.clock.setFixedTime(Date.now() + 3 * 86_400_000);
  await latchkey.reload();
  await service.call('POST', '/users', { display_name: 'Mary Somerville', primary_email: 'mary@somerville.example' });
  await connect(latchkey, service.environment);
  const row = latchkey.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /Mary Somerville/ });
  await expect(row).toContainText('3 days ago');
});
