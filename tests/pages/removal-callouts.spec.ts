/** What is easily overlooked before a user is deleted, or a team loses a member: a callout says so, and a name is typed. */
import { connected } from '../support/browser/connecting';
import { asProject, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { test as withOwner } from '../support/page/dashboard-project';
import { expect, test } from '../support/page/fixtures';

const self = 'You’re signed in to Latchkey as this user.';
const lastAdmin = 'Afterwards, no member of this team has all the permissions to manage it.';
const selected = 'This is your selected team. Afterwards, no team is selected.';
const ada = 'ada@analytical.example';
const grace = 'grace.hopper@analytical.example';

/** Creates a team that only its creator can manage, with another member. Returns its ID. */
async function createTeam(screens: Screens, environment: TestEnvironment, creator: string, member: string): Promise<string> {
  const { page } = screens;
  const creator_user_id = await userNamed(environment, page, creator);
  const body = { display_name: 'Punched Cards', creator_user_id };
  const { id } = (await asProject(environment, page, 'teams.create', { body })) as { id: string };
  await asProject(environment, page, 'teams.addMember', {
    params: { team_id: id, user_id: await userNamed(environment, page, member) },
    body: {},
  });
  return id;
}

/** Checks that the dialog names these risks, and confirms it with the text that it asks for, typed key by key. */
async function confirmRisks({ dialog }: Screens, texts: readonly string[], button: string, typed: string): Promise<void> {
  const callout = dialog.getByText('Check before you continue');
  await expect(callout).toBeVisible();
  for (const text of texts) await expect(dialog.getByText(text)).toBeVisible();
  const confirm = dialog.getByRole('button', { name: button, exact: true });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await typeText(dialog.getByRole('textbox'), typed);
  await confirm.click();
  await expect(dialog).toBeHidden();
}

test('deleting the user who is signed in, who is the last admin of a team, from the panel', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await createTeam(screens, environment, 'Ada Lovelace', 'Grace Hopper');
  await screens.visit(`users?panel=${await userNamed(environment, page, 'Ada Lovelace')}`);
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  await confirmRisks(screens, [self, 'Afterwards, no member of these teams has all the permissions to manage them:'], 'Delete user', ada);
  await expect(page.getByText('Ada Lovelace deleted', { exact: true })).toBeVisible();
  await expect(screens.panel).toBeHidden();
  await typeText(screens.search, ada);
  await expect(page.getByRole('heading', { name: 'No users match your search' })).toBeVisible();
});

test('the teams of a user who is deleted elsewhere while the dialog is open keep their names', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const team = await createTeam(screens, environment, 'Grace Hopper', 'Ada Lovelace');
  const user_id = await userNamed(environment, page, 'Grace Hopper');
  await screens.visit(`users?panel=${user_id}`);
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  const risk = screens.dialog.getByText('Afterwards, no member of these teams');
  await expect(risk).toContainText('Punched Cards');
  await asProject(environment, page, 'users.delete', { params: { user_id } });
  await expect(page.getByText('This user was deleted').first()).toBeVisible();
  await expect(risk).toContainText('Punched Cards');
  await expect(risk).not.toContainText(team);
});

test('an admin who takes sessions, sign-in methods, or permissions from their own user', async ({ page, screens, environment }) => {
  const { panel, dialog } = screens;
  const callout = dialog.getByText(self);
  await screens.startSandbox();
  await screens.visit(`users?panel=${await userNamed(environment, page, 'Ada Lovelace')}&tab=sign-in`);
  for (const button of ['Change password', 'Remove password']) {
    await panel.getByRole('button', { name: button }).click();
    await expect(callout).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await panel.getByRole('tab', { name: 'Sessions' }).click();
  await panel.getByRole('button', { name: 'Revoke all sessions' }).click();
  await expect(callout).toContainText('You’re signed out, too.');
  await page.keyboard.press('Escape');
  await panel.getByRole('tab', { name: 'Access' }).click();
  await panel.getByRole('checkbox', { name: 'analyst', exact: true }).click();
  await expect(panel.getByText(self)).toBeVisible();
});

test('deleting the own account, which is the last admin of a team', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await createTeam(screens, environment, 'Ada Lovelace', 'Grace Hopper');
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  await expect(screens.dialog.getByText('Afterwards, no member of these teams has all the permissions to manage them:')).toBeVisible();
  await expect(screens.dialog.getByText(self)).toBeHidden();
  await screens.dialog.getByRole('textbox').fill(ada);
  await screens.dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText(/ deleted$/).first()).toBeVisible();
});

test('deleting another user, who manages no team alone, has no callout', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const body = { display_name: 'Annie Easley', primary_email: 'annie@stars.example' };
  const { id } = (await asProject(environment, page, 'users.create', { body })) as { id: string };
  await screens.visit(`users/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  await typeText(screens.dialog.getByRole('textbox'), 'annie@stars.example');
  await expect(screens.dialog.getByRole('button', { name: 'Delete user' })).toBeEnabled();
  await expect(screens.dialog.getByText('Check before you continue')).toBeHidden();
});

test('removing the last admin in the members tab of a project’s team', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await createTeam(screens, environment, 'Grace Hopper', 'Ada Lovelace');
  await screens.visit(`teams/${id}?tab=members`);
  await page.getByRole('button', { name: 'Remove Grace Hopper', exact: true }).click();
  // The project can add members itself; only members among themselves need invitations.
  await expect(screens.dialog.getByText('You can add the user again')).toBeVisible();
  await confirmRisks(screens, [lastAdmin], 'Remove member', grace);
  await expect(page.getByText('Grace Hopper removed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Ada Lovelace', exact: true }).click();
  await confirmRisks(screens, [self], 'Remove member', ada);
  await expect(page.getByText('Ada Lovelace removed', { exact: true })).toBeVisible();
});

test('removing the last admin from a team in the user’s panel', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await createTeam(screens, environment, 'Grace Hopper', 'Ada Lovelace');
  await screens.visit(`users?panel=${await userNamed(environment, page, 'Grace Hopper')}&tab=permissions`);
  const remove = screens.panel.getByRole('button', { name: 'Remove from Punched Cards' });
  await remove.click();
  await confirmRisks(screens, [lastAdmin], 'Remove from team', grace);
  await expect(remove).toBeHidden();
});

test('leaving a team as its last admin, and the selected one', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await createTeam(screens, environment, 'Ada Lovelace', 'Grace Hopper');
  await screens.entry('Punched Cards').click();
  await page.getByRole('main').getByRole('button', { name: 'Select team' }).click();
  await expect(page.getByRole('main').getByText('Selected team')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Leave team' }).click();
  await confirmRisks(screens, [lastAdmin, selected], 'Leave team', 'Punched Cards');
  await expect(page.getByText('You left Punched Cards', { exact: true })).toBeVisible();
  await expect(screens.entry('Punched Cards')).toBeHidden();
});

test('deleting the selected team', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await createTeam(screens, environment, 'Ada Lovelace', 'Grace Hopper');
  await screens.entry('Punched Cards').click();
  await page.getByRole('main').getByRole('button', { name: 'Select team' }).click();
  await expect(page.getByRole('main').getByText('Selected team')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Delete team' }).click();
  await confirmRisks(screens, [selected], 'Delete team', 'Punched Cards');
  await expect(page.getByText('Punched Cards deleted', { exact: true })).toBeVisible();
  await expect(screens.entry('Punched Cards')).toBeHidden();
});

test('removing the last admin as another member, in a team of the account', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await createTeam(screens, environment, 'Grace Hopper', 'Ada Lovelace');
  const user_id = await userNamed(environment, page, 'Ada Lovelace');
  for (const permission_id of ['$remove_members', '$read_members'])
    await asProject(environment, page, 'permissions.grantInTeam', { params: { team_id: id, user_id, permission_id }, body: {} });
  await screens.visit(`account/teams/${id}?tab=members`);
  await page.getByRole('main').getByRole('button', { name: 'Remove Grace Hopper', exact: true }).click();
  await expect(screens.dialog.getByText('To come back, the user needs a new invitation')).toBeVisible();
  await confirmRisks(screens, [lastAdmin], 'Remove member', await userNamed(environment, page, 'Grace Hopper'));
  await expect(page.getByText('Grace Hopper removed', { exact: true })).toBeVisible();
});

withOwner('deleting the owner through whom Latchkey has access to projects', async ({ page, screens, internal }) => {
  await connected(page, internal, 'Dashboard');
  const users = page.url();
  await page.goto(users.replace(/users.*$/, 'sign-in'));
  await screens.signIn(ada, 'Analytical-Engine-1843');
  await screens.entry('Your projects').click();
  await page.getByRole('main').getByRole('button', { name: 'Open Analytical Engines' }).click();
  await expect(page).toHaveTitle(/Users · Analytical Engines/);
  await page.goto(users);
  await screens.userRow(/Ada Lovelace/).click();
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  const owner = 'This user is the owner through whom Latchkey has access to: Analytical Engines. That access ends.';
  await confirmRisks(screens, [self, owner], 'Delete user', ada);
  await expect(page.getByText('Ada Lovelace deleted', { exact: true })).toBeVisible();
});
