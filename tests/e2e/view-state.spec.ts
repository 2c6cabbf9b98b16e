import type { Page } from '@playwright/test';
import { afterRestart } from '../support/browser/after-restart';
import { expect, test } from '../support/browser/fixtures';
import { envBlock, launchSandbox } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';

test('the panel’s width and the hidden navigation are found again after a restart', async ({ page, host, screens, profile }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).click();
  const separator = page.getByRole('separator', { name: 'Resize side panel' });
  const before = Number(await separator.getAttribute('aria-valuenow'));
  await separator.focus();
  for (const wider of [16, 32, 48]) {
    await page.keyboard.press('ArrowLeft');
    await expect(separator).toHaveAttribute('aria-valuenow', String(before + wider));
  }
  await page.getByRole('button', { name: 'Hide navigation' }).click();
  await expect(page.getByRole('button', { name: 'Show navigation' })).toBeVisible();

  await afterRestart({ page, host, profile }, async (found) => {
    const other = found.page;
    await found.openDemo();
    await found.users.getByRole('row').nth(1).click();
    await expect(other.getByRole('separator', { name: 'Resize side panel' })).toHaveAttribute('aria-valuenow', String(before + 48));
    await expect(other.getByRole('button', { name: 'Show navigation' })).toBeVisible();
  });
});

test('each project’s list is found again in the order it was left in', async ({ page, host, screens, profile }) => {
  const other = await launchSandbox();
  await screens.startSandbox();
  const [newest, oldest] = ['Sort: newest first', 'Sort: oldest first'];
  const firstName = (of: Screens) => of.users.getByRole('row').nth(1).getByRole('gridcell').nth(1).innerText();
  const youngest = await firstName(screens);
  await page.getByRole('button', { name: newest }).click();
  await expect(page).toHaveURL(/desc=false/);
  await expect.poll(() => firstName(screens)).not.toBe(youngest);
  const eldest = await firstName(screens);
  await page.getByRole('link', { name: 'Add connection' }).click();
  await page.getByLabel('Paste your configuration').fill(envBlock(other));
  await page.getByLabel('Name', { exact: true }).fill('Other');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: newest })).toBeVisible();
  await screens.openDemo();
  await expect(page.getByRole('button', { name: oldest })).toBeVisible();

  const orders: (string | undefined)[] = [];
  const recordOrders = (tab: Page) =>
    tab.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"service.users.list"')) orders.push(/"desc":(\w+)/.exec(String(payload))?.[1]);
      }),
    );
  const check = async (found: Screens) => {
    const restarted = found.page;
    await found.openDemo();
    await expect(restarted.getByRole('button', { name: oldest })).toBeVisible();
    await expect(restarted).not.toHaveURL(/desc=/);
    expect(await firstName(found)).toBe(eldest);
    // One request, and none for a moment in the other order.
    expect(orders).toEqual(['false']);
    await restarted.getByRole('button', { name: oldest }).click();
    await expect(restarted).toHaveURL(/desc=true/);
    await expect.poll(() => firstName(found)).not.toBe(eldest);
  };
  await afterRestart({ page, host, profile }, check, recordOrders).finally(() => other.stop());
});
