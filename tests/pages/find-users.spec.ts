/** Finding users with an index: searching, filtering, sorting, and keeping views, by keyboard. What the index returns is made up, except in the last spec. */
import type { Page } from '@playwright/test';
import { parseQueryText } from '#contract/query/query-parser.ts';
import { type Bridge, interceptBridge, type Replies } from '../gallery/replies';
import { indexReplies, sampleIndex } from '../gallery/sample-index';
import { tiles } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

/** Saved views are the app’s own. */
function withIndex(own: Parameters<typeof indexReplies>[0] = {}): Replies {
  const { 'savedViews.list': _list, 'viewState.read': _read, ...replies } = indexReplies(own);
  return replies;
}

async function openWithIndex(
  page: Page,
  screens: Screens,
  own?: Parameters<typeof indexReplies>[0],
): Promise<{ bridge: Bridge; scopes: unknown[] }> {
  const scopes: unknown[] = [];
  const bridge = await interceptBridge(page);
  const replies = withIndex(own);
  const find = replies['localIndex.findUsers'];
  bridge.set({
    ...replies,
    'localIndex.findUsers': (input) => {
      scopes.push(input);
      return typeof find === 'function' ? find(input) : 'never';
    },
  });
  await page.reload();
  await screens.startSandbox();
  await expect(screens.userRow(/Margaret Hamilton/).first()).toBeVisible();
  return { bridge, scopes };
}

const { step, takeSteps } = createSteps();
test('finding users with an index', takeSteps);

step('rows that are still being read aren’t selected in another list', async ({ page, screens }) => {
  const { scopes } = await openWithIndex(page, screens, { total: 20_000 });
  const row = screens.users.locator('[data-row="0"]');
  await row.focus();
  // Page after page, up to 5,000 rows.
  await page.keyboard.press('ControlOrMeta+a');
  await screens.visit('users?sort=name:asc');
  const isSortedByName = (input: unknown) => JSON.stringify(input).includes('"by":"name"');
  await expect.poll(() => scopes.some(isSortedByName)).toBe(true);
  const isLast = (input: unknown) => !isSortedByName(input) && (input as { offset: number }).offset === 4_900;
  await expect.poll(() => scopes.some(isLast)).toBe(true);
  await row.getByRole('checkbox').click();
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText(/^1 selected/);
});

step('users are searched at each key, filtered and sorted by keyboard, and the address has it all', async ({ page, screens }) => {
  const { scopes } = await openWithIndex(page, screens);
  await screens.search.pressSequentially('ham');
  await expect(screens.users.getByRole('row')).not.toHaveCount(1);
  await expect(screens.userRow(/Mary Jackson/)).toHaveCount(0);
  await expect(screens.users.locator('mark').first()).toHaveText('Ham');
  const texts = scopes.map((input) => JSON.stringify(input)).filter((text) => text.includes('"text"'));
  for (const typed of ['h', 'ha', 'ham']) expect(texts.some((text) => text.includes(`"value":"${typed}"`))).toBe(true);
  await screens.search.press('Escape');

  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign-in method' }).press('Enter');
  await screens.dialog.getByRole('checkbox', { name: 'GitHub' }).press('Space');
  await screens.dialog.getByRole('button', { name: 'Add alternative' }).press('Enter');
  await screens.dialog.getByLabel('Filter by').nth(1).selectOption({ label: 'Verified' });
  await screens.dialog.getByRole('button', { name: 'Apply filter' }).press('Enter');
  const chip = page.getByRole('button', { name: 'Edit filter Sign-in method: GitHub or Verified: no' });
  await expect(chip).toBeVisible();
  await screens.users.getByRole('button', { name: 'Last active' }).press('Enter');
  await expect(screens.users.getByRole('columnheader', { name: 'Last active' })).toHaveAttribute('aria-sort', 'descending');
  const address = () => new URLSearchParams(page.url().split('?')[1]);
  await expect.poll(() => address().get('filter')).toBe('method:github or verified:no');
  expect(address().get('sort')).toBe('last-active:desc');
  await page.reload();
  await expect(chip).toBeVisible();
  expect(scopes.at(-1)).toMatchObject({ query: parseQueryText('method:github or verified:no'), order: { by: 'last-active', desc: true } });

  await chip.press('Delete');
  await expect(chip).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'All teams', exact: true })).toBeFocused();
});

test('a view is saved, opened, moved, shared as text, and deleted', async ({ page, screens }) => {
  await openWithIndex(page, screens);
  const views = page.getByRole('tablist', { name: 'Views' });
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'View actions' }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  const add = async (text: string) => {
    await act('Add view from text');
    await screens.dialog.getByRole('textbox').fill(text);
    await screens.dialog.getByRole('button', { name: 'Add view' }).press('Enter');
  };
  await screens.search.pressSequentially('ma');
  await page.getByRole('button', { name: 'Save view' }).press('Enter');
  await screens.dialog.getByLabel('Name').pressSequentially('All with ma');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('tab', { name: /All with ma/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Edit filter Text: ma' })).toBeVisible();
  await expect(screens.search).toHaveValue('');

  await add('latchkey-view: 1\nname: Trials\nfilter: plan="trial"');
  await expect(screens.dialog.getByText('A comparison is missing or misplaced: plan= (position 1)')).toBeVisible();
  await screens.dialog.getByRole('textbox').fill('latchkey-view: 1\nname: Trials\nfilter: server.plan="trial"\nsort: name:asc');
  await screens.dialog.getByRole('button', { name: 'Add view' }).press('Enter');
  await expect(views.getByRole('tab', { name: /Trials/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/sort=name/);
  await act('Move view left');
  await expect(views.getByRole('tab')).toHaveText([/All users/, /Trials/, /All with ma/]);
  await act('Delete view');
  await screens.dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(views.getByRole('tab')).toHaveText([/All users/, /All with ma/]);
  await expect(views.getByRole('tab', { name: 'All users' })).toHaveAttribute('aria-selected', 'true');
});

step('all matching users are selected, and copied as they are then', async ({ page, screens }) => {
  const { bridge } = await openWithIndex(page, screens);
  bridge.set({ ...withIndex(), 'localIndex.matchingIds': { ok: true, value: ['first', 'second'] } });
  await screens
    .userRow(/Margaret Hamilton/)
    .first()
    .press('Space');
  await page.getByRole('button', { name: 'Select all 1,204 matching' }).press('Enter');
  await expect(page.getByText('All 1,204 selected')).toBeVisible();
  const more = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy IDs' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await more.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy JSON' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  // The first one may close the tooltip of the button.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByText('All 1,204 selected')).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test('a number that takes longer is at least so many, and exact once it is counted', async ({ page, screens }) => {
  const { bridge } = await openWithIndex(page, screens);
  const replies = withIndex();
  const find = replies['localIndex.findUsers'];
  const isSearch = (input: unknown) => JSON.stringify(input).includes('"text"');
  const counted: unknown[] = [];
  const answer = (isCounted: boolean): Replies => ({
    ...replies,
    'localIndex.findUsers': (input) => {
      const found = typeof find === 'function' ? find(input) : 'never';
      if (!isSearch(input) || typeof found !== 'object' || !('value' in found)) return found;
      return { ...found, value: { ...(found.value as object), total: { count: 700, isExact: false } } };
    },
    'localIndex.countMatching': (input) => {
      counted.push(input);
      return isCounted ? { ok: true, value: 1_204 } : { ok: false, error: { code: 'cancelled' } };
    },
  });
  bridge.set(answer(false));
  await typeText(page.getByRole('searchbox').first(), 'ham');
  await expect(page.getByText('At least 700 of 12,408 users', { exact: true })).toBeVisible();
  bridge.set(answer(true));
  // It is counted again, as the index is read again.
  bridge.push('localIndex.state', [{ ...sampleIndex, teams: 319 }]);
  await expect(page.getByText('1,204 of 12,408 users', { exact: true })).toBeVisible();
  await expect(page.getByText(/^1,204 in \d+ ms$/)).toBeVisible();
  expect(counted.at(-1)).toMatchObject({ connectionId: 'sandbox', query: parseQueryText('ham') });
  await screens
    .userRow(/Margaret Hamilton/)
    .first()
    .press('Space');
  await expect(page.getByRole('button', { name: 'Select all 1,204 matching' })).toBeVisible();
});

test('users and teams are found and not edited while the sandbox is stopped', async ({ page, screens }) => {
  const { bridge } = await openWithIndex(page, screens);
  const create = page.getByRole('button', { name: 'Create user' });
  await expect(create).not.toHaveAttribute('aria-disabled', 'true');
  bridge.push('sandbox.state', { state: 'stopped' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await typeText(page.getByRole('searchbox').first(), 'ham');
  await expect(screens.userRow(/Mary Jackson/)).toHaveCount(0);
  await expect(screens.userRow(/Margaret Hamilton/).first()).toBeVisible();
  await screens.entry('Teams', 'Admin').click();
  await expect(page.getByText('Mary Somerville Fellows')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create team' })).toHaveAttribute('aria-disabled', 'true');
});

test('what the service’s list can’t do offers the index, which then fills while the list is used', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  const none = { 'localIndex.state': { ok: true, value: { revision: 1, value: [] } } } as const;
  bridge.set({ ...withIndex(), ...none });
  await page.reload();
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).waitFor();
  await screens.users.getByRole('button', { name: 'Last active' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sort ascending' }).press('Enter');
  await expect(screens.dialog).toContainText('About 125 requests, 12,408 users');
  bridge.set({ ...withIndex(), ...none, 'localIndex.turnOn': { ok: true, value: null } });
  await screens.dialog.getByRole('button', { name: 'Turn on index' }).press('Enter');
  await expect(screens.dialog).toHaveCount(0);
  bridge.push('localIndex.state', [{ ...sampleIndex, state: 'filling', asOfMillis: null, progress: 0.27, users: 3_400 }]);
  await expect(page.getByRole('button', { name: /Index incomplete, reading users 27%/ })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    /All users/,
    /Unverified for 30 days/,
    /Not active for 90 days/,
    /Without sign-in method/,
  ]);
  await expect(screens.userRow(/Margaret Hamilton/).first()).toBeVisible();
  bridge.push('localIndex.state', [{ ...sampleIndex, unread: 2 }]);
  await expect(page.getByRole('button', { name: /Index as of .*, at least 2 users not read$/ })).toBeVisible();
});

test('an index that was turned on finds users at each key, and forgets one who is erased', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.userRow(/Kipchoge/).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Verified' }).click();
  await expect(screens.dialog).toContainText('About 7 requests, 250 users');
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Verified' }).click();
  await screens.dialog.getByRole('button', { name: 'Turn on index' }).click();
  // The filter that was chosen is what the index was turned on for.
  await expect(screens.dialog.getByLabel('Filter by').first()).toContainText('Verified');
  await screens.dialog.getByRole('button', { name: 'Apply filter' }).press('Enter');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByText('250 users', { exact: true })).toBeVisible();
  const search = page.getByRole('searchbox').first();
  await typeText(search, 'g');
  await expect(page.getByText(/^\d+ of 250 users$/)).toBeVisible();
  await typeText(search, 'hopper');
  await expect(page.getByText('1 of 250 users', { exact: true })).toBeVisible();
  await screens.userRow(/Grace Hopper/).click();
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase from this computer…' }).click();
  await expect(screens.dialog).toContainText('Erase what Latchkey keeps about Grace Hopper?');
  await screens.dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByText('Grace Hopper erased from this computer', { exact: true })).toBeVisible();
  await expect(page.getByText('No entry of the journal was about this user', { exact: true })).toBeVisible();
  await screens.panel.getByRole('button', { name: 'Close panel' }).click();
  await expect(page.getByRole('heading', { name: 'No users match your search' })).toBeVisible();

  await tiles(page).first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await expect(screens.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await screens.dialog.getByLabel('Erase what the journal says about this project').check();
  await screens.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Analytical Engines removed', { exact: true })).toBeVisible();
});
