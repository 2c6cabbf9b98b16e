/** A connection that checks presence: what asks for the passphrase, and what canceling and a wrong one leave as it is. */
import type { Locator, Page } from '@playwright/test';
import type { Reply } from '#contract/errors.ts';
import { interceptBridge } from '../gallery/replies';
import type { Screens } from '../support/browser/screens';
import { holdsSecret } from '../support/browser/secret-search';
import { test as base, expect } from '../support/page/fixtures';

const passphrase = 'correct horse battery';
const field = (dialog: Locator) => dialog.getByLabel('Passphrase', { exact: true });

/** Opens the demo project, whose connection checks presence. */
const test = base.extend<{ guarded: Screens }>({
  guarded: async ({ screens, page, environment }, use) => {
    await screens.startSandbox();
    await environment.ask(page, 'lock.setPassphrase', { passphrase, seal: false });
    await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { requirePresence: true } });
    await use(screens);
  },
});

/** Creates keys and returns the dialog that can show them. */
async function createKeys(screens: Screens): Promise<Locator> {
  const { page, dialog } = screens;
  await screens.entry('Project keys').click();
  await page.getByRole('grid', { name: 'Project keys' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Create keys' }).click();
  await dialog.getByLabel('Name').fill('Reports');
  await dialog.getByRole('button', { name: 'Create keys' }).click();
  const saved = page.getByRole('dialog', { name: 'Save your keys' });
  await expect(saved).toBeVisible();
  return saved;
}

/** Opens Grace Hopper and the dialog that deletes her. */
async function startDeletion(screens: Screens): Promise<Locator> {
  const { page, panel } = screens;
  await screens.visit('users?q=grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  await expect(panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  return page.getByRole('alertdialog', { name: 'Delete Grace Hopper?' });
}

const revealDialog = (page: Page) => page.getByRole('dialog', { name: 'Reveal a secret of “Analytical Engines”?' });

test('is turned on with a passphrase only, and turned off by proving it', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.visit('edit');
  const option = page.getByRole('switch', { name: 'Check presence before revealing and deleting' });
  await expect(option).toHaveAccessibleDescription('This requires a passphrase. Set one in Settings, under Safety. Open settings');
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Open settings' }).and(page.locator('[href*="section=safety"]')).click();
  await page.getByRole('button', { name: 'Set passphrase' }).waitFor();
  await environment.ask(page, 'lock.setPassphrase', { passphrase, seal: false });
  await page.getByRole('button', { name: 'Change passphrase' }).waitFor();
  await page.goBack();
  await expect(option).toHaveAccessibleDescription(/^Asks for your passphrase before/);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await option.click();
  await save.click();
  await expect(page.getByText('Analytical Engines saved', { exact: true })).toBeVisible();

  await option.click();
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the presence check for “Analytical Engines”?' });
  await screens.escape(dialog);
  await expect(page.getByText('Unsaved change: Check presence before revealing and deleting')).toBeVisible();
  expect(await environment.ask(page, 'connections.list', {})).toMatchObject({ value: [{ requirePresence: true }] });
  await save.click();
  await field(dialog).fill('wrong passphrase');
  await dialog.getByRole('button', { name: 'Turn off check' }).click();
  await expect(dialog.getByText('Incorrect passphrase')).toBeVisible();
  await field(dialog).fill(passphrase);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(option).not.toBeChecked();
  await expect(page.getByText('Unsaved change')).toBeHidden();
  expect(await environment.ask(page, 'connections.list', {})).toMatchObject({ value: [{ requirePresence: false }] });
});

test.describe('a secret', () => {
  test.use({ expectedSecrets: /"value":\{"text":"[ps][csa]k_/ });

  test('is revealed by the right passphrase, and the next one soon after it without', async ({ page, guarded, sentToWindows }) => {
    const saved = await createKeys(guarded);
    const shown = saved.locator('code');
    await saved.getByRole('button', { name: 'Show key: Server' }).click();
    const dialog = revealDialog(page);
    await guarded.escape(dialog);
    await expect(saved).toBeVisible();
    await saved.getByRole('button', { name: 'Show key: Server' }).click();
    await expect(field(dialog)).toBeFocused();
    await dialog.getByRole('button', { name: 'Reveal secret' }).click();
    await expect(dialog.getByText('Enter the passphrase')).toBeVisible();
    await field(dialog).fill('wrong passphrase');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Incorrect passphrase')).toBeVisible();
    expect(sentToWindows.filter(holdsSecret)).toEqual([]);
    await field(dialog).fill(passphrase);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(shown.filter({ hasText: /^ssk_[0-9a-z]{45}$/ })).toHaveCount(1);
    await saved.getByRole('button', { name: 'Show key: Publishable' }).click();
    await expect(shown.filter({ hasText: /^pck_[0-9a-z]{45}$/ })).toHaveCount(1);
  });

  test('stays hidden while the app is locked, and after that a passphrase that was typed before has to be typed again', async ({
    page,
    guarded,
    sentToWindows,
  }) => {
    const saved = await createKeys(guarded);
    await saved.getByRole('button', { name: 'Show key: Server' }).click();
    const dialog = revealDialog(page);
    await field(dialog).fill(passphrase);
    await page.keyboard.press('ControlOrMeta+Shift+KeyL');
    await expect(page.getByRole('heading', { name: 'Latchkey is locked' })).toBeVisible();
    expect(sentToWindows.filter(holdsSecret)).toEqual([]);
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(field(dialog)).toHaveValue('');
    await field(dialog).fill(passphrase);
    await dialog.getByRole('button', { name: 'Reveal secret' }).click();
    await expect(saved.locator('code').filter({ hasText: /^ssk_[0-9a-z]{45}$/ })).toHaveCount(1);
  });
});

test('a user is deleted by the right passphrase, and stays after a canceled dialog', async ({ page, guarded }) => {
  const question = await startDeletion(guarded);
  await question.getByRole('textbox').fill('grace.hopper@analytical.example');
  await question.getByRole('button', { name: 'Delete user' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this user in “Analytical Engines”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(question.getByText('Canceled')).toBeVisible();

  await question.getByRole('button', { name: 'Delete user' }).click();
  await field(dialog).fill('wrong passphrase');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(dialog.getByText('Incorrect passphrase')).toBeVisible();
  await field(dialog).fill(passphrase);
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('Grace Hopper deleted', { exact: true })).toBeVisible();
  await expect(guarded.userRow(/Grace Hopper/)).toHaveCount(0);
});

test('one dialog asks for the name and the passphrase where both are required', async ({ page, guarded, environment }) => {
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'type-to-destroy' } });
  const question = await startDeletion(guarded);
  await question.getByRole('button', { name: 'Delete user' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this user in “Analytical Engines”?' });
  await expect(dialog.getByLabel('Type “Analytical Engines” to confirm')).toBeFocused();
  await field(dialog).fill(passphrase);
  await expect(dialog.getByRole('button', { name: 'Delete user' })).toBeDisabled();
  await dialog.getByLabel('Type “Analytical Engines” to confirm').fill('Analytical Engines');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Grace Hopper deleted', { exact: true })).toBeVisible();
});

test('a refused prompt of the system says so, and can be shown again', async ({ page, guarded }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await guarded.visit('edit');
  const confirmation = { id: 'q', kind: 'presence', name: 'Analytical Engines', endpoint: 'connections.edit', effect: 'write' };
  const required = { code: 'confirmation-required', confirmation: { ...confirmation, presence: 'system' } };
  const edit = { ok: false, error: required } as Reply;
  bridge.set({ 'connections.edit': edit, 'safety.confirm': { ok: false, error: { code: 'presence-not-verified' } } });
  await page.getByRole('switch', { name: 'Check presence before revealing and deleting' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const prompt = guarded.dialog.getByText('Confirm in your system’s prompt.');
  await expect(guarded.dialog.getByText('Couldn’t verify that you’re present')).toBeVisible();
  await expect(prompt).toBeHidden();
  bridge.set({ 'connections.edit': edit, 'safety.confirm': 'never' });
  await guarded.dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(prompt).toBeVisible();
});
