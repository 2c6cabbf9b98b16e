/** The users list: its columns, and what it remembers over a restart. */
import type { Locator, Page } from '@playwright/test';
import { afterRestart } from '../support/browser/after-restart';
import { expect, test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';

const headings = (screens: Screens) => screens.users.getByRole('columnheader');
const heading = (screens: Screens, name: string) => screens.users.getByRole('columnheader', { name, exact: true });
const title = (screens: Screens, name: string) => heading(screens, name).getByRole('button', { name, exact: true });
const widthOf = async (of: Locator) => Math.round((await of.boundingBox())?.width ?? 0);

/** Returns the names of the columns that can be changed, from left to right. */
async function columns(screens: Screens): Promise<string[]> {
  return headings(screens).getByRole('button').allInnerTexts();
}

async function chooseInColumns(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  for (const name of names) await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

async function addColumn(screens: Screens, path: string): Promise<void> {
  await screens.page.getByRole('button', { name: 'Columns', exact: true }).click();
  await screens.page.getByRole('menuitem', { name: 'Add metadata column…' }).click();
  await screens.dialog.getByLabel('Metadata path').fill(path);
  await screens.dialog.getByRole('button', { name: 'Add column' }).click();
}

test('columns are chosen, moved, resized, and added by path, and are found again after a restart', async ({
  page,
  host,
  screens,
  profile,
  environment,
}) => {
  await screens.startSandbox();
  await typeText(screens.search, 'grace.hopper');
  await screens.userRow(/Grace Hopper/).waitFor();
  expect(await columns(screens)).toEqual(['User', 'Signed up', 'Last active', 'Sign-in methods']);
  await chooseInColumns(page, 'Email');
  await expect(heading(screens, 'Email')).toBeVisible();
  await expect(screens.userRow(/Grace Hopper/).getByText(/^grace\.hopper@/)).toHaveCount(1);

  // By keyboard.
  await title(screens, 'Signed up').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move left' }).press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(title(screens, 'Signed up')).toBeFocused();
  expect((await columns(screens)).slice(0, 3)).toEqual(['User', 'Signed up', 'Email']);
  const before = await widthOf(heading(screens, 'Signed up'));
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf(heading(screens, 'Signed up'))).toBe(before + 16);

  // By mouse.
  await title(screens, 'Last active').dragTo(title(screens, 'User'));
  await expect.poll(async () => (await columns(screens))[0]).toBe('Last active');
  const edge = await heading(screens, 'Last active').boundingBox();
  if (edge === null) throw new Error('The heading isn’t visible.');
  const from = { x: edge.x + edge.width - 3, y: edge.y + edge.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 50, from.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(heading(screens, 'Last active'))).toBe(Math.round(edge.width) + 50);

  const { items } = (await environment.ask(page, 'service.users.list', {
    actor: 'project',
    connectionId: 'sandbox',
    query: { query: 'grace.hopper' },
  })) as {
    items: { id: string }[];
  };
  await environment.ask(page, 'service.users.update', {
    actor: 'project',
    connectionId: 'sandbox',
    params: { user_id: items[0]?.id },
    body: { server_metadata: { plan: { name: '<b>team</b>', seats: 3 } } },
  });
  await addColumn(screens, 'plan');
  await expect(screens.dialog.getByText('Start with client, client_read_only, or server', { exact: true })).toBeVisible();
  await screens.dialog.getByLabel('Metadata path').fill('server_metadata.plan.name');
  await screens.dialog.getByRole('button', { name: 'Add column' }).click();
  await expect(heading(screens, 'server.plan.name')).toBeVisible();
  await expect(screens.userRow(/Grace Hopper/)).toContainText('<b>team</b>');

  const expected = ['Last active', 'User', 'Signed up', 'Email', 'Sign-in methods', 'server.plan.name'];
  expect(await columns(screens)).toEqual(expected);
  await afterRestart({ page, host, profile }, async (found) => {
    await found.openDemo();
    await found.users.getByRole('row').nth(1).waitFor();
    expect(await columns(found)).toEqual(expected);
    expect(await widthOf(heading(found, 'Last active'))).toBe(Math.round(edge.width) + 50);
    await title(found, 'server.plan.name').click();
    await found.page.getByRole('menuitem', { name: 'Remove column' }).click();
    await expect(heading(found, 'server.plan.name')).toHaveCount(0);
    await found.page.getByRole('button', { name: 'Columns', exact: true }).click();
    await found.page.getByRole('menuitem', { name: 'Reset columns' }).click();
    await expect.poll(() => columns(found)).toEqual(['User', 'Signed up', 'Last active', 'Sign-in methods']);
  });
});

const rowAt = (screens: Screens, at: number) => screens.users.locator(`[data-row="${at}"]`);

test('the list is found again where it was left, also after a restart', async ({ page, host, screens, profile }) => {
  await screens.startSandbox();
  await rowAt(screens, 0).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText('250 users', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(rowAt(screens, 249)).not.toBeInViewport();
  const top = "Math.floor((document.querySelector('[role=grid]')?.parentElement?.scrollTop ?? -36) / 36)";
  const firstVisible = (of: Screens) => of.page.evaluate<number>(top);
  const left = await firstVisible(screens);
  expect(left).toBeGreaterThan(150);
  const name = await rowAt(screens, left + 3).innerText();
  await screens.entry('Overview', 'Admin').click();
  await expect(screens.users).toHaveCount(0);
  await screens.entry('Users', 'Admin').click();
  await expect.poll(() => firstVisible(screens)).toBe(left);
  await expect.poll(() => rowAt(screens, left + 3).innerText()).toBe(name);

  await afterRestart({ page, host, profile }, async (found) => {
    await found.openDemo();
    await found.users.waitFor();
    await expect.poll(() => rowAt(found, left + 3).innerText()).toBe(name);
    expect(Math.abs((await firstVisible(found)) - left)).toBeLessThanOrEqual(1);
    await typeText(found.search, 'grace.hopper');
    await expect(found.userRow(/Grace Hopper/)).toBeInViewport();
  });
});
