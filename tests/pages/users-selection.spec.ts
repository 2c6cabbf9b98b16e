/** Users that are selected, and the menu of a row. */
import type { Locator, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const rowAt = (screens: Screens, at: number) => screens.users.locator(`[data-row="${at}"]`);
const checkbox = (row: Locator) => row.getByRole('checkbox');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' });

/** Returns what was copied last. */
async function copied(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()');
}

async function selectedRows(screens: Screens): Promise<string[]> {
  const checked = screens.page.getByRole('checkbox', { checked: true });
  const rows = await screens.users.locator('[data-row]').filter({ has: checked }).all();
  return Promise.all(rows.map(async (row) => (await row.getAttribute('data-row')) ?? ''));
}

test('users are selected with the mouse and the keyboard, and copied', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  await rowAt(screens, 6).waitFor();
  await checkbox(rowAt(screens, 1)).click();
  await expect(bar(page)).toContainText('1 selected');
  await expect(screens.panel).toHaveCount(0);
  await rowAt(screens, 4).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 selected');
  await rowAt(screens, 6).click({ modifiers: ['ControlOrMeta'] });
  await rowAt(screens, 2).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar(page)).toContainText('4 selected');
  expect(await selectedRows(screens)).toEqual(['1', '3', '4', '6']);
  await expect(rowAt(screens, 3)).toHaveAttribute('aria-selected', 'true');
  const choose = async (name: string) => {
    await bar(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Copy IDs');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect((await copied(page)).split('\n')).toHaveLength(4);
  await choose('Copy JSON');
  await expect.poll(async () => (await copied(page)).startsWith('[')).toBe(true);
  expect((JSON.parse(await copied(page)) as { id: string }[]).map(({ id }) => id)).toHaveLength(4);
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(screens.search).toBeVisible();

  // By keyboard.
  await rowAt(screens, 0).focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('100 selected');
  await expect(rowAt(screens, 1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(rowAt(screens, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screens.panel).toBeVisible();
});

test('rows far apart are all selected, those that were scrolled away too', async ({ page, screens }) => {
  await screens.startSandbox();
  await rowAt(screens, 0).focus();
  await page.keyboard.press('Space');
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText('250 users', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('End');
  await expect(rowAt(screens, 249)).toBeFocused();
  await rowAt(screens, 249).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('250 selected');
});

test('a user who is deleted isn’t selected any longer', async ({ page, screens }) => {
  await screens.startSandbox();
  const remove = async (name: string, email: string) => {
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await typeText(screens.dialog.getByRole('textbox'), email);
    await screens.dialog.getByRole('button', { name: 'Delete user', exact: true }).click();
    await expect(page.getByText(`${name} deleted`, { exact: true })).toBeVisible();
  };
  await typeText(screens.search, 'turing');
  await checkbox(screens.userRow(/Turing/)).click();
  await expect(bar(page)).toContainText('1 selected');
  await screens
    .userRow(/Turing/)
    .getByRole('button', { name: 'Actions for Alan Turing' })
    .click();
  await remove('Alan Turing', 'alan.turing@analytical.example');
  await expect(bar(page)).toHaveCount(0);

  // In the panel.
  await typeText(screens.search, 'grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  await checkbox(screens.userRow(/Grace Hopper/)).click();
  await expect(bar(page)).toContainText('1 selected');
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await remove('Grace Hopper', 'grace.hopper@analytical.example');
  await expect(screens.panel).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
});

async function centerOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element isn’t shown.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a row’s menu opens it, and copies it without secrets', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  await typeText(screens.search, 'grace.hopper');
  const row = screens.userRow(/Grace Hopper/);
  const choose = async (name: string) => {
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    const item = page.getByRole('menuitem', { name, exact: true });
    const { x, y } = await centerOf(item);
    // A pointer that jumps to the left leaves the menu.
    await page.mouse.move(x, y, { steps: 12 });
    await item.click();
  };
  await row.click({ button: 'right' });
  await choose('Copy email');
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
  expect(await copied(page)).toMatch(/^grace\.hopper@/);
  await row.hover();
  await row.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await choose('Copy ID');
  await expect.poll(() => copied(page)).toMatch(/^[0-9a-f-]{36}$/);
  const id = await copied(page);
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Copy as curl command' }).press('Enter');
  await expect.poll(() => copied(page)).toContain(`/api/v1/users/${id}'`);
  expect(await copied(page)).toContain('"x-stack-secret-server-key: $STACK_SECRET_SERVER_KEY"');
  await expect(row).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menu', { name: 'Actions for Grace Hopper' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
});
