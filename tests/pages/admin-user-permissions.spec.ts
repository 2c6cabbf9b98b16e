/** The teams of a user, and what the user may do in the project and in each team. */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { asProject, teamNamed, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const choice = (page: Page, id: string) => page.getByRole('checkbox', { name: id, exact: true });

/** Opens the tab of a user in the demo project. Returns the user's ID. */
async function openTab(screens: Screens, environment: TestEnvironment, name: string): Promise<string> {
  const { page } = screens;
  await screens.startSandbox();
  const userId = await userNamed(environment, page, name);
  await screens.visit(`users/${userId}?tab=permissions`);
  await page.getByRole('list', { name: 'Permissions: Project' }).waitFor();
  return userId;
}

async function grantedInProject(environment: TestEnvironment, page: Page, userId: string): Promise<readonly string[]> {
  const query = { user_id: userId };
  const { items } = (await asProject(environment, page, 'permissions.inProject', { query })) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}

const { step, takeSteps } = createSteps();
test('the teams and permissions of a user', takeSteps);

step(
  'permissions are granted and revoked as a draft, which shows what follows and is never written over other changes',
  async ({ page, screens, environment }) => {
    const userId = await openTab(screens, environment, 'Ada Lovelace');
    await expect(choice(page, 'analyst')).toBeChecked();
    await expect(choice(page, 'reports:read')).toHaveAccessibleDescription('via analyst → reports:export');
    await choice(page, 'analyst').click();
    await expect(page.getByText('Also loses: beta_tester, reports:export, reports:read')).toBeVisible();
    await choice(page, 'reports:export').click();
    await expect(page.getByText('Also loses: beta_tester', { exact: true })).toBeVisible();
    await expect(page.getByText('2 changes', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Permissions in' })).toBeDisabled();

    const grant = (id: string) =>
      asProject(environment, page, 'permissions.grantInProject', { params: { user_id: userId, permission_id: id }, body: {} });
    await grant('beta_tester');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(screens.dialog.getByRole('list', { name: 'Changed elsewhere' })).toContainText('beta_tester');
    await screens.dialog.getByRole('button', { name: 'Combine changes' }).click();
    await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Permissions saved: Project', { exact: true })).toBeVisible();
    expect(await grantedInProject(environment, page, userId)).toEqual(['beta_tester', 'reports:export']);

    await page.getByRole('combobox', { name: 'Permissions in' }).selectOption({ label: 'Analytical Engines' });
    const inTeam = page.getByRole('list', { name: 'Permissions: Analytical Engines' });
    await expect(inTeam.getByRole('checkbox', { name: 'owner', exact: true })).toBeChecked();
    await expect(choice(page, '$update_team')).toHaveAccessibleDescription(/^via /);
    await choice(page, 'support').click({ force: true });
    await choice(page, 'key_keeper').click();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(screens.dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Permissions saved: Analytical Engines', { exact: true })).toBeVisible();
    const query = { user_id: userId, team_id: await teamNamed(environment, page, 'Analytical Engines') };
    const { items } = (await asProject(environment, page, 'permissions.inTeams', { query })) as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toContain('key_keeper');
  },
);

step('a user is added to a team and removed from it, and the team is opened', async ({ page, screens, environment }) => {
  const userId = await openTab(screens, environment, 'Grace Hopper');
  const teams = page.getByRole('list', { name: 'Teams', exact: true }).getByRole('listitem');
  const before = await teams.count();
  await page.getByRole('button', { name: 'Add to team' }).click();
  await typeText(screens.dialog.getByRole('searchbox', { name: 'Search teams' }), 'society for the pub');
  await screens.dialog.getByRole('radio').click();
  await screens.dialog.getByRole('button', { name: 'Add to team' }).click();
  await expect(teams).toHaveCount(before + 1);
  const society = teams.filter({ hasText: 'Society for the Publication' });
  await expect(society).toContainText('1 permission granted');
  await society.getByRole('button', { name: /^Permissions in The Society/ }).click();
  await page.getByRole('list', { name: /^Permissions: The Society/ }).waitFor();
  await choice(page, 'editor').click();
  await expect(page.getByText('Also gains: $update_team', { exact: true })).toBeVisible();
  await expect(society.getByRole('button', { name: /^Remove from The Society/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(society).toContainText('2 permissions granted');
  await society.getByRole('button', { name: /^Remove from The Society/ }).click();
  await screens.dialog.getByRole('button', { name: 'Remove from team' }).click();
  await expect(teams).toHaveCount(before);
  await expect(page.getByRole('list', { name: 'Permissions: Project' })).toBeVisible();
  const { items } = (await asProject(environment, page, 'teams.list', { query: { user_id: userId } })) as {
    items: { display_name: string }[];
  };
  expect(items.some(({ display_name: name }) => name.startsWith('The Society'))).toBe(false);
  const name = items[0]?.display_name ?? '';
  await page.getByRole('button', { name: `Open ${name}`, exact: true }).click();
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/teams\//);
});

test('with the server key alone, permissions are revoked without their chain; a lost response is looked up', async ({
  page,
  screens,
  proxied,
}) => {
  await connected(page, { url: proxied.url, demo: { ...proxied.demo, super_secret_admin_key: '' } }, 'Engines');
  await typeText(screens.search, 'ada@analytical.example');
  await screens.userRow(/Ada Lovelace/).click();
  await screens.panel.getByRole('tab', { name: 'Access' }).click();
  await expect(choice(page, 'analyst')).toBeChecked();
  await expect(page.getByText('Only this user’s permissions are listed')).toBeVisible();
  await expect(choice(page, 'reports:read')).toHaveAccessibleDescription('Inherited');
  await choice(page, 'analyst').click();
  proxied.lost.add('DELETE /project-permissions/:id/analyst');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permissions saved: Project', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No permissions', exact: true })).toBeVisible();
  expect(proxied.requests.some((request) => request.includes('permission-definitions'))).toBe(false);
});
