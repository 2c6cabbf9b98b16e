/** What the user looks at stays where it is while data arrives, and the same thing is in the same place on every screen. */
import type { Locator, Page } from '@playwright/test';
import { openPath } from '../support/appearance/screen-views';
import { interceptService } from '../support/browser/service-replies';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('There is nothing to measure');
  return box;
}

const search = (page: Page) => page.getByRole('button', { name: 'Search or run a command' });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' });

test('the search stays where it is when there is something to refresh', async ({ page, screens }) => {
  await screens.startSandbox();
  const service = await interceptService(page);
  service.hold();
  await page.reload();
  await screens.search.waitFor();
  await expect(refresh(page)).toHaveCount(0);
  const before = await boxOf(search(page));
  service.release();
  await expect(refresh(page)).toBeVisible();
  expect(await boxOf(search(page))).toEqual(before);
});

interface List {
  readonly entry: string;
  readonly section: 'Account' | 'Admin';
  readonly grid: string;
}

const lists: readonly List[] = [
  { entry: 'Users', section: 'Admin', grid: 'Users' },
  { entry: 'Teams', section: 'Admin', grid: 'Teams' },
  { entry: 'Permissions', section: 'Admin', grid: 'Permissions' },
  { entry: 'Project keys', section: 'Admin', grid: 'Project keys' },
  { entry: 'API keys', section: 'Account', grid: 'API keys' },
  { entry: 'Permissions', section: 'Account', grid: 'Permissions' },
];

const { step, takeSteps } = createSteps();
test('the rows of lists appear where those that load were', takeSteps);

for (const { entry, section, grid } of lists)
  step(`the rows of ${section} › ${entry} appear where those that load were`, async ({ page, screens }) => {
    await screens.startSandbox();
    await screens.entry(entry, section).click();
    const firstRow = page.getByRole('grid', { name: grid }).getByRole('row').nth(1);
    await firstRow.waitFor();
    const { y } = await boxOf(firstRow);
    const service = await interceptService(page);
    service.hold();
    await page.reload();
    // It says that rows are loading where the first one is. Before, the screen’s code may be loading.
    const loading = page.getByRole('main').getByText('Loading').last();
    await expect.poll(async () => Math.abs(((await loading.boundingBox())?.y ?? 0) - y)).toBeLessThanOrEqual(1);
    service.release();
    await firstRow.waitFor();
    expect(await boxOf(firstRow)).toMatchObject({ y });
  });

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1000, height: 420 } });

  test('the connection stays in sight while the navigation scrolls', async ({ page, screens }) => {
    await screens.startSandbox();
    const connection = page.getByRole('button', { name: /^Analytical Engines/ });
    const before = await boxOf(connection);
    await screens.entry('Project settings', 'Admin').scrollIntoViewIfNeeded();
    await expect(screens.account(/Ada Lovelace/)).not.toBeInViewport();
    expect(await boxOf(connection)).toEqual(before);
    await expect(connection).toBeInViewport({ ratio: 1 });
  });
});

/** Where a heading is in what is below `top` of the screen, from 0 to 1. */
async function placeOf(page: Page, title: string, top: (main: { y: number }) => Promise<number> | number) {
  const heading = await boxOf(page.getByRole('heading', { name: title }));
  const main = await boxOf(page.getByRole('main'));
  const start = await top(main);
  return {
    across: (heading.x + heading.width / 2 - main.x) / main.width,
    down: (heading.y + heading.height / 2 - start) / (main.y + main.height - start),
  };
}

/** In the middle, and slightly above it. */
function expectMiddle({ across, down }: Awaited<ReturnType<typeof placeOf>>): void {
  expect(across).toBeCloseTo(0.5, 2);
  expect(down).toBeGreaterThan(0.3);
  expect(down).toBeLessThan(0.5);
}

test('what replaces a screen or a list is in the middle of its room', async ({ page, screens }) => {
  await screens.startSandbox();
  for (const { entry, section, search, title } of [
    { entry: 'Users', section: 'Admin', search: 'Search by name, email, or ID', title: 'No users match your search' },
    { entry: 'Teams', section: 'Admin', search: 'Search by name or ID', title: 'No teams match your search' },
    { entry: 'Permissions', section: 'Admin', search: 'Search permissions', title: 'No permissions match your search' },
    { entry: 'Permissions', section: 'Account', search: 'Search by permission or team', title: 'No permissions match your search' },
  ] as const) {
    await screens.entry(entry, section).click();
    const field = page.getByRole('searchbox', { name: search, exact: true });
    await field.fill('nobody and nothing');
    await page.getByRole('heading', { name: title }).waitFor();
    const { y, height } = await boxOf(field);
    expectMiddle(await placeOf(page, title, () => y + height));
  }
  await openPath(screens, '/nowhere');
  expectMiddle(await placeOf(page, 'Page not found', ({ y }) => y));
});

test('a sign-in method isn’t said to have failed while the accounts of providers are loading', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Emails and sign-in').click();
  const password = page.getByRole('group', { name: 'Password' });
  await password.waitFor();
  const service = await interceptService(page);
  service.hold('oauth.providers');
  await page.reload();
  await expect.poll(service.isAwaited).toBe(true);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await expect(password).toBeHidden();
  service.release();
  await password.waitFor();
  await expect(page.getByText('couldn’t be loaded')).toHaveCount(0);
});
