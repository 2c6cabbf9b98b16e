/** The passphrase in the settings, and the file that it seals on machines without a keychain. */
import { test as base, expect, type Page } from '@playwright/test';
import { launchHost, newProfile, removeProfile } from '../support/browser/launch';
import { Screens } from '../support/browser/screens';
import { filesWithSecrets } from '../support/browser/secret-search';

const passphrase = 'correct horse battery';
const next = 'another long passphrase';

const test = base.extend<{ readonly profile: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  profile: async ({}, use) => {
    const profile = await newProfile();
    await use(profile);
    expect(await filesWithSecrets(profile)).toEqual([]);
    await removeProfile(profile);
  },
});

/** No session bus has a keychain. */
const withoutKeychain = (): NodeJS.ProcessEnv => ({ ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });

async function openSafety(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Safety' })).toBeVisible();
}

async function choose(page: Page, text: string): Promise<void> {
  const { dialog } = new Screens(page);
  await dialog
    .getByLabel('Passphrase', { exact: true })
    .or(dialog.getByLabel('New passphrase', { exact: true }))
    .fill(text);
  await dialog.getByLabel('Repeat passphrase').fill(text);
}

async function unlock(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Latchkey is locked' })).toBeVisible();
  await page.getByLabel('Passphrase', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

test('a passphrase is set, changed, and removed with the one before', async ({ page, profile }) => {
  const host = await launchHost(profile);
  await page.goto(host.url);
  const { dialog } = new Screens(page);
  await new Screens(page).startSandbox();
  await openSafety(page);
  await page.getByRole('button', { name: 'Set passphrase' }).click();
  await expect(dialog.getByText('A forgotten passphrase can’t be reset')).toBeVisible();
  await expect(dialog.getByText('Also store keys and sessions')).toHaveCount(0);
  await choose(page, 'too short');
  await dialog.getByRole('button', { name: 'Set passphrase' }).click();
  await expect(dialog.getByText('Use at least 12 characters')).toBeVisible();
  await choose(page, passphrase);
  await dialog.getByLabel('Repeat passphrase').fill(next);
  await dialog.getByRole('button', { name: 'Set passphrase' }).click();
  await expect(dialog.getByText('The passphrases are different')).toBeVisible();
  await choose(page, passphrase);
  await dialog.getByRole('button', { name: 'Set passphrase' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Change passphrase' }).click();
  await dialog.getByLabel('Current passphrase').fill('wrong passphrase');
  await choose(page, next);
  await dialog.getByRole('button', { name: 'Change passphrase' }).click();
  await expect(dialog.getByText('Incorrect passphrase')).toBeVisible();
  await dialog.getByLabel('Current passphrase').fill(passphrase);
  await dialog.getByRole('button', { name: 'Change passphrase' }).click();
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+Shift+KeyL');
  await unlock(page, next);
  await page.getByRole('button', { name: 'Remove passphrase' }).click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(next);
  await dialog.getByRole('button', { name: 'Remove passphrase' }).click();
  await expect(page.getByRole('button', { name: 'Set passphrase' })).toBeVisible();
  await host.stop();
});

test('without a keychain, a sealed file keeps accounts and keys over a restart', async ({ page, profile }) => {
  const first = await launchHost(profile, withoutKeychain());
  await page.goto(first.url);
  const screens = new Screens(page);
  await screens.startSandbox();
  await page.getByRole('button', { name: 'Store them securely' }).click();
  await choose(page, passphrase);
  await screens.dialog.getByRole('button', { name: 'Store' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await openSafety(page);
  await expect(page.getByText('In a file sealed with your passphrase', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Store them securely' })).toHaveCount(0);
  await first.kill();

  const second = await launchHost(profile, withoutKeychain());
  await page.goto(second.url);
  await unlock(page, 'wrong passphrase');
  await expect(page.getByText('Incorrect passphrase')).toBeVisible();
  await unlock(page, passphrase);
  await screens.openDemo();
  await expect(screens.users).toBeVisible();
  await screens.entry('Sessions').click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('This session');

  await openSafety(page);
  await page.getByRole('button', { name: 'Keep in memory only' }).click();
  await screens.dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await screens.dialog.getByRole('button', { name: 'Keep in memory only' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByText('In memory, until Latchkey quits')).toBeVisible();
  await second.stop();
});
