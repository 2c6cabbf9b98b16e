/** The journal: entries of real writes, by filters, by the keyboard, in the panel, and in files. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { interceptBridge } from '../gallery/replies';
import { asProject, userNamed } from '../support/browser/demo-project';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const rows = (page: Page) => page.getByRole('grid', { name: 'Entries' }).locator('[data-row]');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Entry' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search journal' });

const { step, takeSteps } = createSteps();
test('the journal', takeSteps);

step('is empty at first, and shows what is written while it is open', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const user = await userNamed(environment, page, 'Alan Turing');
  await screens.visit('users');
  await page.getByRole('link', { name: 'Journal' }).click();
  await expect(page.getByRole('group', { name: 'Tools' }).getByRole('link', { name: 'Journal' })).toHaveAttribute('aria-current', 'page');
  const write = (body: object) => asProject(environment, page, 'users.update', { params: { user_id: user }, body });
  await write({ server_metadata: { plan: 'team', seats: 12 } });
  await expect(row(page, 'Changed server metadata')).toHaveCount(1);
  await write({ display_name: 'Alan M. Turing' });
  await expect(row(page, 'Changed display name')).toContainText('PATCH');
  await asProject(environment, page, 'teams.create', { body: { display_name: 'Entscheidungsproblem' } });
  await expect(row(page, 'Created team')).toContainText('Entscheidungsproblem');
  await expect(page.getByText(/^Today, /)).toBeVisible();
});

step('is searched key by key, and says when nothing matches', async ({ page }) => {
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('entscheid');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=entscheid/);
  await page.keyboard.type('zzz');
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Changed display name')).toHaveCount(1);
  await expect(search(page)).toBeFocused();
});

step('is filtered by kind, and the address has the filter', async ({ page }) => {
  await page.getByRole('button', { name: 'Kind: Any kind' }).click();
  await page.getByRole('menuitemradio', { name: 'Team', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/kind=team/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Kind: Team' }).click();
  await page.getByRole('menuitemradio', { name: 'Any kind' }).click();
  await expect(row(page, 'Changed server metadata')).toHaveCount(1);
});

step('opens an entry with the keyboard: what was sent, the request, and a note that stays', async ({ page }) => {
  await row(page, 'Changed server metadata').focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Changed server metadata' })).toBeVisible();
  await expect(panel(page).getByRole('region', { name: 'server_metadata' })).toContainText('"plan": "team"');
  await expect(panel(page)).toContainText('PATCH /users/');
  const note = panel(page).getByRole('textbox', { name: 'Note' });
  await note.click();
  await page.keyboard.type('Ticket 4182');
  await panel(page).getByRole('button', { name: 'Save note' }).click();
  await expect(panel(page).getByRole('button', { name: 'Save note' })).toHaveCount(0);
  await page.reload();
  await expect(note).toHaveValue('Ticket 4182');
  await note.focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
});

step('is exported with hashes, as the script verifies it, and as a table', async ({ page, screens: { dialog } }) => {
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export journal' }).click();
    await dialog.getByRole('radio', { name: format }).click();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const path = await (await downloading).path();
    await expect(dialog).toHaveCount(0);
    return path;
  };
  const verified = execFileSync(process.execPath, [join('scripts', 'verify-journal.mjs'), await save('With hashes (NDJSON)')], {
    encoding: 'utf8',
  });
  expect(verified).toContain('The chain is whole.');
  const table = await readFile(await save('Table (CSV)'), 'utf8');
  expect(table).toContain('Changed display name');
  expect(table).toContain('Ticket 4182');
});

step('is verified on demand, and keeps what is erased as an entry', async ({ page, screens: { dialog }, environment }) => {
  await page.getByRole('button', { name: 'Details' }).click();
  await dialog.getByRole('button', { name: 'Verify again' }).click();
  await expect(dialog.getByText(/^Last verified/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(/^Verified, \d+ entries since /)).toBeVisible();
  const userId = await userNamed(environment, page, 'Alan M. Turing');
  await environment.ask(page, 'journal.erasePerson', { connectionId: 'sandbox', userId });
  await expect(row(page, 'Erased on')).toHaveCount(2);
});

step('is that of all connections without one', async ({ page }) => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Open journal');
  await page.keyboard.press('Enter');
  await page.evaluate(`location.hash = '#/journal'`);
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible();
  await expect(row(page, 'Created team')).toHaveCount(1);
});

test('an entry is copied as a command without secrets, and opens what it is about', async ({ page, screens, environment, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  const user = await userNamed(environment, page, 'Alan Turing');
  await asProject(environment, page, 'users.update', { params: { user_id: user }, body: { password: 'Bombe-1940-Bletchley' } });
  await asProject(environment, page, 'teams.create', { body: { display_name: 'Entscheidungsproblem' } });
  await screens.visit('journal');
  await row(page, 'Alan Turing').click();
  await panel(page).getByRole('button', { name: 'Copy as curl command' }).click();
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).toContain(`curl -X PATCH '`);
  expect(await copied()).toContain(`/api/v1/users/${user}'`);
  expect(await copied()).toContain('"x-stack-secret-server-key: $STACK_SECRET_SERVER_KEY"');
  expect(await copied()).not.toMatch(/Bombe|ssk_/);
  await panel(page).getByRole('button', { name: 'Open user' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alan Turing' })).toBeVisible();
  await page.goBack();
  await row(page, 'Created team').click();
  await panel(page).getByRole('button', { name: 'Open team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entscheidungsproblem' })).toBeVisible();
});

test('what was made in the terminal is marked in the list and in the table', async ({ page, screens, environment }) => {
  const bridge = await interceptBridge(page);
  await screens.startSandbox();
  await asProject(environment, page, 'teams.create', { body: { display_name: 'Entscheidungsproblem' } });
  await asProject(environment, page, 'teams.create', { body: { display_name: 'Difference' } });
  const { entries } = (await environment.ask(page, 'journal.list', { filter: {}, limit: 10 })) as { entries: { personal: unknown }[] };
  const value = { entries: entries.map((entry, at) => (at === 0 ? { ...entry, source: 'job', terminal: true } : entry)), hasMore: false };
  bridge.set({ 'journal.list': { ok: true, value } });
  await screens.visit('journal');
  await page.reload();
  await expect(row(page, 'Difference')).toContainText('Made in the terminal');
  await expect(row(page, 'Entscheidungsproblem')).not.toContainText('terminal');
  await page.getByRole('button', { name: 'Export journal' }).click();
  const downloading = page.waitForEvent('download');
  await screens.dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain(',made_in,terminal,');
  expect(lines[1]).toMatch(/Difference.*,job,true,/);
  expect(lines[2]).toMatch(/Entscheidungsproblem.*,window,false,/);
});

test('beside a panel in a narrow window, the filters are in one menu, and no row is cut off', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const user = await userNamed(environment, page, 'Alan Turing');
  await asProject(environment, page, 'users.update', { params: { user_id: user }, body: { server_metadata: { plan: 'team' } } });
  await page.setViewportSize({ width: 1000, height: 640 });
  await screens.visit('journal');
  const toolbar = page.getByRole('toolbar', { name: 'Search and filters' });
  await expect(toolbar.getByRole('button', { name: 'Actor: Any actor' })).toBeVisible();
  await row(page, 'Changed server metadata').click();
  const filters = toolbar.getByRole('button', { name: /^Filters/ });
  await expect(filters).toBeVisible();
  await expect(toolbar.getByRole('button', { name: /^Actor/ })).toHaveCount(0);
  await filters.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Kind' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('menuitemradio', { name: 'User', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/kind=user/);
  await expect(toolbar.getByRole('button', { name: 'Filters: 1 is on' })).toBeFocused();
  expect((await toolbar.boundingBox())?.height).toBeLessThan(60);
  await filters.click();
  await page.getByRole('menuitem', { name: 'Time' }).hover();
  await page.getByRole('menuitemradio', { name: 'Between two days…' }).click();
  await expect(screens.dialog.getByRole('heading', { name: 'Entries between two days' })).toBeVisible();
  await page.keyboard.press('Escape');
  const grid = await page.getByRole('grid', { name: 'Entries' }).evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(grid[0]).toBe(grid[1]);
});

test('an open entry is read again after what is recorded, but not for each of many writes', async ({ page, screens, environment }) => {
  let reads = 0;
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => (reads += String(payload).includes('"journal.read"') ? 1 : 0)));
  await screens.startSandbox();
  const user = await userNamed(environment, page, 'Grace Hopper');
  await asProject(environment, page, 'users.update', { params: { user_id: user }, body: { server_metadata: { plan: 'team' } } });
  await screens.visit('journal');
  await page.reload();
  await row(page, 'Changed server metadata').click();
  await expect(panel(page).getByRole('heading', { name: 'Changed server metadata' })).toBeVisible();
  const before = reads;
  const write = (name: string) =>
    asProject(environment, page, 'users.update', { params: { user_id: user }, body: { client_metadata: { name } } });
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 6 }, (_none, at) => write(`${round} ${at}`)));
  // Its note shows that the last change is taken in.
  const seq = Number(new URL(page.url().replace('#/', '')).searchParams.get('entry'));
  await environment.ask(page, 'journal.setNote', { seq, text: 'Ticket 4182' });
  await expect(panel(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Ticket 4182');
  // Each write changes the journal twice.
  expect(reads - before).toBeLessThan(60);
});

test('a job of 10,000 entries is one line, for which a few large pages are read', async ({ page, screens, environment }) => {
  const bridge = await interceptBridge(page);
  await screens.startSandbox();
  await asProject(environment, page, 'teams.create', { body: { display_name: 'Entscheidungsproblem' } });
  const { entries } = (await environment.ask(page, 'journal.list', { filter: {}, limit: 1 })) as { entries: readonly object[] };
  const total = 10_000;
  const first = 100_000;
  let pages = 0;
  bridge.set({
    'journal.list': (input) => {
      const { before = first + 1, after, limit, filter } = input as { before?: number; after?: number; limit: number; filter: object };
      if (after !== undefined || 'changedAfter' in filter) return { ok: true, value: { entries: [], hasMore: false } };
      pages += 1;
      const left = before - 1 - (first - total);
      const seqs = Array.from({ length: Math.min(limit, left) }, (_none, at) => before - 1 - at);
      return {
        ok: true,
        value: { entries: seqs.map((seq) => ({ ...entries[0], seq, source: 'job', job: 'j1' })), hasMore: left > limit },
      };
    },
  });
  await screens.visit('journal');
  await page.reload();
  await expect(row(page, '10,000')).toHaveCount(1);
  expect(pages).toBeLessThan(30);
});
