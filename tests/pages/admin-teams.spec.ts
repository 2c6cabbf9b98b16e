/** The teams of the project: the list with search and order, and creating one. */
import type { Locator, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

const list = (page: Page) => page.getByRole('grid', { name: 'Teams' });
const names = (page: Page): Promise<string[]> => list(page).locator('[aria-rowindex] > [role=gridcell]:nth-child(3)').allInnerTexts();
const row = (page: Page, name: string): Locator => list(page).getByRole('row').filter({ hasText: name });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Teams', 'Admin').click();
  await row(screens.page, 'Analytical Engines').waitFor();
}

const { step, takeSteps } = createSteps();
test('the teams of the project', takeSteps);

step('the list is searched and sorted, and the address and the profile keep both', async ({ page, screens }) => {
  await open(screens);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ teams$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sort: Newest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Name A to Z' }).click();
  await expect(page).toHaveURL(/order=name/);
  const sorted = await names(page);
  expect(sorted.length).toBeGreaterThan(3);
  expect(sorted).toEqual([...sorted].sort(new Intl.Collator('en', { numeric: true }).compare));

  const search = page.getByRole('searchbox', { name: 'Search by name or ID' });
  await typeText(search, 'analytical');
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ teams$/ })).toBeVisible();
  await expect(row(page, 'Analytical Engines')).toBeVisible();
  await expect(page).toHaveURL(/q=analytical/);
  await page.reload();
  await expect(search).toHaveValue('analytical');
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ teams$/ })).toBeVisible();

  await typeText(search, 'no such team');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(row(page, sorted[0] ?? '').first()).toBeVisible();
  await expect(search).toBeFocused();
  // Without an order in the address, the last one applies.
  await screens.entry('Users', 'Admin').click();
  await screens.users.waitFor();
  await screens.entry('Teams', 'Admin').click();
  await expect(page.getByRole('button', { name: 'Sort: Name A to Z' })).toBeVisible();
});

step('a team is created with a creator, opens, and is found by its ID', async ({ page, screens, environment }) => {
  await open(screens);
  await page.getByRole('button', { name: 'Create team' }).click();
  const { dialog } = screens;
  await dialog.getByRole('button', { name: 'Create team' }).click();
  await expect(dialog.getByLabel('Team name')).toHaveAccessibleDescription('Enter a team name');
  await dialog.getByLabel('Team name').fill('<b>Night</b> shift فريق');
  await typeText(dialog.getByRole('searchbox'), 'grace');
  await dialog
    .getByRole('list', { name: 'Users found' })
    .getByRole('button', { name: /Grace Hopper/ })
    .click();
  await expect(dialog.getByRole('group', { name: 'Creator (optional)' })).toContainText('Grace Hopper');
  await dialog.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('<b>Night</b> shift فريق');
  await expect(page).toHaveTitle(/<b>Night<\/b> shift/);

  const id = /teams\/([^?]+)/.exec(page.url())?.[1] ?? '';
  const members = (await environment.ask(page, 'service.users.list', { ...project, query: { team_id: id } })) as {
    items: { display_name: string }[];
  };
  expect(members.items.map(({ display_name: name }) => name)).toEqual(['Grace Hopper']);
  await screens.entry('Teams', 'Admin').click();
  await typeText(page.getByRole('searchbox', { name: 'Search by name or ID' }), id);
  await expect(row(page, '<b>Night</b> shift')).toBeVisible();
  await row(page, '<b>Night</b> shift').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible();
});
