/** Tooltips by keyboard (WCAG 1.4.13). */
import type { Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const tooltip = (page: Page) => page.getByRole('tooltip');

const { step, takeSteps } = createSteps();
test('tooltips by keyboard', takeSteps);

step('a tooltip opens for the keyboard, and Escape closes it', async ({ page, screens }) => {
  await screens.startSandbox();
  const add = page.getByRole('link', { name: 'Add connection' });
  await add.focus();
  await expect(tooltip(page)).toHaveText('Add connection');
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
  await expect(add).toBeFocused();
});

step('a button that can’t be used says why', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  // The dialog takes the focus when it is open.
  await expect(screens.dialog.getByRole('textbox')).toBeFocused();
  await screens.dialog.getByRole('button', { name: 'Delete account' }).focus();
  await expect(tooltip(page)).toHaveText(/^Type “.+” to confirm$/);
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toHaveCount(0);
  await expect(screens.dialog).toBeVisible();
});

step('a click reaches a button whose reason goes away while it is pressed', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  const confirm = screens.dialog.getByRole('button', { name: 'Delete account' });
  // The dialog takes the focus when it is open.
  await expect(screens.dialog.getByRole('textbox')).toBeFocused();
  await confirm.focus();
  await expect(tooltip(page)).toHaveText(/^Type “.+” to confirm$/);
  const wanted = /^Type “(.+)” to confirm$/.exec((await tooltip(page).textContent()) ?? '')?.[1] ?? '';
  await confirm.hover();
  await page.mouse.down();
  await screens.dialog.getByRole('textbox').fill(wanted);
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  await page.mouse.up();
  await expect(screens.dialog).toBeHidden();
});

step('a button without a tooltip leaves the delay of the others as it is', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Users').click();
  const create = page.getByRole('button', { name: 'Create user', exact: true });
  await create.focus();
  await create.hover();
  await page.getByRole('button', { name: 'Columns', exact: true }).hover();
  await expect(page.locator('[data-radix-popper-content-wrapper] > [data-state]')).toHaveAttribute('data-state', 'delayed-open');
});
