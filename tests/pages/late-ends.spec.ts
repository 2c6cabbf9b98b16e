/** Changes that end late, after their dialog was closed, or their panel or screen was left: what the user does in the meantime isn't lost. */
import type { Page } from '@playwright/test';
import { asProject, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { interceptService, type ServiceReplies } from '../support/browser/service-replies';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });

/** Opens the sandbox with replies that can be held back. */
async function start({ page, screens }: { page: Page; screens: Screens }): Promise<ServiceReplies> {
  const replies = await interceptService(page);
  await page.reload();
  await screens.startSandbox();
  return replies;
}

/** Asks for the deletion of a user by the menu of the row. */
async function askToDelete(screens: Screens, name: string): Promise<void> {
  await screens
    .userRow(name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await screens.page.getByRole('menuitem', { name: 'Delete…' }).click();
}

/** Confirms a deletion whose reply is late, and closes its dialog. */
async function deleteSlowly(screens: Screens, replies: ServiceReplies, call: string, button: string): Promise<void> {
  replies.hold(call);
  await screens.dialog.getByRole('button', { name: button, exact: true }).click();
  await expect.poll(replies.isAwaited).toBe(true);
  await screens.page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
}

const { step, takeSteps } = createSteps();
test('changes that end late', takeSteps);

step('the question that follows stays, with what was typed', async ({ page, screens, environment }) => {
  const replies = await start({ page, screens });
  for (const name of ['Early Bird', 'Late Bird']) await asProject(environment, page, 'users.create', { body: { display_name: name } });
  await screens.visit('users?q=Bird');
  await askToDelete(screens, 'Early Bird');
  const id = await userNamed(environment, page, 'Early Bird');
  await typeText(screens.dialog.getByRole('textbox'), id);
  await deleteSlowly(screens, replies, 'users.delete', 'Delete user');
  await askToDelete(screens, 'Late Bird');
  await typeText(screens.dialog.getByRole('textbox'), 'half of');
  replies.release();
  await expect(page.getByText('Early Bird deleted', { exact: true })).toBeVisible();
  await expect(screens.dialog).toHaveAccessibleName('Delete Late Bird?');
  await expect(screens.dialog.getByRole('textbox')).toHaveValue('half of');
  await page.keyboard.press('Escape');
});

step('the panel of another user stays, with what was entered', async ({ page, screens, environment }) => {
  const replies = await start({ page, screens });
  for (const name of ['Gone Goose', 'Kept Goose']) await asProject(environment, page, 'users.create', { body: { display_name: name } });
  await screens.visit('users?q=Goose');
  await screens.userRow('Gone Goose').click();
  await askToDelete(screens, 'Gone Goose');
  await typeText(screens.dialog.getByRole('textbox'), await userNamed(environment, page, 'Gone Goose'));
  await deleteSlowly(screens, replies, 'users.delete', 'Delete user');
  await screens.userRow('Kept Goose').click();
  const name = screens.panel.getByRole('textbox', { name: 'Display name', exact: true });
  await expect(name).toHaveValue('Kept Goose');
  await typeText(name, 'Wild Goose');
  replies.release();
  await expect(page.getByText('Gone Goose deleted', { exact: true })).toBeVisible();
  await expect(screens.userRow('Gone Goose')).toHaveCount(0);
  await expect(name).toHaveValue('Wild Goose');
  await screens.panel.getByRole('button', { name: 'Close panel' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(screens.panel).toHaveCount(0);
});

for (const change of ['deleted', 'renamed'] as const)
  step(`the panel of another permission stays, with what was entered, once the one before was ${change}`, async (shared) => {
    const { page, screens, environment } = shared;
    const replies = await start(shared);
    const [gone, kept] = [`gone_${change}`, `kept_${change}`];
    for (const id of [gone, kept]) {
      const body = { id, description: 'Tides', contained_permission_ids: [] };
      await asProject(environment, page, 'permissions.createTeamDefinition', { body });
    }
    await screens.visit(`permissions?panel=${gone}`);
    await screens.permissionPanel.getByRole('button', { name: `Actions for ${gone}` }).click();
    if (change === 'deleted') {
      await page.getByRole('menuitem', { name: 'Delete permission' }).click();
      await deleteSlowly(screens, replies, 'permissions.deleteTeamDefinition', 'Delete permission');
    } else {
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await typeText(screens.dialog.getByRole('textbox'), `new_${change}`);
      await deleteSlowly(screens, replies, 'permissions.updateTeamDefinition', 'Rename');
    }
    // The list is read again before the reply arrives.
    await expect(page.getByRole('row', { name: gone })).toHaveCount(0);
    await page.getByRole('grid', { name: 'Permissions' }).getByRole('row', { name: kept }).click();
    const description = screens.permissionPanel.getByLabel('Description', { exact: true });
    await expect(screens.permissionPanel.getByRole('heading', { name: kept })).toBeVisible();
    await typeText(description, 'Tables of tides');
    replies.release();
    if (change === 'deleted') await expect(page.getByText(`${gone} deleted`, { exact: true })).toBeVisible();
    else await expect.poll(replies.isIdle).toBe(true);
    await expect(description).toHaveValue('Tables of tides');
    await screens.permissionPanel.getByRole('button', { name: 'Close panel' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(screens.permissionPanel).toHaveCount(0);
  });

step('the editor of another draft stays guarded, with what was entered', async ({ page, screens, environment }) => {
  const replies = await start({ page, screens });
  for (const name of ['Gone leaflet', 'Kept leaflet']) {
    await asProject(environment, page, 'emailDrafts.create', { body: { display_name: name, tsx_source: 'export function A() {}' } });
  }
  await screens.visit('email?tab=drafts');
  const drafts = page.getByRole('navigation', { name: 'Email drafts' });
  await drafts.getByRole('button', { name: /^Gone leaflet/ }).click();
  await page.getByRole('region', { name: 'Gone leaflet', exact: true }).getByRole('button', { name: 'Delete draft' }).click();
  await deleteSlowly(screens, replies, 'emailDrafts.delete', 'Delete draft');
  await drafts.getByRole('button', { name: /^Kept leaflet/ }).click();
  const source = page.getByLabel('Source', { exact: true });
  await expect(page.getByRole('region', { name: 'Kept leaflet', exact: true })).toBeVisible();
  await typeText(source, '// tides');
  replies.release();
  await expect(page.getByText('Gone leaflet deleted', { exact: true })).toBeVisible();
  await screens.entry('Users').click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(source).toHaveValue('// tides');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
});

step('a name that is edited again stays in its field', async ({ page, screens }) => {
  const replies = await start({ page, screens });
  await screens.entry('Profile').click();
  const main = page.getByRole('main');
  const field = main.getByRole('textbox', { name: 'name', exact: true });
  const edit = async (name: string) => {
    await main.getByRole('button', { name: 'Edit name', exact: true }).click();
    await typeText(field, name);
  };
  await edit('Ada King');
  replies.hold('users.updateMe');
  await page.keyboard.press('Enter');
  await expect.poll(replies.isAwaited).toBe(true);
  await page.keyboard.press('Escape');
  await edit('Countess of Lovelace');
  replies.release();
  await expect(
    main
      .getByRole('heading', { name: 'Ada King' })
      .or(page.getByRole('button', { name: /Ada King/ }))
      .first(),
  ).toBeVisible();
  await expect(field).toHaveValue('Countess of Lovelace');
  await page.keyboard.press('Escape');
});

step('what failed after its dialog was closed is said', async ({ page, screens, environment }) => {
  const replies = await start({ page, screens });
  await asProject(environment, page, 'users.create', { body: { display_name: 'Stubborn Mule' } });
  const id = await userNamed(environment, page, 'Stubborn Mule');
  await screens.visit('users?q=Mule');
  await askToDelete(screens, 'Stubborn Mule');
  await typeText(screens.dialog.getByRole('textbox'), id);
  await deleteSlowly(screens, replies, 'users.delete', 'Delete user');
  replies.reject('service-error');
  await expect(page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')).toHaveCount(1);
});

step('what is entered while a form is being saved isn’t left without a question', async ({ page, screens }) => {
  const replies = await start({ page, screens });
  await screens.visit('project-settings');
  const main = page.getByRole('main');
  const name = main.getByLabel('Project name', { exact: true });
  await typeText(name, 'Engines');
  replies.hold('projects.update');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(replies.isAwaited).toBe(true);
  await typeText(name, 'Engines of Babbage');
  await screens.entry('Users').click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  replies.release();
  await expect(main.getByRole('button', { name: 'Discard', exact: true })).not.toHaveAttribute('aria-disabled');
  await expect(name).toHaveValue('Engines of Babbage');
  await main.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(name).toHaveValue('Engines');
});

step('what is entered while a draft is being saved isn’t left without a question', async ({ page, screens, environment }) => {
  const replies = await start({ page, screens });
  const body = { id: 'read_moon', description: 'Moon', contained_permission_ids: [] };
  await asProject(environment, page, 'permissions.createTeamDefinition', { body });
  await screens.visit('permissions?panel=read_moon');
  const description = screens.permissionPanel.getByLabel('Description', { exact: true });
  await typeText(description, 'Phases');
  replies.hold('permissions.updateTeamDefinition');
  await screens.permissionPanel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(replies.isAwaited).toBe(true);
  await typeText(description, 'Phases of the moon');
  await screens.entry('Users').click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  replies.release();
  await expect(page.getByText('read_moon saved', { exact: true })).toBeVisible();
  await expect(description).toHaveValue('Phases of the moon');
  await screens.permissionPanel.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(description).toHaveValue('Phases');
});

step('why a form that was left while it was being saved couldn’t be saved is said', async ({ page, screens }) => {
  const replies = await start({ page, screens });
  await screens.visit('project-settings');
  await typeText(page.getByRole('main').getByLabel('Project name', { exact: true }), 'Lost engines');
  // What is stored is read again first.
  replies.hold('projects');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(replies.isAwaited).toBe(true);
  await screens.entry('Users').click();
  await page.getByRole('alertdialog', { name: 'Leave before your changes are saved?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(screens.users).toBeVisible();
  replies.fail(/^service\.projects\.update/, 'service-error');
  replies.release();
  await expect(page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')).toHaveCount(1);
});
