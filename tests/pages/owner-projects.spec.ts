/** What an owner does with a project in the list: deleting and transferring it. */
import type { Page } from '@playwright/test';
import { demoProjectId } from '#sandbox/seed/seed-projects.ts';
import { tile } from '../support/browser/connecting';
import { holdReply } from '../support/browser/held-reply';
import type { ProxiedService } from '../support/browser/proxied-service';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { chooseForProject, createOwnTeam, openOwnProjects, openSandboxProjects, test } from '../support/page/dashboard-project';
import { expect } from '../support/page/fixtures';

const projects = (page: Page) => page.getByRole('region', { name: 'Your projects' });
const card = (page: Page, name: string) => projects(page).getByRole('heading', { name, exact: true });

async function create({ page, dialog }: Screens, name: string): Promise<void> {
  await projects(page).getByRole('button', { name: 'Create project' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(card(page, name)).toBeVisible();
}

/** Types the name that a dialog asks for, and deletes. */
async function confirmDeletion({ dialog }: Screens, name: string): Promise<void> {
  const confirm = dialog.getByRole('button', { name: 'Delete project' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(`${name}s`);
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(name);
  await confirm.click();
}

test('a project without a connection is deleted by its name, and leaves none behind', async ({ page, screens }) => {
  await openSandboxProjects(screens);
  await create(screens, 'Difference Works');
  await chooseForProject(screens, 'Difference Works', 'Delete…');
  await expect(screens.dialog).toContainText('This permanently deletes the project with all users, teams, keys, and settings.');
  await confirmDeletion(screens, 'Difference Works');
  await expect(page.getByText('Difference Works deleted', { exact: true })).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);
  await expect(card(page, 'Difference Works')).toHaveCount(0);
  await expect(card(page, 'Analytical Engines')).toBeVisible();
  await expect(tile(page, 'Difference Works')).toHaveCount(0);
});

test('a new project starts with the sign-in methods that its card shows', async ({ page, screens }) => {
  await openSandboxProjects(screens);
  await projects(page).getByRole('button', { name: 'Create project' }).click();
  const { dialog } = screens;
  await expect(dialog.getByRole('switch', { name: 'Password' })).toBeChecked();
  const preview = dialog.getByRole('img');
  await expect(preview).toHaveAccessibleName(/Password/);
  await dialog.getByRole('switch', { name: 'Password' }).press('Space');
  await expect(preview).not.toHaveAccessibleName(/Password/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(preview).toHaveAccessibleName(/Passkey/);
  await typeText(dialog.getByLabel('Name', { exact: true }), 'Difference Works');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Difference Works')).toBeVisible();
  await projects(page).getByRole('button', { name: 'Open Difference Works' }).click();
  // Until then, the navigation is that of the project from which it was opened.
  await expect(page).toHaveTitle(/Difference Works/);
  await screens.entry('Sign-in methods', 'Admin').click();
  await expect(page.getByRole('switch', { name: 'Passkey' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Password' })).not.toBeChecked();
});

test('the projects are sorted by name or date, also after a reload', async ({ page, screens }) => {
  await openSandboxProjects(screens);
  const names = projects(page).getByRole('heading', { level: 3 });
  await expect(names).toHaveText(['Difference Engine', 'Analytical Engines']);
  const order = page.getByRole('combobox', { name: 'Sort projects' });
  await order.focus();
  await page.keyboard.type('By name');
  await expect(names).toHaveText(['Analytical Engines', 'Difference Engine']);
  await page.reload();
  await expect(order).toHaveValue('name');
  await expect(names).toHaveText(['Analytical Engines', 'Difference Engine']);
});

test('the sandbox keeps its demo project', async ({ page, screens }) => {
  await openSandboxProjects(screens);
  await projects(page).getByRole('button', { name: 'Actions for Analytical Engines' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toContainText('The sandbox requires its demo project.');
});

/** Opens the project’s connection and returns to the list. Resolves to the connection’s ID. */
async function openAndReturn(screens: Screens, name: string): Promise<string> {
  const { page } = screens;
  const list = page.url();
  await projects(page)
    .getByRole('button', { name: `Open ${name}` })
    .click();
  await expect(page).toHaveTitle(new RegExp(`Users · ${name}`));
  const id = /#\/c\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  await page.goto(list);
  await expect(card(page, name)).toBeVisible();
  return id;
}

test('a project that is deleted through its connection leaves the list, and the connection says that it is gone', async ({
  page,
  screens,
  environment,
  internal,
}) => {
  await openOwnProjects(screens, internal);
  await create(screens, 'Difference Works');
  const connectionId = await openAndReturn(screens, 'Difference Works');
  await environment.ask(page, 'service.projects.delete', { actor: 'project', connectionId });
  await expect(card(page, 'Difference Works')).toHaveCount(0);
  await expect(page.getByText('The project in “Dashboard” no longer exists')).toHaveCount(0);
  await tile(page, 'Difference Works').click();
  await expect(page.getByText('The project in “Difference Works” no longer exists')).toBeVisible();
  await page.getByRole('button', { name: 'Remove connection' }).click();
  await screens.dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(tile(page, 'Difference Works')).toHaveCount(0);
});

test('a project whose name is blank is called by its ID, and opens', async ({ page, screens, environment, internal }) => {
  await openOwnProjects(screens, internal);
  const connectionId = await openAndReturn(screens, 'Analytical Engines');
  await environment.ask(page, 'service.projects.update', { actor: 'project', connectionId, body: { display_name: ' ' } });
  await expect(card(page, demoProjectId)).toBeVisible();
  await projects(page)
    .getByRole('button', { name: `Open ${demoProjectId}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/c/${connectionId}/users`));
  await expect(screens.users).toBeVisible();
});

/** Keeps every number of text fields that a dialog has had. */
const countFields = `
  window.counts = [];
  new MutationObserver(() => {
    const fields = [...document.querySelectorAll('[role=dialog] input')];
    window.counts.push(fields.filter((field) => field.type === 'text' && !field.closest('[inert]')).length);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });`;

test('the name of a new team isn’t asked for while the teams are loaded', async ({ page, screens, internal }) => {
  await openOwnProjects(screens, internal);
  const teams = await holdReply(page, 'service.teams.list');
  await page.reload();
  await projects(page).getByRole('button', { name: 'Create project' }).click();
  await expect(screens.dialog.getByRole('button', { name: 'Create project' })).toBeDisabled();
  await expect.poll(teams.isHeld).toBe(true);
  await page.evaluate(countFields);
  teams.release();
  await expect(screens.dialog.getByLabel('Owner team')).toHaveValue(/./);
  expect(new Set(await page.evaluate<number[]>('window.counts'))).toEqual(new Set([1]));
});

test('deleting a project succeeds when the response is lost, and its connection is offered for removal', async ({
  page,
  screens,
  internal,
}) => {
  await openOwnProjects(screens, internal);
  await create(screens, 'Difference Works');
  await openAndReturn(screens, 'Difference Works');
  await chooseForProject(screens, 'Difference Works', 'Delete…');
  internal.lost.add('DELETE /internal/projects/current').add('DELETE /projects/current');
  await confirmDeletion(screens, 'Difference Works');
  await expect(page.getByText('Difference Works deleted', { exact: true })).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(tile(page, 'Difference Works')).toHaveCount(0);
  await expect(card(page, 'Difference Works')).toHaveCount(0);
});

test('a project that can’t be deleted stays, and so does the rail', async ({ page, screens, internal }) => {
  await openOwnProjects(screens, internal);
  await create(screens, 'Difference Works');
  await chooseForProject(screens, 'Difference Works', 'Delete…');
  for (const path of ['/internal/projects/current', '/projects/current']) {
    internal.replaced.set(`DELETE ${path}`, { status: 403, text: 'Not now' });
  }
  await confirmDeletion(screens, 'Difference Works');
  await expect(screens.dialog.getByRole('alert')).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, 'Difference Works')).toBeVisible();
  await expect(tile(page, 'Difference Works')).toHaveCount(0);
});

test('a read-only connection to a project protects it also in the list', async ({ page, screens, environment, internal }) => {
  await openOwnProjects(screens, internal);
  const id = await openAndReturn(screens, 'Analytical Engines');
  await environment.ask(page, 'connections.edit', { id, change: { safety: 'read-only' } });
  await projects(page).getByRole('button', { name: 'Actions for Analytical Engines' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toContainText('This connection is read-only');
});

/** The number of transfers, and of the requests that detect whether there are any. */
const transfers = ({ requests }: ProxiedService) => requests.filter((request) => request === 'POST /internal/projects/transfer').length;

test('a project is transferred to another team of its owner, also when the response is lost', async ({
  page,
  screens,
  environment,
  internal,
}) => {
  await openOwnProjects(screens, internal);
  await chooseForProject(screens, 'Analytical Engines', 'Transfer…');
  await expect(screens.dialog.getByText('You aren’t in any other team. Create or join one first.').first()).toBeVisible();
  await expect(screens.dialog.getByRole('button', { name: 'Transfer project' })).toBeDisabled();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await createOwnTeam(screens, environment, 'Engine builders');

  await chooseForProject(screens, 'Analytical Engines', 'Transfer…');
  await expect(screens.dialog.getByText('All members of Engine builders can administer the project')).toBeVisible();
  await expect(screens.dialog.getByText(/^Members of Owners lose access/)).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Transfer project' }).click();
  await expect(page.getByText('Analytical Engines transferred to Engine builders', { exact: true })).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);

  await chooseForProject(screens, 'Analytical Engines', 'Transfer…');
  await expect(screens.dialog.getByLabel('New owner team').locator('option')).toHaveText(['Owners']);
  const before = transfers(internal);
  internal.lost.add('POST /internal/projects/transfer');
  await screens.dialog.getByRole('button', { name: 'Transfer project' }).click();
  await expect(page.getByText('Analytical Engines transferred to Owners', { exact: true })).toBeVisible();
  expect(transfers(internal)).toBe(before + 1);
});

test.describe('before 2.8.34', () => {
  test.use({ sandboxRelease: '2.8.33' });

  test('a release without transfers says so', async ({ page, screens }) => {
    await openSandboxProjects(screens);
    await projects(page).getByRole('button', { name: 'Actions for Analytical Engines' }).click();
    await expect(page.getByRole('menuitem', { name: /^Transfer…/ })).toContainText('This requires version 2.8.34 of the service or later.');
  });
});
