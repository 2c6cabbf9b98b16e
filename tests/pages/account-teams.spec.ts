/** The teams of the current account: creating, selecting, changing and leaving them, and their members. */
import { connected } from '../support/browser/connecting';
import { asProject, teamNamed, userNamed } from '../support/browser/demo-project';
import type { RunningSandbox } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const password = 'Analytical-Engine-1843';
const hostile = '<img src=x onerror=alert(1)> javascript:alert(1) 🧮 שלום';

async function openTeam(screens: Screens, name: string, tab?: string): Promise<void> {
  await screens.entry(name).click();
  if (tab !== undefined) await screens.page.getByRole('tab', { name: tab }).click();
}

/** Changes the permissions of a member as another program does, of which the app isn't notified. */
async function revokeInTeam({ url, demo }: RunningSandbox, teamId: string, userId: string, permissions: readonly string[]): Promise<void> {
  const headers = {
    'x-stack-project-id': demo.project_id,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': demo.secret_server_key,
  };
  for (const permission of permissions) {
    const path = `${url}/api/v1/team-permissions/${teamId}/${userId}/${permission}`;
    const response = await fetch(path, { method: 'DELETE', headers });
    expect(response.status).toBe(200);
  }
}

const { step, takeSteps } = createSteps();
test('the teams of the account', takeSteps);

step('leaving a team asks once for all of its unsaved input', async ({ page, screens }) => {
  await screens.startSandbox();
  await openTeam(screens, 'Difference Engine No. 2');
  const editor = page.getByRole('textbox', { name: 'Client metadata', exact: true });
  await editor.fill('{ "a": 1 }');
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeEnabled();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByLabel('Email addresses').fill('mary@letters.example');
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove mary@letters.example' });
  await expect(remove).toBeVisible();

  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await screens.entry('Profile').click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await remove.click();
  await expect(remove).toBeHidden();
  // The metadata on the other tab is still unsaved.
  await screens.entry('Profile').click();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(question).toBeHidden();
  await screens.entry('Sessions').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
});

step('a team is created, selected, renamed and deleted', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Create team').click();
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByText('Enter a team name')).toBeVisible();
  await page.getByLabel('Team name').fill(hostile);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: hostile })).toBeVisible();
  await expect(screens.entry(hostile)).toHaveAttribute('aria-current', 'page');

  const main = page.getByRole('main');
  await expect(main.getByText('Selected team')).toBeHidden();
  await main.getByRole('button', { name: 'Select team' }).click();
  await expect(main.getByText('Selected team')).toBeVisible();
  await main.getByRole('button', { name: 'Deselect team' }).click();
  await expect(main.getByRole('button', { name: 'Select team' })).toBeVisible();

  await screens.rename(main, 'team name', 'Tide Predictors');
  await expect(screens.entry('Tide Predictors')).toBeVisible();
  await main.getByRole('button', { name: 'Delete team' }).click();
  await screens.dialog.getByLabel('Type “Tide Predictors” to confirm').fill('tide predictors');
  await expect(screens.dialog.getByRole('button', { name: 'Delete team' })).toHaveAttribute('aria-disabled', 'true');
  await screens.dialog.getByLabel('Type “Tide Predictors” to confirm').fill('Tide Predictors');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tide Predictors deleted', { exact: true })).toBeVisible();
  await expect(screens.entry('Tide Predictors')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('creating a team fails without losing the name or creating it twice, and says when the project forbids it', async ({
  page,
  screens,
  proxied,
}) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', password);
  await screens.entry('Create team').click();
  proxied.dropped.add('POST /teams');
  await page.getByLabel('Team name').fill('Loom Weavers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Team name')).toHaveValue('Loom Weavers');
  proxied.dropped.clear();
  const before = proxied.requests.length;
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(screens.entry('Loom Weavers')).toBeVisible();
  expect(proxied.requests.slice(before).filter((request) => request === 'POST /teams')).toHaveLength(1);

  proxied.change = (path, body) =>
    path === '/projects/current'
      ? { ...(body as object), config: { ...(body as { config: object }).config, client_team_creation_enabled: false } }
      : body;
  await screens.entry('Create team').click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const create = page.getByRole('button', { name: 'Create team' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(create).toHaveAccessibleDescription('This project doesn’t allow users to create teams.');
});

step('members are searched and removed, and another window’s change shows', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await openTeam(screens, 'Analytical Engines', 'Members');
  const members = page.getByRole('grid', { name: 'Members' });
  await expect(members.getByRole('row').nth(1)).toContainText('You');
  await expect(
    members
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Remove/ }),
  ).toBeHidden();
  const count = Number(/(\d+) members/.exec(await page.getByRole('status').filter({ hasText: 'members' }).innerText())?.[1]);
  expect(count).toBeGreaterThan(7);

  await typeText(page.getByRole('searchbox', { name: 'Search by name or ID' }), 'babbage');
  await expect(members.getByRole('row')).toHaveCount(2);
  await members.getByRole('button', { name: 'Remove Charles Babbage' }).click();
  await screens.dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(page.getByRole('heading', { name: 'No members match your search' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText(`${count - 1} members`)).toBeVisible();

  const teamId = await teamNamed(environment, page, 'Analytical Engines');
  const userId = await userNamed(environment, page, 'Alan Turing');
  await asProject(environment, page, 'teams.removeMember', { params: { team_id: teamId, user_id: userId } });
  await expect(page.getByText(`${count - 2} members`)).toBeVisible();
  await expect(members.getByText('Alan Turing')).toBeHidden();
});

test('a permission that is lost while the screen is open disables its controls with the reason', async ({
  page,
  screens,
  service,
  environment,
}) => {
  await connected(page, service, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', password);
  await openTeam(screens, 'Difference Engine No. 2');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Edit team name' }).click();
  await main.getByRole('textbox', { name: 'team name' }).fill('Difference Engine No. 3');

  const [, teamId = ''] = /teams\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  const connectionId = /#\/c\/([^/]+)/.exec(page.url())?.[1] ?? '';
  const { items } = (await environment.ask(page, 'service.users.list', {
    actor: 'project',
    connectionId,
    query: { query: 'ada@analytical.example' },
  })) as { items: { id: string }[] };
  await revokeInTeam(service, teamId, items[0]?.id ?? '', ['team_admin']);
  await page.keyboard.press('Enter');
  await expect(main.getByText('This account doesn’t have permission to do this in the team')).toBeVisible();
  await expect(main.getByRole('textbox', { name: 'team name' })).toHaveValue('Difference Engine No. 3');

  await page.keyboard.press('Escape');
  await expect(main.getByRole('button', { name: 'Edit team name' })).toHaveAccessibleDescription(
    /^This requires the \$update_team permission in this team\./,
  );
  await expect(main.getByRole('button', { name: 'Delete team' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'You can’t view the members' })).toBeVisible();
  await expect(main.getByText('This requires the $read_members permission in this team. A project admin can grant it.')).toBeVisible();
});

step('the own profile in a team is changed, and the team is left', async ({ page, screens }) => {
  await screens.startSandbox();
  await openTeam(screens, 'Analytical Engines', 'Your profile');
  const main = page.getByRole('main');
  await expect(main.getByText('Countess of Lovelace')).toBeVisible();
  await main.getByRole('button', { name: 'Edit name in this team' }).click();
  await main.getByRole('textbox', { name: 'name in this team' }).fill('');
  await page.keyboard.press('Enter');
  await expect(main.getByText('Enter a name')).toBeVisible();
  await main.getByRole('textbox', { name: 'name in this team' }).fill(hostile);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByRole('grid', { name: 'Members' }).getByRole('row').nth(1)).toContainText(hostile);

  await page.getByRole('tab', { name: 'General' }).click();
  await main.getByRole('button', { name: 'Leave team' }).click();
  await screens.dialog.getByRole('button', { name: 'Leave team' }).click();
  await expect(page.getByText('You left Analytical Engines', { exact: true })).toBeVisible();
  await expect(screens.entry('Analytical Engines')).toBeHidden();
  await screens.visit('account/teams/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'You’re not a member of this team' })).toBeVisible();
  await page.getByRole('link', { name: 'Show profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

step('many teams are shown as a short list, and found by a search', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const adaId = await userNamed(environment, page, 'Ada Lovelace');
  const create = (at: number) =>
    asProject(environment, page, 'teams.create', { body: { display_name: `Workshop ${at}`, creator_user_id: adaId } });
  await Promise.all(Array.from({ length: 40 }, (_, at) => create(at)));
  const all = page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: /^Show all 4\d teams$/ });
  await all.click();
  await typeText(screens.dialog.getByRole('searchbox'), 'workshop 37');
  await expect(screens.dialog.getByRole('row')).toHaveCount(2);
  await screens.dialog.getByRole('row', { name: 'Workshop 37' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workshop 37' })).toBeVisible();
  await expect(screens.entry('Workshop 37')).toHaveAttribute('aria-current', 'page');
  await expect(screens.entry('Workshop 4')).toBeHidden();
});

test('a member without $update_team sees image and metadata but can’t change them; others change the metadata after a review', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await screens.entry('Analytical Engines').click();
  const main = page.getByRole('main');
  const editor = main.getByRole('textbox', { name: 'Client metadata' });
  await expect(editor).toContainText('Weaves algebraical patterns');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{"motto": "Onward"}');
  await page.getByRole('tab', { name: 'Your profile' }).click();
  await expect(editor).toBeHidden();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(editor).toContainText('Onward');
  await main.getByRole('button', { name: 'Review changes' }).click();
  await screens.dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(screens.dialog).toBeHidden();
  const teamId = await teamNamed(environment, page, 'Analytical Engines');
  const team = (await asProject(environment, page, 'teams.read', { params: { id: teamId } })) as { client_metadata: unknown };
  expect(team.client_metadata).toEqual({ motto: 'Onward' });

  const userId = await userNamed(environment, page, 'Ada Lovelace');
  for (const permission_id of ['team_admin', 'owner'])
    await asProject(environment, page, 'permissions.revokeInTeam', { params: { team_id: teamId, user_id: userId, permission_id } });
  await expect(main.getByRole('button', { name: 'Choose image' })).toHaveAccessibleDescription(
    /requires the \$update_team permission in this team/,
  );
  await expect(main.getByRole('group', { name: 'Client metadata' }).getByText('Onward')).toBeVisible();
  await expect(editor).toBeHidden();
});
