/** Projects that are created with the settings of another one. */
import type { Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { chooseForProject, openOwnProjects, openSandboxProjects, test } from '../support/page/dashboard-project';
import { expect } from '../support/page/fixtures';

const projects = (page: Page) => page.getByRole('region', { name: 'Your projects' });
const name = ({ dialog }: Screens) => dialog.getByLabel('Name', { exact: true });
const submit = ({ dialog }: Screens) => dialog.getByRole('button', { name: 'Create copy' }).click();

async function startCopy(screens: Screens): Promise<void> {
  await chooseForProject(screens, 'Analytical Engines', 'Create copy…');
  await expect(name(screens)).toHaveValue('Copy of Analytical Engines');
}

test('a copy has the settings that it announces, and opens as a connection', async ({ page, screens }) => {
  const { dialog } = screens;
  await openSandboxProjects(screens);
  await startCopy(screens);
  await expect(dialog).toHaveAttribute('data-environment', 'development');
  await expect(dialog.getByText('Password, One-time code and sign-in link, Passkey')).toBeVisible();
  await expect(dialog.getByText('GitHub, Google, Microsoft, Spotify', { exact: true })).toBeVisible();
  await expect(dialog.getByText('https://app.analytical.example/handler')).toBeVisible();
  const left = dialog.getByRole('list', { name: 'Not copied' });
  await expect(left.getByRole('listitem').filter({ hasText: /Apple|GitLab/ })).toHaveCount(2);
  await expect(left).toContainText('Apple with its own keys');
  await expect(left).toContainText('The client secret isn’t copied.');
  await expect(left).toContainText('Users, teams, permissions, email templates, and project keys');
  await name(screens).fill(' ');
  await submit(screens);
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await name(screens).fill('Difference Works');
  await dialog.getByLabel('Description', { exact: true }).fill('Tables without errors');
  await submit(screens);
  await expect(page.getByText('Difference Works created', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(projects(page).getByText('Tables without errors')).toBeVisible();

  await projects(page).getByRole('button', { name: 'Open Difference Works' }).click();
  await expect(page).toHaveTitle(/Users · Difference Works/);
  await screens.entry('Sign-in methods').click();
  await expect(page.getByRole('switch', { name: 'Passkey', exact: true })).toBeChecked();
  await expect(page.getByRole('main').getByRole('group', { name: 'GitHub', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('group', { name: 'Apple', exact: true })).toHaveCount(0);
  await screens.entry('Domains').click();
  await expect(
    page
      .getByRole('main')
      .getByText('https://app.analytical.example')
      .or(page.locator('input[value="https://app.analytical.example"]'))
      .first(),
  ).toBeVisible();
});

test('a copy whose response is lost is created once', async ({ page, screens, internal }) => {
  await openOwnProjects(screens, internal);
  await startCopy(screens);
  await expect(screens.dialog.getByLabel('Owner team').locator('option:checked')).toHaveText('Owners');
  internal.lost.add('POST /internal/projects');
  await submit(screens);
  await expect(page.getByText('Copy of Analytical Engines created', { exact: true })).toBeVisible();
  await expect(projects(page).getByRole('heading', { name: 'Copy of Analytical Engines' })).toHaveCount(1);
  expect(internal.requests.filter((request) => request === 'POST /internal/projects')).toHaveLength(1);
});

test('settings that can’t be read again aren’t copied, and a project that was deleted in the meantime is reported as gone', async ({
  page,
  screens,
  internal,
}) => {
  await openOwnProjects(screens, internal);
  internal.replaced.set('GET /internal/projects', { status: 500, text: 'Not now' });
  await chooseForProject(screens, 'Analytical Engines', 'Create copy…');
  await expect(screens.dialog.getByText('Couldn’t read the project’s settings')).toBeVisible();
  internal.replaced.clear();
  internal.change = (path, body) => (path === '/internal/projects' ? { ...(body as object), items: [] } : body);
  await screens.dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(screens.dialog.getByText('This project no longer exists')).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
});

test('a read-only connection creates no projects, and says why', async ({ page, screens, environment }) => {
  await openSandboxProjects(screens);
  await environment.ask(page, 'connections.edit', { id: 'sandbox-internal', change: { safety: 'read-only' } });
  const create = projects(page).getByRole('button', { name: 'Create project' });
  await expect(create).toHaveAccessibleDescription(/This connection is read-only/);
  await projects(page).getByRole('button', { name: 'Actions for Analytical Engines' }).click();
  await expect(page.getByRole('menuitem', { name: /^Create copy…/ })).toContainText('This connection is read-only');
});
