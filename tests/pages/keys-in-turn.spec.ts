/** Keys that are pressed faster than a busy window moves the focus act in the order in which they were pressed. */
import type { Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

/** Presses keys in one task, as a window gets them that was busy: no task runs between them, but React renders what each one changes. */
async function pressInOneTask(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      for (let turn = 0; turn < 20; turn += 1) await null;
    }
  })()`);
}

const { step, takeSteps } = createSteps();

test('keys that are pressed before the focus has moved', takeSteps);

step('an item of a menu is found by its text and chosen, and its dialog gets what follows', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).click();
  await screens.panel.getByRole('button', { name: 'More actions' }).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await pressInOneTask(page, ...'dele', 'Enter', ...'kipchoge');
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('Delete Kipchoge');
  await expect(screens.dialog.getByRole('textbox')).toHaveValue('kipchoge');
});

step('each arrow moves in the menu of a row, and Enter chooses the item that was reached', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).click({ button: 'right' });
  const items = page.getByRole('menuitem');
  await page.keyboard.press('Home');
  await expect(items.first()).toBeFocused();
  const before = (await items.allTextContents()).findIndex((text) => text.startsWith('Revoke sessions'));
  expect(before).toBeGreaterThan(1);
  await pressInOneTask(page, ...Array.from({ length: before }, () => 'ArrowDown'), 'Enter');
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('Revoke all sessions of Kipchoge');
});

step('a menu in a menu opens for the item that was reached', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.locator('[data-row="0"]').getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Grant project permission' })).toBeFocused();
  await pressInOneTask(page, 'ArrowDown', 'ArrowRight');
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toHaveText('analyst');
  await expect(page.getByRole('menuitem', { name: 'Revoke project permission' })).toHaveAttribute('aria-expanded', 'true');
  await pressInOneTask(page, 'r', 'Enter');
  await expect(screens.dialog.getByRole('heading', { name: 'Revoke reports:export', level: 2 })).toBeVisible();
});

step('each arrow moves to another tab', async ({ screens, page }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).click();
  const tabs = screens.panel.getByRole('tab');
  await tabs.first().focus();
  await pressInOneTask(page, 'ArrowRight', 'ArrowRight');
  await expect(tabs.nth(2)).toBeFocused();
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true');
});

step('each arrow moves to another radio button', async ({ screens, page }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/settings`);
  const radios = page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio');
  await radios.first().focus();
  await pressInOneTask(page, 'ArrowRight', 'ArrowRight');
  await expect(radios.nth(2)).toBeFocused();
  await expect(radios.nth(2)).toBeChecked();
});
