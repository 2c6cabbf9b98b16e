/** Connections with their keys go to another computer in a sealed file. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expectNoViolations } from '../support/browser/axe';
import { askInTurn } from '../support/browser/bridge-calls';
import { connectThroughForm, expectNoSecret, test, tile, tiles } from '../support/browser/connecting';
import { expect } from '../support/browser/fixtures';
import { launchHost, newProfile, removeProfile } from '../support/browser/launch';
import { filesWithSecrets, holdsSecret, recordFrames } from '../support/browser/secret-search';
import type { TestEnvironment } from '../support/browser/test-environment';

const passphrase = 'several random words 4711';

interface Connected {
  readonly value: readonly { readonly id: string }[];
}

async function openTransfer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Export and import' }).click();
  await expect(page.getByRole('heading', { name: 'Export and import' })).toBeVisible();
}

const exportDialog = (page: Page) => page.getByRole('dialog', { name: 'Export with keys' });
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import connections with keys' });

/** Fills in the dialog and exports. Resolves to the page on which the user confirms. */
async function askToExport(page: Page, environment: TestEnvironment, userBrowser: BrowserContext): Promise<Page> {
  await page.getByRole('button', { name: 'Choose a passphrase' }).click();
  const dialog = exportDialog(page);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Repeat passphrase').fill(passphrase);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Confirm on the page that Latchkey opened in your browser.').first()).toBeVisible();
  const tab = await userBrowser.newPage();
  await tab.goto(await environment.openedLink());
  await expect(tab.getByRole('heading', { name: 'Export all connections with their keys?' })).toBeVisible();
  return tab;
}

/** Exports and resolves to the sealed text. */
async function exported(page: Page, environment: TestEnvironment, userBrowser: BrowserContext): Promise<string> {
  const tab = await askToExport(page, environment, userBrowser);
  const downloading = page.waitForEvent('download');
  await tab.getByRole('button', { name: 'Export with keys' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('latchkey-connections-sealed.json');
  await expect(exportDialog(page)).toHaveCount(0);
  return readFile(await file.path(), 'utf8');
}

async function choose(page: Page, text: string): Promise<void> {
  await page.getByLabel('Choose file').setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => ((await readFile(path, 'latin1')).includes(text) ? [path] : [])));
  return found.flat();
}

test('a connection is exported with its keys, and works in another profile', async ({
  page,
  screens: _screens,
  service,
  environment,
  userBrowser,
  browser,
  profile,
  sentToWindows,
}) => {
  await connectThroughForm(page, service, 'Engines');
  const { value } = (await environment.ask(page, 'connections.list', {})) as Connected;
  await environment.ask(page, 'connections.edit', { id: value[0]?.id, change: { safety: 'confirm-writes', group: 'Work' } });
  await openTransfer(page);
  const text = await exported(page, environment, userBrowser);
  await expect(page.getByText('1 connection exported with its keys', { exact: true })).toBeVisible();
  expect(holdsSecret(text)).toBe(false);
  expect(text).not.toContain('Engines');
  expect(sentToWindows.filter((frame) => frame.includes(passphrase))).toEqual([]);
  expect(await filesWith(profile, passphrase)).toEqual([]);

  const otherProfile = await newProfile();
  const other = await launchHost(otherProfile);
  const context = await browser.newContext({ locale: 'en-GB' });
  const second = await context.newPage();
  const frames = recordFrames(second);
  await second.goto(other.url);
  await second.getByRole('link', { name: 'Import or export connections' }).click();
  await expect(second.getByRole('heading', { name: 'Export and import' })).toBeVisible();
  await choose(second, text);
  const dialog = importDialog(second);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Passphrase').fill('another passphrase');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(dialog.getByLabel('Passphrase')).toHaveAccessibleDescription('Incorrect passphrase, or the file was changed');
  await dialog.getByLabel('Passphrase').fill(passphrase);
  await second.keyboard.press('Enter');
  const list = dialog.getByRole('list', { name: 'Connections in the file' });
  await expect(list.getByRole('listitem')).toHaveText([
    new RegExp(
      `Engines.*Development.*Confirm changes.*${service.url}.*Secret server key …${service.demo.secret_server_key.slice(-4)}.*New`,
    ),
  ]);
  const [before] = (await askInTurn(second, [{ name: 'connections.list', input: {} }])) as [Connected];
  expect(before.value).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 1 connection' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(second.getByText('1 connection added')).toBeVisible();
  await expect(second.getByText('This list contains no keys')).toHaveCount(0);

  await choose(second, text);
  await dialog.getByLabel('Passphrase').fill(passphrase);
  await second.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveText([/Already exists/]);
  await expect(dialog.getByRole('button', { name: 'Add connections' })).toHaveAccessibleDescription('The file contains nothing new');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  await tile(second, 'Engines').click();
  await expect(second.getByRole('grid', { name: 'Users' })).toBeVisible();
  await expectNoSecret(second);
  expect(frames.length).toBeGreaterThan(5);
  expect(frames.filter((frame) => holdsSecret(frame) || frame.includes(passphrase))).toEqual([]);
  await context.close();
  await other.stop();
  expect(await filesWithSecrets(otherProfile)).toEqual([]);
  expect(await filesWith(otherProfile, passphrase)).toEqual([]);
  await removeProfile(otherProfile);
});

test('a passphrase is long and typed twice, and without a confirmation nothing is exported', async ({
  page,
  screens: _screens,
  service,
  environment,
  userBrowser,
}) => {
  await connectThroughForm(page, service, 'Engines');
  await openTransfer(page);
  await page.getByRole('button', { name: 'Choose a passphrase' }).click();
  const dialog = exportDialog(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Sign-ins and sessions aren’t included')).toBeVisible();
  await expect(dialog.getByText('If you lose the passphrase, the file is lost')).toBeVisible();
  const field = dialog.getByLabel('Passphrase', { exact: true });
  await field.fill('too short');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Use at least 12 characters');
  await field.fill(passphrase);
  await expect(dialog.getByLabel('Repeat passphrase')).toHaveAccessibleDescription('The passphrases are different');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  const tab = await askToExport(page, environment, userBrowser);
  await expect(tab.getByRole('definition')).toHaveText(['Engines']);
  await expect(tab.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoViolations(tab);
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Try again and confirm.');
  await expect(field).toHaveValue(passphrase);
});

test('a file that can’t be imported says why, and what was typed stays', async ({
  page,
  screens: _screens,
  service,
  environment,
  userBrowser,
}) => {
  await connectThroughForm(page, service, 'Engines');
  await openTransfer(page);
  const text = await exported(page, environment, userBrowser);
  const file = JSON.parse(text) as Record<string, unknown> & { content: string };
  const box = page.getByLabel('Exported list');
  await box.fill('a list that is being typed');
  const cases = [
    ['', 'This isn’t a list of connections exported from Latchkey'],
    ['<!doctype html>', 'This isn’t a list of connections exported from Latchkey'],
    [text.slice(0, -200), 'This file is damaged'],
    [JSON.stringify({ ...file, content: `AAAA${file.content.slice(4)}` }), 'This file is damaged'],
    [JSON.stringify({ ...file, version: 2 }), 'This list is from a newer version of Latchkey'],
    [costly(file), 'Opening this file takes more memory than Latchkey allows'],
    [text + ' '.repeat(4_000_000), 'This file is too large for a list of connections'],
  ] as const;
  for (const [content, reason] of cases) {
    await choose(page, content);
    await expect(box).toHaveAccessibleDescription(new RegExp(reason));
    // Otherwise the next reason could be the one before.
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(box).toHaveAccessibleDescription(/isn’t a list of connections/);
    await expect(importDialog(page)).toHaveCount(0);
  }
  await expect(box).toHaveValue('a list that is being typed');

  // A list without keys leaves the box alone, too.
  const { text: plain } = (await environment.ask(page, 'connections.exportAll', {})) as { text: string };
  await choose(page, plain.replace('"Engines"', '"Further"'));
  await expect(page.getByText('1 connection added')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
  await expect(box).toHaveValue('a list that is being typed');
});

test('a sealed file is dropped or pasted', async ({ page, screens, service, environment, userBrowser }) => {
  await connectThroughForm(page, service, 'Engines');
  await openTransfer(page);
  const text = await exported(page, environment, userBrowser);
  const box = page.getByLabel('Exported list');
  const transfer = await page.evaluateHandle<unknown>(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], 'list.json', { type: 'application/json' }));
    return transfer;
  })()`);
  for (const type of ['dragover', 'drop']) await box.dispatchEvent(type, { dataTransfer: transfer });
  await screens.escape(importDialog(page));
  await expect(page).toHaveURL(/transfer/);

  await box.fill(text);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = importDialog(page);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(dialog.getByLabel('Passphrase')).toHaveAccessibleDescription('Enter the passphrase');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(box).toHaveValue(text);
});

/** A file that requires a terabyte of memory, with a checksum that fits. */
function costly(file: Record<string, unknown> & { content: string }): string {
  const { format, version, kdf, cipher, content } = file as typeof file & {
    kdf: Record<string, unknown>;
    cipher: { name: string; nonce: string };
  };
  const hostile = { ...kdf, cost: 2 ** 30 };
  const { name, cost, blockSize, parallelization, salt } = hostile as Record<string, unknown>;
  const header = JSON.stringify([format, version, name, cost, blockSize, parallelization, salt, cipher.name, cipher.nonce]);
  const checksum = createHash('sha256').update(header).update(content).digest('base64');
  return JSON.stringify({ ...file, kdf: hostile, checksum });
}
