/** Clearing all local data, from the settings and without the passphrase of the lock. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { askInTurn } from '../support/browser/bridge-calls';
import { expectFirstStart, openDialog, openSettings, title } from '../support/browser/clear-data';
import { test } from '../support/browser/fixtures';
import { launchHost, type RunningHost } from '../support/browser/launch';

/** Starts the program again, and opens its page. */
async function restart(page: Page, host: RunningHost): Promise<RunningHost> {
  // The page still loads code that isn't needed for its first screen, which would fail while no host is running.
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await host.stop();
  const next = await launchHost(host.profile);
  await page.goto(next.url);
  return next;
}

test('the settings clear everything after the name was typed, and nothing before', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await openSettings(page);
  await openDialog(page, screens);
  const { dialog } = screens;
  const clear = dialog.getByRole('button', { name: 'Clear local data' });
  const typed = dialog.getByLabel('Type “Latchkey” to confirm');
  await expect(dialog.getByText('Projects, users, and all other data on your services')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Sign out of all accounts first' })).not.toBeChecked();
  for (const wrong of ['', 'latchkey', 'clear']) {
    await typed.fill(wrong);
    await expect(clear).toHaveAttribute('aria-disabled', 'true');
    await typed.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await openDialog(page, screens);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /Analytical Engines/ })).toBeVisible();

  await openDialog(page, screens);
  await expect(typed).toHaveValue('');
  await dialog.getByRole('checkbox', { name: 'Sign out of all accounts first' }).check();
  await typed.fill('Latchkey');
  await clear.click();
  await expectFirstStart(page);

  const second = await restart(page, host);
  await expectFirstStart(page);
  await screens.startSandbox();
  await second.stop();
});

test('the lock screen clears everything without the passphrase', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await askInTurn(page, [{ name: 'lock.setPassphrase', input: { passphrase: 'correct horse battery', seal: false } }]);
  await page.keyboard.press('ControlOrMeta+Shift+KeyL');
  const locked = page.getByRole('heading', { name: 'Latchkey is locked' });
  const question = page.getByRole('heading', { name: title });
  const forgotten = page.getByRole('button', { name: 'Forgot passphrase?' });
  await expect(locked).toBeVisible();
  await forgotten.click();
  await expect(question).toBeVisible();
  await expect(page.getByText('Sign out of all accounts first')).toHaveCount(0);
  const clear = page.getByRole('button', { name: 'Clear local data' });
  const typed = page.getByLabel('Type “Latchkey” to confirm');
  await expect(typed).toBeFocused();
  await typed.fill('wrong');
  await expect(clear).toHaveAttribute('aria-disabled', 'true');
  await typed.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(locked).toBeVisible();
  await forgotten.click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(locked).toBeVisible();

  await forgotten.click();
  await expect(question).toBeVisible();
  await typed.fill('Latchkey');
  await typed.press('Enter');
  await expectFirstStart(page);

  const second = await restart(page, host);
  await expectFirstStart(page);
  await expect(locked).toHaveCount(0);
  await second.stop();
});

test('a damaged lock file shows what to do instead of asking for a passphrase, until it is restored', async ({ page, host, screens }) => {
  await screens.startSandbox();
  await askInTurn(page, [{ name: 'lock.setPassphrase', input: { passphrase: 'correct horse battery', seal: false } }]);
  const file = join(host.profile, 'lock.json');
  const stored = await readFile(file);
  await writeFile(file, stored.subarray(0, 100));
  const second = await restart(page, host);
  await expect(page.getByText('lock.json in Latchkey’s data folder is damaged')).toBeVisible();
  const field = page.getByLabel('Passphrase', { exact: true });
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear data' }).click();
  await expect(page.getByText('Latchkey restarts as if it were new.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await writeFile(file, stored);
  await field.pressSequentially('correct horse battery');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /Analytical Engines/ })).toBeVisible();
  await second.stop();
});
