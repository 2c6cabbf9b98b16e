/** What is shown after something was removed on a screen with unsaved input about it: the next screen, without a question about what is gone. */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { asProject, teamNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const heading = (page: Page, name: string) => page.getByRole('banner').getByRole('heading', { level: 1, name, exact: true });
const metadata = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Client metadata', exact: true });
const status = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button') });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });

/** Presses a button of the screen, types what its dialog asks for, and confirms. */
async function remove({ page, dialog }: Screens, button: string, typed: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await typeText(dialog.getByRole('textbox'), typed);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

/** Checks that a screen is shown, and that going back shows one as well. */
async function expectShown(page: Page, title: string, back: string): Promise<void> {
  await expect(heading(page, title)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, back)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
}

const { step, takeSteps } = createSteps();
test('what is removed with unsaved input', takeSteps);

for (const [button, name] of [
  ['Delete team', 'Tides'],
  ['Leave team', 'Mills'],
] as const)
  step(`a team of the account: ${button}`, async ({ page, screens }) => {
    await screens.startSandbox();
    await screens.entry('Create team').click();
    await typeText(page.getByLabel('Team name'), name);
    await page.keyboard.press('Enter');
    await expect(heading(page, name)).toBeVisible();
    await typeText(metadata(page), '{ "a": 1 }');
    await remove(screens, button, name);
    await expectShown(page, 'Profile', 'Users');
  });

step('a team of the project', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await teamNamed(environment, page, 'Difference Engine No. 2');
  await screens.visit(`teams/${id}?tab=metadata`);
  await typeText(metadata(page), '{ "a": 1 }');
  await page.getByRole('tab', { name: 'General' }).click();
  await remove(screens, 'Delete team', 'Difference Engine No. 2');
  await expectShown(page, 'Teams', 'Users');
});

step('a user beside the list, by the menu of the row', async ({ page, screens }) => {
  await screens.startSandbox();
  await typeText(screens.search, 'turing');
  await screens.userRow(/Turing/).click();
  await typeText(screens.panel.getByRole('textbox', { name: 'Display name', exact: true }), 'Alan M. Turing');
  await screens
    .userRow(/Turing/)
    .getByRole('button', { name: 'Actions for Alan Turing' })
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await typeText(screens.dialog.getByRole('textbox'), 'alan.turing@analytical.example');
  await screens.dialog.getByRole('button', { name: 'Delete user', exact: true }).click();
  await expect(page.getByText('Alan Turing deleted', { exact: true })).toBeVisible();
  await expect(screens.panel).toHaveCount(0);
  await expect(screens.dialog).toHaveCount(0);
});

step('a permission beside its list', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const body = { id: 'read_tides', description: 'Tides', contained_permission_ids: [] };
  await asProject(environment, page, 'permissions.createTeamDefinition', { body });
  await screens.visit('permissions?panel=read_tides');
  await typeText(screens.permissionPanel.getByLabel('Description', { exact: true }), 'Tables of tides');
  await screens.permissionPanel.getByRole('button', { name: 'Actions for read_tides' }).click();
  await page.getByRole('menuitem', { name: 'Delete permission' }).click();
  await screens.dialog.getByRole('button', { name: 'Delete permission' }).click();
  await expect(page.getByText('read_tides deleted', { exact: true })).toBeVisible();
  await expect(screens.permissionPanel).toHaveCount(0);
  await expect(screens.dialog).toHaveCount(0);
});

step('a team of the account that is deleted elsewhere stays with what was entered', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await teamNamed(environment, page, 'Analytical Engines');
  await screens.visit(`account/teams/${id}`);
  await typeText(metadata(page), '{ "kept": 1 }');
  await asProject(environment, page, 'teams.delete', { params: { id } });
  await expect(status(page).filter({ hasText: 'You’re not a member of this team' })).toBeVisible();
  await expect(metadata(page)).toContainText('"kept": 1');
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveAccessibleDescription('You’re not a member of this team');
  await status(page).getByRole('button', { name: 'Show profile' }).click();
  await expectShown(page, 'Profile', 'Users');
});

step('a permission that is deleted elsewhere stays with what was entered', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const body = { id: 'read_moon', description: 'Moon', contained_permission_ids: [] };
  await asProject(environment, page, 'permissions.createTeamDefinition', { body });
  await screens.visit('permissions?panel=read_moon');
  const panel = screens.permissionPanel;
  await typeText(panel.getByLabel('Description', { exact: true }), 'Tables of the moon');
  await asProject(environment, page, 'permissions.deleteTeamDefinition', { params: { id: 'read_moon' } });
  await expect(status(page).filter({ hasText: 'This permission was deleted or renamed' })).toBeVisible();
  await expect(panel.getByLabel('Description', { exact: true })).toHaveValue(/Tables of the moon/);
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('This permission was deleted or renamed');
  await status(page).getByRole('button', { name: 'Close panel' }).click();
  await expect(panel).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});

step('a draft of an email that is deleted elsewhere stays with what was entered', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const body = { display_name: 'Tides' };
  const { id } = (await asProject(environment, page, 'emailDrafts.create', { body })) as { id: string };
  await screens.visit('email?tab=drafts');
  const source = page.getByLabel('Source', { exact: true });
  await expect(page.getByRole('region', { name: 'Tides', exact: true })).toBeVisible();
  await source.press('Control+End');
  await typeText(source, '// kept');
  await asProject(environment, page, 'emailDrafts.delete', { params: { id } });
  await expect(status(page).filter({ hasText: 'This draft was deleted' })).toBeVisible();
  await expect(source).toHaveValue(/\/\/ kept$/);
  await status(page).getByRole('button', { name: 'Close draft' }).click();
  await expect(page.getByRole('region', { name: 'Tides', exact: true })).toHaveCount(0);
  await expect(source).toHaveValue(/export function/);
  await expect(status(page).filter({ hasText: 'This draft was deleted' })).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);

  await screens.visit(`email?tab=drafts&template=${id}`);
  await expect(page.getByRole('heading', { name: 'Draft not found' })).toBeVisible();
  await expect(source).toHaveCount(0);
});

step(
  'another theme that the project uses from now on leaves the open one with what was entered',
  async ({ page, screens, environment }) => {
    await screens.startSandbox();
    const { themes } = (await asProject(environment, page, 'emailThemes.list', {})) as { themes: { id: string; display_name: string }[] };
    const dark = themes.find(({ display_name: name }) => name === 'Default Dark');
    await screens.visit('email?tab=themes');
    const source = page.getByLabel('Source', { exact: true });
    await source.press('Control+End');
    await typeText(source, '// kept');
    await asProject(environment, page, 'projects.update', { body: { config: { email_theme: dark?.id } } });
    await expect(page.getByRole('button', { name: 'Default Dark' })).toContainText('In use');
    await expect(source).toHaveValue(/\/\/ kept$/);
  },
);

step('the account', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await typeText(metadata(page), '{ "a": 1 }');
  await remove(screens, 'Delete account', 'ada@analytical.example');
  await expectShown(page, 'Users', 'Users');
});

test('a project, and then its connection, with unsaved input', async ({ page, screens, service }) => {
  await connected(page, service, 'Engines');
  await screens.entry('Project settings', 'Admin').click();
  const main = page.getByRole('main');
  await typeText(main.getByLabel('Project name', { exact: true }), 'Difference Engines');
  await remove(screens, 'Delete project', 'Analytical Engines');
  const removal = page.getByRole('alertdialog', { name: 'Remove the connection “Engines”?' });
  await expect(removal).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'Edit connection')).toBeVisible();
  await typeText(main.getByLabel('Name', { exact: true }), 'Other engines');
  await main.getByRole('button', { name: 'Remove', exact: true }).click();
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Engines removed', { exact: true })).toBeVisible();
  await expect(removal).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#\/$/);
});
