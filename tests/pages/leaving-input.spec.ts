/** Leaving a screen with input that isn't saved, or is being saved. */
import type { Page } from '@playwright/test';
import { asProject, teamNamed } from '../support/browser/demo-project';
import { interceptService } from '../support/browser/service-replies';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const discarding = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
const saving = (page: Page) => page.getByRole('alertdialog', { name: 'Leave before your changes are saved?' });
const heading = (page: Page, name: string) => page.getByRole('banner').getByRole('heading', { level: 1, name, exact: true });

test('input that is being saved is asked about, stays when the save fails, and is left once it is saved', async ({
  page,
  screens,
  environment,
}) => {
  const service = await interceptService(page);
  await page.reload();
  await screens.startSandbox();
  const body = { id: 'read_tides', description: 'Tides', contained_permission_ids: [] };
  await asProject(environment, page, 'permissions.createTeamDefinition', { body });
  await screens.visit('permissions?panel=read_tides');
  const description = screens.permissionPanel.getByLabel('Description', { exact: true });
  const save = screens.permissionPanel.getByRole('button', { name: 'Save' });
  await typeText(description, 'Tables of tides');
  await expect.poll(service.isIdle).toBe(true);

  service.hold('permissions.');
  await save.click();
  await screens.entry('Users').click();
  await expect(saving(page)).toBeVisible();
  service.fail(/^service\.permissions\.updateTeamDefinition/);
  service.release();
  await expect(discarding(page)).toBeVisible();
  await discarding(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(description).toHaveValue('Tables of tides');

  service.fail(null);
  service.hold('permissions.');
  await save.click();
  await screens.entry('Users').click();
  await expect(saving(page)).toBeVisible();
  service.release();
  await expect(heading(page, 'Users')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  const { items } = (await asProject(environment, page, 'permissions.teamDefinitions', {})) as { items: object[] };
  expect(items).toContainEqual(expect.objectContaining({ id: 'read_tides', description: 'Tables of tides' }));
});

const { step, takeSteps } = createSteps();
test('a name that is edited in place', takeSteps);

step('is asked about before its screen is left', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Edit name' }).click();
  const field = main.getByRole('textbox', { name: 'name', exact: true });
  // An untouched name that is changed elsewhere isn't input.
  const { items } = (await asProject(environment, page, 'users.list', { query: { query: 'ada@analytical' } })) as {
    items: { id: string }[];
  };
  await asProject(environment, page, 'users.update', { params: { user_id: items[0]?.id }, body: { display_name: 'Ada Byron' } });
  await expect(page.getByRole('button', { name: /Ada Byron/ })).toBeVisible();
  await screens.entry('Users').click();
  await expect(heading(page, 'Users')).toBeVisible();

  await screens.entry('Profile').click();
  await main.getByRole('button', { name: 'Edit name' }).click();
  await typeText(field, 'Ada King');
  await screens.entry('Users').click();
  await discarding(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toHaveValue('Ada King');
  await field.press('Escape');
  await screens.entry('Users').click();
  await expect(heading(page, 'Users')).toBeVisible();
});

step('is asked about before its tab is left', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await teamNamed(environment, page, 'Analytical Engines');
  await screens.visit(`account/teams/${id}?tab=profile`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Edit / }).click();
  const field = main.getByRole('tabpanel').getByRole('textbox');
  await typeText(field, 'Countess');
  await page.getByRole('tab', { name: 'General' }).click();
  await discarding(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toHaveValue('Countess');
  await page.keyboard.press('Escape');
});
