import { expect, type Page } from '@playwright/test';
import { askInTurn } from '../support/browser/bridge-calls';
import { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { test } from '../support/page/fixtures';

const passphrase = 'correct horse battery';

/** Sets a passphrase, which locks nothing yet. */
async function setPassphrase(page: Page): Promise<void> {
  await askInTurn(page, [{ name: 'lock.setPassphrase', input: { passphrase, seal: false } }]);
}

async function lockNow(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+KeyL');
  await expect(lockHeading(page)).toBeVisible();
}

const lockHeading = (page: Page) => page.getByRole('heading', { name: 'Latchkey is locked' });
const field = (page: Page) => page.getByLabel('Passphrase', { exact: true });

async function unlock(page: Page, text = passphrase): Promise<void> {
  await expect(lockHeading(page)).toBeVisible();
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

test('a locked window has nothing but the lock screen, and shows the same place when it is unlocked', async ({ page, screens }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  await screens.users.getByRole('row').nth(1).click();
  const name = await screens.panel.getByRole('textbox', { name: 'Display name', exact: true }).inputValue();
  await screens.panel.getByRole('textbox', { name: 'Display name', exact: true }).fill('Ada, unsaved');
  const url = page.url();

  await lockNow(page);
  await expect(page).toHaveTitle('Latchkey');
  const body = page.locator('body');
  await expect(body).not.toContainText('Analytical Engines');
  expect(await page.content()).not.toContain(name);
  expect(await page.content()).not.toContain('Ada, unsaved');
  await expect(field(page)).toBeFocused();

  await unlock(page, 'wrong passphrase');
  await expect(page.getByText('Incorrect passphrase')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+KeyK');
  await unlock(page);
  await expect(screens.users).toBeVisible();
  await expect(page).toHaveURL(url);
  // What wasn't saved is still there, and what was pressed in the meantime did nothing.
  await expect(screens.panel.getByRole('textbox', { name: 'Display name', exact: true })).toHaveValue('Ada, unsaved');
  await expect(screens.dialog).toHaveCount(0);
  await expect(page).toHaveTitle(/Analytical Engines/);
});

test('a dialog that is open stays open behind the lock screen', async ({ page, screens }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(screens.dialog).toBeVisible();
  await screens.dialog.getByLabel('Display name').fill('Grace, unsaved');
  await lockNow(page);
  expect(await page.content()).not.toContain('Grace, unsaved');
  await page.mouse.click(20, 20);
  await page.keyboard.press('Escape');
  await unlock(page);
  await expect(screens.dialog.getByLabel('Display name')).toHaveValue('Grace, unsaved');
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('the palette’s own window has nothing but the lock screen', async ({ page, screens }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  const name = 'Alan Turing';
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), name.toLowerCase());
  await page
    .getByRole('group', { name: /^Users/ })
    .getByRole('option', { name })
    .click();
  await expect(page.locator('#content').getByRole('heading', { name })).toBeVisible();
  await lockNow(page);
  await page.goto(page.url().replace(/#.*/, '#/palette'));
  await page.reload();
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  for (const text of [name, 'Analytical Engines']) expect(await page.content()).not.toContain(text);
  await unlock(page);
  await expect(page.getByRole('combobox')).toBeFocused();
  await expect(page.getByRole('group', { name: 'Recently opened' }).getByRole('option')).toHaveCount(1);
});

test('a page that is reloaded, and a new one, show the lock screen; unlocking one unlocks both', async ({ page, screens, context }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  const [reply] = await askInTurn(page, [{ name: 'app.openWindow', input: { path: '/' } }]);
  await lockNow(page);
  const other = await context.newPage();
  await other.goto((reply as { url: string }).url);
  await expect(lockHeading(other)).toBeVisible();
  await page.reload();
  await expect(lockHeading(page)).toBeVisible();
  expect(await page.content()).not.toContain('Analytical Engines');

  await unlock(other);
  await expect(screens.users).toBeVisible();
  await expect(lockHeading(page)).toHaveCount(0);
  const found = new Screens(other);
  await found.openDemo();
  await expect(found.users).toBeVisible();
});

test('an address that was entered while the window was locked is shown after unlocking', async ({ page, screens }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  await lockNow(page);
  await screens.visit('teams');
  await expect(lockHeading(page)).toBeVisible();
  await unlock(page);
  await expect(page.getByRole('grid', { name: 'Teams' })).toBeVisible();
});

test('what another window changed in the meantime is there after unlocking', async ({ page, screens, context }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  const [reply] = await askInTurn(page, [{ name: 'app.openWindow', input: { path: '/' } }]);
  const other = await context.newPage();
  await other.goto((reply as { url: string }).url);
  await expect(new Screens(other).users.or(other.getByRole('navigation', { name: 'Connections' })).first()).toBeVisible();
  await lockNow(page);
  await expect(lockHeading(other)).toBeVisible();
  await unlock(page);
  await expect(lockHeading(other)).toHaveCount(0);
  await askInTurn(other, [{ name: 'connections.rename', input: { id: 'sandbox', name: 'Difference Engines' } }]);
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /Difference Engines/ })).toBeVisible();
});

test('wrong passphrases make the next one wait, also in a page that is reloaded', async ({ page, screens }) => {
  await screens.startSandbox();
  await setPassphrase(page);
  await lockNow(page);
  for (const wrong of ['wrong one', 'wrong two', 'wrong three']) {
    await unlock(page, wrong);
    await expect(page.getByText('Incorrect passphrase')).toBeVisible();
  }
  const status = page.getByRole('status').filter({ hasText: 'Try again in' });
  await expect(status).toBeVisible();
  await page.reload();
  await expect(status).toBeVisible();
  await expect(status).toHaveCount(0);
  await unlock(page);
  await expect(screens.users).toBeVisible();
});
