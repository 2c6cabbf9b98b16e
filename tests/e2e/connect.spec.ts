import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/browser/fixtures';
import { envBlock, launchSandbox, type RunningSandbox } from '../support/browser/launch-sandbox';
import { holdsSecret } from '../support/browser/secret-search';

const test = base.extend<object, { service: RunningSandbox }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
    async ({}, use) => {
      const service = await launchSandbox();
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

class Connecting {
  constructor(readonly page: Page) {}
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Connect a project' }).waitFor();
  }
  async paste(text: string): Promise<void> {
    await this.page.getByLabel('Paste anything').fill(text);
  }
  field(name: string) {
    return this.page.getByLabel(name, { exact: true });
  }
  async test(): Promise<void> {
    await this.page.getByRole('button', { name: 'Test', exact: true }).click();
  }
  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
  }
  check(name: string) {
    return this.page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: name });
  }
}

async function expectNoSecret(page: Page): Promise<void> {
  const inputs = await page.locator('input, textarea').all();
  const values = await Promise.all(inputs.map((input) => input.inputValue()));
  expect([await page.content(), ...values].filter(holdsSecret)).toEqual([]);
  const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, history.state])');
  expect(holdsSecret(kept)).toBe(false);
}

test('an environment block is pasted, tested and saved, and the users are there', async ({ page, screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.paste(envBlock(service));
  await expect(page.getByText('Recognised: base URL, project id, publishable key, server key and admin key')).toBeVisible();
  await expect(form.field('Paste anything')).toHaveValue('');
  await expect(form.field('Base URL')).toHaveValue(service.url);
  await expect(form.field('Secret server key')).toHaveAttribute('type', 'password');

  await form.test();
  await expect(page.getByText('Everything given works')).toBeVisible();
  await expect(form.check('Admin key')).toContainText('Opens: users and teams, administration');
  await expect(form.field('Name')).toHaveValue('Analytical Engines');

  await form.field('Name').fill('Engines');
  await page.getByRole('radio', { name: 'Production' }).click();
  await expect(page.getByLabel('Safety')).toHaveValue('type-to-destroy');
  await form.save();
  await expect(screens.users.getByRole('row').nth(1)).toBeVisible();
  await expect(page).toHaveTitle(/Users · Engines \(Production\)/);
  await expectNoSecret(page);
});

test('each failure has its own sentence, and what was typed stays', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.save();
  await expect(form.field('Name')).toBeFocused();
  await expect(page.getByText('Give it a name')).toBeVisible();

  await form.field('Name').fill('Engines');
  const refused = async (field: string, value: string, sentence: string) => {
    const before = await form.field(field).inputValue();
    await form.field(field).fill(value);
    await form.save();
    await expect(form.field(field)).toBeFocused();
    await expect(form.field(field)).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(form.field(field)).toHaveValue(value);
    await form.field(field).fill(before);
  };
  await form.field('Project id').fill(service.demo.project_id);
  for (const address of ['javascript:alert(1)', 'nonsense', 'ftp://a.example', '"><img src=x onerror=alert(1)>']) {
    await refused('Base URL', address, 'not the address of a server');
  }
  await refused('Base URL', 'https://me:secret@a.example', 'holds no user name');
  await refused('Project id', 'javascript:alert(1)', 'not a project’s id');
  await refused('Secret server key', service.demo.publishable_client_key, 'publishable client key');
  await refused('Secret server key', 'ssk_short', 'not a complete key');
  await refused('Handler path', '../../etc', 'handler path begins with a slash');

  await form.field('Base URL').fill('http://a.example');
  await form.save();
  await expect(form.field('Base URL')).toHaveAccessibleDescription(/not encrypted/);
  await page.getByRole('checkbox', { name: /deliberately reached without encryption/ }).check();
  await form.save();
  await expect(page.getByRole('heading', { name: /Sign in/ })).toBeVisible();
});

test('a test says which credential does not fit, and saving is possible all the same', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.paste(envBlock(service));
  await form.field('Secret server key').fill(`ssk_${'0'.repeat(45)}`);
  await form.test();
  await expect(form.check('Server key')).toContainText('The server key does not fit this project. Copy the server key again');
  await expect(form.check('Publishable key')).toContainText('Opens: signing in');
  await expect(page.getByText('You can save anyway')).toBeVisible();

  await form.field('Project id').fill('00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Something has changed since')).toBeVisible();
  await form.test();
  await expect(form.check('Project id')).toContainText('no project of this id');

  await form.field('Base URL').fill('http://127.0.0.1:9');
  await form.test();
  await expect(page.getByText('The service was not reached')).toBeVisible();
  await expect(form.check('Server key')).toContainText('Not checked');
  await form.field('Base URL').fill(new URL(page.url()).origin);
  await form.test();
  await expect(form.check('Address')).toContainText('the service is not at this address');
  await form.save();
  await page.getByRole('heading', { name: 'Connect a project' }).waitFor({ state: 'detached' });
});

test('leaving with unsaved input asks', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await page.getByRole('link', { name: 'Start' }).click();
  await form.open();
  await form.paste(service.demo.secret_server_key);
  await page.getByRole('link', { name: 'Start' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(form.field('Secret server key')).toHaveValue(service.demo.secret_server_key);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expectNoSecret(page);
});

/** One connection by hand, on its first screen. */
async function connected(page: Page, service: RunningSandbox, name: string): Promise<Connecting> {
  const form = new Connecting(page);
  const add = page.getByRole('link', { name: 'Add a connection' }).or(page.getByRole('button', { name: 'Connect', exact: true }));
  await add.first().click();
  await page.getByRole('heading', { name: 'Connect a project' }).waitFor();
  await form.paste(envBlock(service));
  await form.field('Name').fill(name);
  await form.save();
  await page.getByRole('grid', { name: 'Users' }).waitFor();
  return form;
}

const tiles = (page: Page) => page.getByRole('navigation', { name: 'Connections' }).getByRole('listitem').getByRole('link');
const tile = (page: Page, name: string) => page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name });

async function fromTile(page: Page, name: string, command: string): Promise<void> {
  await tile(page, name).first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: command }).click();
}

test('a connection is edited: keys show their end, are replaced and removed', async ({ page, screens, service }) => {
  const form = await connected(page, service, 'Engines');
  await page.getByRole('button', { name: /^Engines/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const held = (name: string) => page.getByRole('group', { name });
  await expect(held('Secret server key')).toContainText(`…${service.demo.secret_server_key.slice(-4)}`);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription('Nothing has changed');

  await page.getByRole('button', { name: 'Replace: Secret server key' }).click();
  await expect(form.field('Secret server key')).toBeFocused();
  await form.field('Secret server key').fill(`ssk_${'0'.repeat(45)}`);
  await page.getByRole('button', { name: 'Remove: Super secret admin key' }).click();
  await form.test();
  await expect(form.check('Server key')).toContainText('does not fit this project');
  await expect(form.check('Admin key')).toContainText('Not given');
  await page.getByRole('radio', { name: 'Violet' }).click();
  await form.save();
  await expect(page.getByText('Engines is saved', { exact: true })).toBeVisible();
  await expect(held('Secret server key')).toContainText('…0000');
  await expect(form.field('Super secret admin key')).toHaveValue('');
  await expectNoSecret(page);
  await expect(tile(page, 'Engines')).toHaveAttribute('style', /--colour-violet/);

  await page.getByRole('button', { name: 'Remove: Secret server key' }).click();
  await form.save();
  await expect(screens.entry('Users')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Users.*Needs a server or admin key/ })).toBeVisible();
});

test('a read-only connection says so and offers no change', async ({ page, screens, service }) => {
  const form = await connected(page, service, 'Engines');
  await fromTile(page, 'Engines', 'Edit');
  await form.field('Safety').selectOption('read-only');
  await form.save();
  await expect(page.getByRole('banner').getByText('Read-only')).toBeVisible();
  await screens.entry('Users').click();
  await screens.search.fill('grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  const rename = screens.panel.getByRole('button', { name: 'Edit Display name' });
  await expect(rename).toHaveAccessibleDescription(/read-only/);
  await rename.click({ force: true });
  await expect(screens.panel.getByRole('textbox')).toHaveCount(0);
});

test('the rail is ordered by keys and by dragging, pinned, grouped, copied and cleared', async ({ page, screens: _screens, service }) => {
  const hostile = '<b onclick="alert(1)">javascript:alert(1)</b>';
  for (const name of ['Alpha', 'Beta', hostile]) await connected(page, service, name);
  const order = async (...names: string[]) => {
    await expect(tiles(page)).toHaveCount(names.length);
    for (const [at, name] of names.entries()) await expect(tiles(page).nth(at)).toHaveAccessibleName(`${name} (Development)`);
  };
  await order('Alpha', 'Beta', hostile);
  await tile(page, 'Alpha').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await order('Beta', 'Alpha', hostile);
  await expect(tile(page, 'Alpha')).toBeFocused();
  await expect(page.getByText('Alpha is now 2 of 3')).toBeAttached();
  await tiles(page)
    .nth(2)
    .dragTo(tiles(page).nth(0), { targetPosition: { x: 18, y: 4 } });
  await order(hostile, 'Beta', 'Alpha');

  await fromTile(page, 'Alpha', 'Pin');
  await order('Alpha', hostile, 'Beta');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(page).toHaveTitle(/Alpha/);
  await fromTile(page, 'Beta', 'Group…');
  await page.getByLabel('Name of the group').fill('مجموعة');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('group', { name: 'مجموعة' }).getByRole('link')).toHaveCount(
    1,
  );

  await fromTile(page, 'Alpha', 'Duplicate');
  await expect(page.getByText('This is the copy of Alpha', { exact: true })).toBeVisible();
  const form = new Connecting(page);
  await form.field('Name').fill('Gamma');
  await page.getByRole('radio', { name: 'Production' }).click();
  await form.save();
  await expect(page.getByText('Gamma is saved', { exact: true })).toBeVisible();
  await fromTile(page, 'Gamma', 'Remove…');
  const dialog = page.getByRole('dialog', { name: 'Remove the connection “Gamma”?' });
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Type Gamma to confirm').fill('Gamma');
  await page.keyboard.press('Enter');
  await expect(tile(page, 'Gamma')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Latchkey' })).toBeVisible();
});

test('connections are exported without a key and imported entry by entry', async ({ page, screens: _screens, service }) => {
  await connected(page, service, 'Engines');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Export and import' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  const text = await readFile(await file.path(), 'utf8');
  expect(holdsSecret(text)).toBe(false);

  const list = JSON.parse(text) as { connections: { name: string }[] };
  const entries = [
    ...list.connections,
    { ...list.connections[0], name: 'Further' },
    { ...list.connections[0], baseUrl: 'javascript:alert(1)' },
  ];
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...list, connections: entries })),
  });
  await expect(page.getByText('One connection added, 2 left out')).toBeVisible();
  const result = page.getByRole('list', { name: 'Result by entry' });
  await expect(result.getByRole('listitem')).toHaveText([/Further.*Added/, /Engines.*Is here already/, /Engines.*Does not fit/]);
  await expect(tile(page, 'Further')).toBeVisible();

  const box = page.getByLabel('A list that Latchkey has exported');
  await box.fill('{"connections": "everything"}');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(box).toHaveAccessibleDescription(/not a list of connections/);
  await expect(box).toHaveValue('{"connections": "everything"}');
});
