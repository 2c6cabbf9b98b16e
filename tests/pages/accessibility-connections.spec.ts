import { randomBytes } from 'node:crypto';
import { seal } from '#main/administration/transfer/seal.ts';
import type { Screens } from '../support/browser/screens';
import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

const looks = { baseUrl: 'https://auth.example.com', projectId: 'internal', handlerBase: '/handler', safety: 'read-only' };
const exportedList = JSON.stringify({
  format: 'latchkey/connections-export',
  version: 1,
  connections: [
    { name: 'Customers', environment: 'production', colour: 'violet', group: 'Shops', ...looks },
    { name: 'Staff', environment: 'staging', colour: null, group: null, ...looks },
    { name: 'Broken' },
  ],
});

/** Two connections without keys, in two sections of the rail. */
async function importConnections({ page }: Screens): Promise<void> {
  await page.getByRole('link', { name: 'Import or export connections' }).click();
  await page.getByLabel('Exported list').fill(exportedList);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('list', { name: 'Import results' }).waitFor();
}

const passphrase = 'several random words';

async function openSealed({ page, dialog }: Screens, typed: string): Promise<void> {
  const entries = JSON.parse(exportedList).connections.slice(0, 2) as { name: string }[];
  const connections = [
    { ...entries[0], keys: {} },
    { ...entries[1], name: 'Press', keys: { server: `ssk_${'0'.repeat(45)}` } },
    { ...entries[1], name: 'Cellar', baseUrl: 'http://cellar.example', keys: {} },
    { name: 'Broken' },
  ];
  const text = await seal(JSON.stringify({ connections }), passphrase, randomBytes);
  await page.getByLabel('Exported list').fill(text);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByLabel('Passphrase').fill(typed);
  await page.keyboard.press('Enter');
}

/** Before the first connection. */
const firstScreen: Views = {
  'first run': async ({ page }) => page.getByRole('button', { name: 'Start sandbox' }).waitFor(),
  'connect a project': async ({ page }) => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByLabel('Paste your configuration').fill('STACK_PROJECT_ID=internal\nSTACK_SECRET_SERVER_KEY=ssk_');
    await page.getByText('Recognized: project ID').waitFor();
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Test connection', exact: true }).click();
    await page.getByText('Couldn’t reach the service', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a name').waitFor();
  },
};

/** Two connections that were imported. */
const connections: Views = {
  'export and import': importConnections,
  'export with keys': async ({ page, dialog }) => {
    await page.getByRole('button', { name: 'Choose a passphrase' }).click();
    await dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
    await page.keyboard.press('Enter');
    await dialog.getByText('Use at least 12 characters').waitFor();
  },
  'the passphrase of a sealed file': async (screens) => {
    await openSealed(screens, 'a wrong passphrase');
    await screens.dialog.getByText('Incorrect passphrase').waitFor();
  },
  'a sealed file': async (screens) => {
    await openSealed(screens, passphrase);
    const { dialog } = screens;
    await dialog.getByRole('list', { name: 'Connections in the file' }).waitFor();
    await dialog.getByText('Also add connections without encryption').waitFor();
  },
  'a server that is not checked': async (screens) => {
    const { page, dialog } = screens;
    await openSealed(screens, passphrase);
    await dialog.getByRole('button', { name: /^Add \d connection/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^Press/ }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByText('No secret key was sent to auth.example.com yet').waitFor();
  },
  'the confirmation of its host': async ({ page, dialog }) => {
    await page.getByRole('button', { name: 'Confirm host…' }).click();
    await dialog.waitFor();
  },
  'a connection’s form': async (screens) => {
    await screens.page.getByRole('link', { name: /^Customers/ }).focus();
    await screens.page.keyboard.press('Shift+F10');
    await screens.page.getByRole('menuitem', { name: 'Edit' }).click();
    await screens.page.getByRole('heading', { name: 'Customers' }).waitFor();
    await screens.page.getByLabel('Base URL').focus();
  },
  'the group of a connection': async (screens) => {
    await screens.page.getByRole('link', { name: /^Customers/ }).focus();
    await screens.page.keyboard.press('Shift+F10');
    await screens.page.getByRole('menuitem', { name: 'Group' }).click();
    await screens.dialog.waitFor();
  },
};

for (const [group, views] of Object.entries({ 'the first screen': firstScreen, connections })) {
  test(`axe finds nothing: ${group}`, async ({ screens, environment }) => {
    await checkViews(screens, environment, views);
  });
}
