/** Permission definitions: as a table and as a graph, who is affected by a change, and what users get by default. */
import type { Locator, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

const table = (page: Page) => page.getByRole('grid', { name: 'Permissions' });
const row = (page: Page, id: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(id, { exact: true }) });
const choice = (within: Locator, id: string) => within.getByRole('checkbox', { name: id, exact: true });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Permissions', 'Admin').click();
  await row(screens.page, 'key_keeper').waitFor();
}

async function openPanel(screens: Screens, id: string): Promise<Locator> {
  await row(screens.page, id).first().click();
  const panel = screens.permissionPanel;
  await panel.getByRole('heading', { name: id, exact: true }).waitFor();
  return panel;
}

async function definition(
  screens: Screens,
  environment: { ask: (page: Page, name: string, input: unknown) => Promise<unknown> },
  id: string,
) {
  const { items } = (await environment.ask(screens.page, 'service.permissions.teamDefinitions', project)) as {
    items: { id: string; description?: string; contained_permission_ids: string[] }[];
  };
  return items.find((one) => one.id === id);
}

test('a permission is created, filled, renamed, and deleted; the service’s refusal is at its field', async ({
  page,
  screens,
  environment,
}) => {
  await open(screens);
  await page.getByRole('button', { name: 'Create permission' }).click();
  await screens.dialog.getByLabel('ID').fill('Night Shift');
  await screens.dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(screens.dialog.getByLabel('ID')).toHaveAccessibleDescription(/Use only a to z/);
  await screens.dialog.getByLabel('ID').fill('team_member');
  await screens.dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(screens.dialog.getByLabel('ID')).toHaveAttribute('aria-invalid', 'true');
  await screens.dialog.getByLabel('ID').fill('night_shift');
  await screens.dialog.getByLabel('Description').fill('Works at night');
  await screens.dialog.getByRole('button', { name: 'Create permission' }).click();
  const panel = screens.permissionPanel;
  await expect(panel.getByRole('heading', { name: 'night_shift' })).toBeVisible();

  await choice(panel, 'team_member').click();
  await expect(choice(panel, '$read_members')).toBeChecked();
  await expect(choice(panel, '$read_members')).toHaveAccessibleDescription('via team_member');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'night_shift')).toContainText('1 direct, 2 inherited');
  // The permissions of the project come before the built-in ones, and nothing is said of what isn't inherited.
  const rows = await table(page).getByRole('row').allTextContents();
  expect(rows.findLastIndex((text) => !text.includes('Built-in'))).toBeLessThan(rows.findIndex((text) => text.includes('Built-in')));
  await expect(row(page, 'team_member').first()).toContainText('team members2editor');
  expect(rows.join()).not.toMatch(/direct, 0 /);
  expect(await definition(screens, environment, 'night_shift')).toMatchObject({
    description: 'Works at night',
    contained_permission_ids: ['team_member'],
  });

  await panel.getByRole('button', { name: 'Actions for night_shift' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await screens.dialog.getByLabel('ID').fill('late_shift');
  await screens.dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(panel.getByRole('heading', { name: 'late_shift' })).toBeVisible();
  expect(await definition(screens, environment, 'late_shift')).toMatchObject({ contained_permission_ids: ['team_member'] });

  await panel.getByRole('button', { name: 'Actions for late_shift' }).click();
  await page.getByRole('menuitem', { name: 'Delete permission' }).click();
  await screens.dialog.getByRole('button', { name: 'Delete permission' }).click();
  await expect(row(page, 'late_shift')).toHaveCount(0);
  await expect(panel).toHaveCount(0);
});

test('affected users are counted before a change is saved, and circles are refused', async ({ page, screens }) => {
  await open(screens);
  const panel = await openPanel(screens, 'editor');
  await expect(choice(panel, 'lead')).toHaveAccessibleDescription('Contains editor');
  // It is disabled, and stays reachable.
  await choice(panel, 'lead').click({ force: true });
  await expect(choice(panel, 'lead')).not.toBeChecked();
  await choice(panel, 'billing:read').click();
  await panel.getByRole('button', { name: 'Show affected users' }).click();
  const affected = panel.getByRole('region', { name: 'Affected users' });
  const gain = affected.getByRole('listitem').filter({ hasText: 'Gain' });
  await expect(gain).toContainText('billing:read');
  await gain.getByRole('button', { name: /users? in \d+ teams?$/ }).click();
  await expect(gain.getByRole('listitem').first()).not.toHaveText(/^[0-9a-f-]{36}$/);
  await row(page, 'support').click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(panel.getByRole('heading', { name: 'editor' })).toBeVisible();
  await choice(panel, 'billing:read').click();
  await expect(affected).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await page.getByRole('radio', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph of permissions' });
  const node = graph.getByRole('button', { name: /^support/ });
  await node.focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'support' })).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('heading', { name: 'support' })).toBeVisible();
  await expect(graph).toBeVisible();
});

test('a change made elsewhere is never overwritten', async ({ page, screens, environment }) => {
  await open(screens);
  const panel = await openPanel(screens, 'support');
  const before = (await definition(screens, environment, 'support'))?.contained_permission_ids ?? [];
  await choice(panel, 'billing:read').click();
  await panel.getByLabel('Description').fill('Mine');
  const body = { description: 'Theirs', contained_permission_ids: [...before, '$invite_members'] };
  await environment.ask(page, 'service.permissions.updateTeamDefinition', { ...project, params: { id: 'support' }, body });
  await panel.getByRole('button', { name: 'Review changes' }).click();
  await expect(screens.dialog).toContainText('“support” changed elsewhere');
  await expect(screens.dialog.getByRole('list', { name: 'Changed elsewhere' })).toContainText('$invite_members');
  await screens.dialog.getByRole('button', { name: 'Keep my values' }).click();
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await expect
    .poll(() => definition(screens, environment, 'support'))
    .toMatchObject({
      description: 'Mine',
      contained_permission_ids: [...before, '$invite_members', 'billing:read'].sort(),
    });
});

test('default permissions are chosen on one page', async ({ page, screens, environment }) => {
  await open(screens);
  await page.getByRole('radio', { name: 'Defaults' }).click();
  const members = page.getByRole('region', { name: 'Team members' });
  await choice(members, 'support').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  const stored = (await environment.ask(page, 'service.projects.read', project)) as {
    config: { team_member_default_permissions: { id: string }[] };
  };
  expect(stored.config.team_member_default_permissions.map(({ id }) => id)).toContain('support');
  await page.getByRole('radio', { name: 'Project' }).click();
  await expect(table(page).getByRole('row').nth(1)).toBeVisible();
});

test('the table is filtered by what the address says, and returns to where it was left', async ({ page, screens }) => {
  await open(screens);
  // The list in the panel has another one.
  const search = page.getByRole('searchbox', { name: 'Search permissions' }).first();
  await typeText(search, 'BILLING');
  await expect(row(page, 'key_keeper')).toHaveCount(0);
  await expect(page).toHaveURL(/permissions\?q=BILLING$/);
  await openPanel(screens, 'billing:read');
  await page.getByRole('radio', { name: 'Graph' }).click();
  await page.reload();
  await expect(screens.permissionPanel.getByRole('heading', { name: 'billing:read' })).toBeVisible();
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(search).toHaveValue('BILLING');
  await expect(row(page, 'key_keeper')).toHaveCount(0);

  await typeText(search, 'no such permission');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(row(page, 'key_keeper')).toBeVisible();
  await expect(search).toBeFocused();
  await expect(page).not.toHaveURL(/q=/);
  await table(page).locator('[data-row="0"]').focus();
  await page.keyboard.press('End');
  const last = table(page).locator('[data-row]:focus');
  const text = await last.innerText();
  await screens.entry('Users', 'Admin').click();
  await screens.users.waitFor();
  await screens.entry('Permissions', 'Admin').click();
  await expect(
    table(page)
      .getByRole('row')
      .filter({ hasText: text.split('\n')[0] ?? '' })
      .last(),
  ).toBeInViewport();
});

test('the legend and the zoom buttons cover no permission of the graph', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await open(screens);
  await page.getByRole('radio', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph of permissions' });
  const canvas = await graph.getByTestId('rf__wrapper').boundingBox();
  const zoom = await graph.getByRole('button', { name: 'Zoom in' }).boundingBox();
  const legend = await graph.getByText('added', { exact: true }).boundingBox();
  const bottom = (canvas?.y ?? 0) + (canvas?.height ?? 0);
  expect(canvas?.height).toBeGreaterThan(300);
  expect(zoom?.y).toBeGreaterThanOrEqual(bottom);
  expect(legend?.y).toBeGreaterThanOrEqual(bottom);
});

test('the graph fits the window again, and the selected permission stays in view', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await open(screens);
  await page.getByRole('radio', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph of permissions' });
  const node = (name: RegExp) => graph.getByRole('button', { name });
  await expect(node(/^people_manager/)).toBeInViewport({ ratio: 0.99 });
  await node(/^people_manager/).click();
  await expect(screens.permissionPanel.getByRole('heading', { name: 'people_manager' })).toBeVisible();
  await expect(node(/^people_manager/)).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const name of [/^owner/, /^people_manager/, /^\$delete_team/]) await expect(node(name)).toBeInViewport({ ratio: 0.99 });

  await graph.getByRole('button', { name: 'Zoom in' }).click();
  const zoomed = await graph.getByText(/^\d+%$/).innerText();
  await page.setViewportSize({ width: 1000, height: 640 });
  await expect(node(/^people_manager/)).toBeInViewport({ ratio: 0.99 });
  await expect(graph.getByText(/^\d+%$/)).toHaveText(zoomed);
});

test('the graph shows no changes of a built-in permission, which can’t be edited', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(screens);
  await page.getByRole('radio', { name: 'Graph' }).click();
  const graph = page.getByRole('region', { name: 'Graph of permissions' });
  await graph.getByRole('button', { name: /^people_manager/ }).click();
  await expect(screens.permissionPanel.getByRole('heading', { name: 'people_manager' })).toBeVisible();
  await graph.getByRole('button', { name: /^\$update_team/ }).click();
  await expect(screens.permissionPanel.getByRole('heading', { name: '$update_team' })).toBeVisible();
  await expect(graph.getByText('Added', { exact: true })).toHaveCount(0);
});
