import type { Locator, Page } from '@playwright/test';
import { holdReply } from '../support/browser/held-reply';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const { step, takeSteps } = createSteps();

test('the list of users: searching, rows, and keys', takeSteps);

test('search, team, order and panel stand in the address and survive a reload', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.getByRole('button', { name: /^Sort/ }).click();
  await expect(page).toHaveURL(/desc=false/);
  await page.getByRole('button', { name: /^Team/ }).click();
  await page.getByRole('menuitemradio').nth(1).click();
  await expect(page).toHaveURL(/team=/);
  const row = screens.users.getByRole('row').nth(1);
  const name = await row.getByRole('gridcell').nth(1).innerText();
  await row.click();
  await expect(screens.panel).toBeVisible();
  await page.reload();
  await expect(screens.panel).toContainText(name.split('\n')[0] ?? name);
  await expect(screens.users.getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true');
});

step('a row that is opened right after typing stays open beside what was searched', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).waitFor();
  await screens.search.pressSequentially('kip');
  await screens.userRow(/Kipchoge/).click();
  await expect(page).toHaveURL(/panel=[^&]*&q=kip$|q=kip&panel=[^&]*$/);
  await expect(screens.panel.getByRole('heading', { name: /Kipchoge/ })).toBeVisible();
  await expect(screens.users.getByRole('row')).toHaveCount(2);
});

test('a search keeps each key that is typed while an earlier part of it takes effect', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).waitFor();
  const devTools = await page.context().newCDPSession(page);
  // So slow that a list is drawn after the next key, and typed so slowly that each key takes effect.
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 24 });
  await screens.search.pressSequentially('turing alan turing', { delay: 260 });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(screens.search).toHaveValue('turing alan turing');
  await expect(page).toHaveURL(/q=turing(\+|%20)alan(\+|%20)turing$/);
  await expect(screens.search).toHaveValue('turing alan turing');
});

test('the menu and the dialog of a row stay open while what was searched replaces the rows', async ({ page, screens }) => {
  await screens.startSandbox();
  const reply = await holdReply(page, 'service.users.list', 'turing');
  await page.reload();
  await screens.userRow(/Kipchoge/).waitFor();
  await typeText(screens.search, 'turing');
  await expect.poll(reply.isHeld).toBe(true);
  await screens.userRow(/Kipchoge/).click({ button: 'right' });
  const impersonate = page.getByRole('menuitem', { name: 'Impersonate…' });
  await expect(impersonate).toBeVisible();
  reply.release();
  await expect(screens.users.getByRole('row')).toHaveCount(2);
  await impersonate.click();
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('Kipchoge');
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  // The row is gone, so what was around it has the focus.
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await typeText(screens.search, '');
  await expect(screens.userRow(/Kipchoge/)).toBeVisible();
  const again = await holdReply(page, 'service.users.list', 'hopper');
  await page.reload();
  await screens.userRow(/Kipchoge/).waitFor();
  await typeText(screens.search, 'hopper');
  await expect.poll(again.isHeld).toBe(true);
  await screens.userRow(/Kipchoge/).click({ button: 'right' });
  await impersonate.click();
  await screens.dialog.getByLabel('Reason').pressSequentially('Ticket ');
  again.release();
  await expect(page.locator('[role=grid] [role=row]')).toHaveCount(2);
  await screens.dialog.getByLabel('Reason').pressSequentially('4821');
  await expect(screens.dialog.getByLabel('Reason')).toHaveValue('Ticket 4821');
});

step('columns stay where they are when the panel opens, and those on the right are left out', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).waitFor();
  const places = async () =>
    Object.fromEntries(
      await screens.users
        .getByRole('columnheader')
        .filter({ has: page.getByRole('button') })
        .evaluateAll((heads) => heads.map((head) => [head.textContent, Math.round(head.getBoundingClientRect().left)] as const)),
    );
  const before = await places();
  expect(Object.keys(before)).toEqual(['User', 'Signed up', 'Last active', 'Sign-in methods']);
  await screens.users.getByRole('row').nth(1).click();
  await expect(screens.users.getByRole('columnheader', { name: 'Last active' })).toHaveCount(0);
  const { 'Sign-in methods': _methods, 'Last active': _active, ...beside } = before;
  expect(await places()).toEqual(beside);
});

step('keys lead from the search into the list, and Enter opens the only result', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.search.press('ArrowDown');
  await expect(screens.users.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(screens.users.getByRole('row').nth(2)).toBeFocused();
  await screens.search.press('Enter');
  await expect(screens.users.getByRole('row').nth(2)).toBeFocused();
  await expect(screens.panel).toHaveCount(0);
  await screens.search.pressSequentially('kipchoge');
  await page.keyboard.press('Enter');
  await expect(screens.panel.getByRole('heading', { name: /Kipchoge/ })).toBeVisible();
});

async function press(page: Page, row: Locator): Promise<void> {
  const { x = 0, y = 0, height = 0 } = (await row.boundingBox()) ?? {};
  await page.mouse.move(x + 200, y + height / 2);
  await page.mouse.down();
}

step('a row that is pressed while a search takes effect is opened', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const row = screens.userRow(/Kipchoge/);
  await row.waitFor();
  await press(page, row);
  await typeText(screens.search, 'kip');
  await expect(page).toHaveURL(/q=kip/);
  // The search was sent before this call, so its response is there.
  await environment.ask(page, 'service.users.list', { actor: 'project', connectionId: 'sandbox', query: { limit: 1 } });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await page.mouse.up();
  await expect(screens.panel.getByRole('heading', { name: /Kipchoge/ })).toBeVisible();
  await expect(screens.users.getByRole('row')).toHaveCount(2);
});

test('a row that is pressed while another user appears above it is opened', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const row = screens.userRow(/Kipchoge/);
  await row.waitFor();
  await press(page, row);
  const body = { display_name: 'Annie Easley' };
  await environment.ask(page, 'service.users.create', { actor: 'project', connectionId: 'sandbox', body });
  await expect(screens.users.getByRole('row').nth(1)).toContainText('Annie Easley');
  await page.mouse.up();
  await expect(screens.panel.getByRole('heading', { name: /Kipchoge/ })).toBeVisible();
});

step('a search that is typed while the screen is left doesn’t return to it', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).waitFor();
  await screens.search.pressSequentially('kip');
  await screens.entry('Teams', 'Admin').click();
  await page.getByRole('grid', { name: 'Teams' }).getByRole('row').nth(1).waitFor();
  await expect(page).toHaveURL(/\/c\/sandbox\/teams$/);
});

step('the list and its panel by keyboard alone', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('/');
  await expect(screens.search).toBeFocused();
  await page.keyboard.type('grace');
  await expect(screens.userRow(/Grace Hopper/)).toBeVisible();
  await expect(screens.users.getByRole('row')).not.toHaveCount(12);
  await screens.userRow(/Grace Hopper/).focus();
  await page.keyboard.press('Enter');
  await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await screens.panel.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(screens.panel.getByRole('table', { name: 'Email addresses' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(screens.panel.getByRole('tab', { name: 'Sessions' })).toHaveAttribute('aria-selected', 'true');
  // The narrow panel has the others in a menu.
  await page.keyboard.press('Tab');
  await expect(screens.panel.getByRole('button', { name: 'More tabs' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Metadata' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screens.panel.getByRole('radio', { name: 'Server' })).toBeVisible();
  await screens.panel.getByRole('tab', { name: 'Metadata' }).focus();
  await page.keyboard.press('Escape');
  await expect(screens.panel).toBeHidden();
});

// Leaves the focus in the search.
step('no user matches the search, and the search can be cleared', async ({ page, screens }) => {
  await screens.startSandbox();
  await typeText(screens.search, 'no such person anywhere');
  await expect(page.getByRole('heading', { name: 'No users match your search' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(screens.users.getByRole('row').nth(5)).toBeVisible();
  await expect(screens.search).toHaveValue('');
});

step('an unknown user has a page that says so', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/users/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all users' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(screens.users.getByRole('row').nth(1)).toBeVisible();
});

// The list keeps the place to which it was scrolled.
step('all 250 users can be scrolled through, and the footer says how many were read', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.users.getByRole('row').nth(1).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText('250 users', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('End');
  await expect(screens.users.locator('[aria-rowindex="251"]')).toBeFocused();
});
