/** How many clicks the daily tasks of an admin take. Keys aren’t clicks, and so the search takes none. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/page/fixtures';

test('keys are rotated with 4 clicks', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Project keys').click();
  const rotate = page.getByRole('button', { name: 'Rotate Web application' });
  await rotate.waitFor();
  const clicks = await countClicks(page);
  await rotate.click();
  await screens.dialog.getByRole('button', { name: 'Rotate keys' }).click();
  await screens.dialog.getByLabel('I’ve saved these keys somewhere safe').click();
  await screens.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Revoke the old keys of “Web application”?' })).toBeVisible();
  await page.keyboard.type('Web application');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Old keys of “Web application” revoked', { exact: true })).toBeVisible();
  expect(await clicks()).toBe(4);
});

/** Counts what is clicked in a page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('window.clicks = 0; addEventListener("pointerdown", () => { window.clicks += 1; }, true)');
  return () => page.evaluate<number>('window.clicks');
}

test('all sessions of a user whose email is known in part are revoked with 3 clicks', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).waitFor();
  const clicks = await countClicks(page);
  await page.keyboard.press('/');
  await screens.search.pressSequentially('hopper@anal');
  const row = screens.userRow(/Grace Hopper/);
  await expect(screens.users.getByRole('row')).toHaveCount(2);
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Revoke sessions…' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Revoke all sessions of Grace Hopper?' })).toContainText(/2 active sessions: Paris/);
  await screens.dialog.getByRole('button', { name: 'Revoke all sessions' }).click();
  await expect(page.getByText('2 sessions revoked', { exact: true })).toBeVisible();
  expect(await clicks()).toBe(3);
  await expect(row).toBeFocused();
  await row.click();
  await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
  await expect(screens.panel.getByRole('heading', { name: 'No active sessions' })).toBeVisible();
});

test('a user is impersonated with 3 clicks', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).waitFor();
  const clicks = await countClicks(page);
  await page.keyboard.press('/');
  await screens.search.pressSequentially('hopper@anal');
  await expect(screens.users.getByRole('row')).toHaveCount(2);
  await screens.userRow(/Grace Hopper/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Impersonate…' }).click();
  await expect(screens.dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Ticket 4821');
  await screens.dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(page.getByRole('region', { name: 'Current impersonation' })).toBeVisible();
  expect(await clicks()).toBe(3);
});

test('20 users are invited with 3 clicks, the last of which confirms the preview', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Teams', 'Admin').click();
  const row = page.getByRole('grid', { name: 'Teams' }).getByRole('row', { name: /^Select Analytical Engines/ });
  await row.waitFor();
  const clicks = await countClicks(page);
  await row.click();
  await page.getByRole('button', { name: 'Invite by email' }).click();
  const field = page.getByLabel('Email addresses');
  await expect(field).toBeFocused();
  const addresses = Array.from({ length: 20 }, (_none, index) => `guest.${index + 1}@letters.example`);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, addresses.join('\n'));
  await expect(page.getByRole('button', { name: 'Send 20 invitations' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await screens.dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('tab', { name: 'Invitations 23' })).toBeVisible();
  expect(await clicks()).toBe(3);
});
