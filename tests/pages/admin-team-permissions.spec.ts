/** The matrix of members and permissions of a team: changes, what follows from them, conflicts, and lost responses. */
import type { Locator, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

interface Team {
  readonly id: string;
  readonly display_name: string;
}
interface Member {
  readonly id: string;
  readonly display_name: string | null;
}

const matrix = (page: Page) => page.getByRole('grid', { name: 'Permissions of members' });
const row = (page: Page, name: string) =>
  matrix(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const cell = (page: Page, member: string, id: string): Locator =>
  row(page, member).getByRole('gridcell', { name: new RegExp(`^${id.replace(/\$/g, '\\$')}: `) });

class Scene {
  constructor(
    readonly screens: Screens,
    readonly environment: TestEnvironment,
  ) {}

  get page(): Page {
    return this.screens.page;
  }

  /** Creates a team of three named members, and opens its matrix. */
  async open(): Promise<{ teamId: string; ids: Readonly<Record<string, string>> }> {
    await this.screens.startSandbox();
    const team = (await this.call('service.teams.create', { body: { display_name: 'Matrix' } })) as Team;
    const ids: Record<string, string> = {};
    for (const name of ['Margaret Hamilton', 'Niklaus Wirth', 'Radia Perlman']) {
      const user = (await this.call('service.users.create', { body: { display_name: name } })) as Member;
      await this.call('service.teams.addMember', { params: { team_id: team.id, user_id: user.id }, body: {} });
      ids[name] = user.id;
    }
    await this.screens.visit(`teams/${team.id}?tab=permissions`);
    await cell(this.page, 'Radia Perlman', 'team_member').waitFor();
    return { teamId: team.id, ids };
  }

  call(name: string, input: object): Promise<unknown> {
    return this.environment.ask(this.page, name, { ...project, ...input });
  }

  async granted(teamId: string, userId: string): Promise<string[]> {
    const query = { team_id: teamId, user_id: userId };
    const { items } = (await this.call('service.permissions.inTeams', { query })) as { items: { id: string }[] };
    return items.map(({ id }) => id);
  }
}

test('changes are marked with what follows from them, reviewed, and saved one by one', async ({ page, screens, environment }) => {
  const scene = new Scene(screens, environment);
  const { teamId, ids } = await scene.open();
  await expect(cell(page, 'Margaret Hamilton', '$read_members')).toHaveAccessibleName(
    '$read_members: inherited (team_member → $read_members)',
  );
  await cell(page, 'Margaret Hamilton', 'team_admin').click();
  await expect(cell(page, 'Margaret Hamilton', 'team_admin')).toHaveAccessibleName('team_admin: to be granted');
  await expect(cell(page, 'Margaret Hamilton', '$delete_team')).toHaveAccessibleName(
    /^\$delete_team: inherited after saving \(team_admin → /,
  );
  // By keyboard: from the last cell that was used, to another member's.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(row(page, 'Niklaus Wirth').getByRole('gridcell').first()).toBeFocused();
  await cell(page, 'Niklaus Wirth', 'team_member').focus();
  await page.keyboard.press('Space');
  await expect(cell(page, 'Niklaus Wirth', '$read_members')).toHaveAccessibleName(/no longer inherited after saving/);
  await expect(page.getByRole('main').getByText('2 changes', { exact: true })).toBeVisible();

  await screens.entry('Users', 'Admin').click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Review 2 changes' }).click();
  await expect(screens.dialog.getByRole('list', { name: 'Grants' })).toContainText('Margaret Hamilton');
  await expect(screens.dialog.getByRole('list', { name: 'Revocations' })).toContainText('team_member');
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('2 changes saved', { exact: true })).toBeVisible();
  await expect(cell(page, 'Margaret Hamilton', 'team_admin')).toHaveAccessibleName('team_admin: granted');
  expect(await scene.granted(teamId, ids['Margaret Hamilton'] ?? '')).toEqual(['team_admin', 'team_member']);
  expect(await scene.granted(teamId, ids['Niklaus Wirth'] ?? '')).toEqual([]);
});

test('changes made elsewhere are shown, and one that is refused leaves the others saved', async ({ page, screens, environment }) => {
  const scene = new Scene(screens, environment);
  const { teamId, ids } = await scene.open();
  const userId = ids['Radia Perlman'] ?? '';
  await cell(page, 'Radia Perlman', 'team_admin').click();
  await cell(page, 'Niklaus Wirth', 'team_admin').click();
  await scene.call('service.permissions.grantInTeam', {
    params: { team_id: teamId, user_id: userId, permission_id: '$manage_api_keys' },
    body: {},
  });
  await expect(page.getByText('“Permissions” changed elsewhere')).toBeVisible();
  await page.getByRole('button', { name: 'Review 2 changes' }).click();
  await expect(screens.dialog.getByRole('list', { name: 'Changed elsewhere' })).toContainText('$manage_api_keys');
  await screens.dialog.getByRole('button', { name: 'Combine changes' }).click();
  await expect(screens.dialog.getByRole('list', { name: 'Grants' })).toBeVisible();
  await scene.call('service.teams.removeMember', { params: { team_id: teamId, user_id: ids['Niklaus Wirth'] ?? '' } });
  // With the membership, the permission that came with it is gone.
  await expect(screens.dialog.getByRole('list', { name: 'Changed elsewhere' })).toContainText('Niklaus Wirth');
  await screens.dialog.getByRole('button', { name: 'Combine changes' }).click();
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  const refused = screens.dialog.getByRole('listitem').filter({ hasText: 'Niklaus Wirth' });
  await expect(refused).toContainText('Not saved');
  await expect(screens.dialog.getByRole('listitem').filter({ hasText: 'Radia Perlman' })).toContainText('Saved');
  expect((await scene.granted(teamId, userId)).sort()).toEqual(['$manage_api_keys', 'team_admin', 'team_member']);
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Discard' }).click();
  await expect(row(page, 'Niklaus Wirth')).toHaveCount(0);
});
