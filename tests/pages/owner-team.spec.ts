/** The team that owns a new project on release 2.8.86, where detection alone doesn't show that there must be one. */

import type { Change, ProxiedService } from '../support/browser/proxied-service';
import type { Screens } from '../support/browser/screens';
import { openOwnProjects, test } from '../support/page/dashboard-project';
import { expect } from '../support/page/fixtures';

/** Lists the paths without items. */
const emptied =
  (...paths: readonly string[]): Change =>
  (path, body) =>
    paths.includes(path) ? { ...(body as object), items: [] } : body;

/** Replaces the release number: the service doesn't name it. */
const hideRelease = ({ replaced }: ProxiedService) => replaced.set('POST /check-version', { status: 404, text: 'Not found' });

async function startProject(screens: Screens, internal: ProxiedService, name: string): Promise<void> {
  const { page, dialog } = screens;
  await openOwnProjects(screens, internal);
  await page.getByRole('main').getByRole('button', { name: 'Create project' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
}

const submit = ({ dialog }: Screens) => dialog.getByRole('button', { name: 'Create project' }).click();

test('is asked for where only the listed projects show it', async ({ page, screens, internal }) => {
  hideRelease(internal);
  await startProject(screens, internal, 'Difference Works');
  await expect(screens.dialog.getByLabel('Owner team').locator('option:checked')).toHaveText('Owners');
  await submit(screens);
  await expect(page.getByRole('heading', { name: 'Difference Works' })).toBeVisible();
});

test('is asked for once the service requires it, and created where the user is in none', async ({ page, screens, internal }) => {
  hideRelease(internal);
  internal.change = emptied('/internal/projects', '/teams');
  await startProject(screens, internal, 'Difference Works');
  await expect(screens.dialog.getByLabel('Team name')).toBeHidden();
  internal.dropped.add('POST /internal/projects');
  await submit(screens);
  await expect(screens.dialog.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await expect(screens.dialog.getByLabel('Name', { exact: true })).toHaveValue('Difference Works');
  internal.dropped.clear();
  await submit(screens);
  await expect(screens.dialog.getByText('This service requires an owner team')).toBeVisible();
  await expect(screens.dialog.getByText('You’re not in one yet, so Latchkey creates one.')).toBeVisible();
  await screens.dialog.getByLabel('Team name').fill('Engine builders');
  await submit(screens);
  await expect(page.getByText('Difference Works created', { exact: true })).toBeVisible();
  await expect(screens.dialog).toBeHidden();
});

test('is asked for after a detection that failed was repeated', async ({ screens, internal }) => {
  internal.dropped.add('POST /check-version');
  internal.change = emptied('/internal/projects');
  await startProject(screens, internal, 'Difference Works');
  await expect(screens.dialog.getByText('Couldn’t check whether this service requires an owner team')).toBeVisible();
  await submit(screens);
  expect(internal.requests).not.toContain('POST /internal/projects');
  internal.dropped.clear();
  await screens.dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(screens.dialog.getByLabel('Owner team').or(screens.dialog.getByLabel('Team name'))).toBeVisible();
});

test('is not said to be the first one where teams couldn’t be read', async ({ screens, internal }) => {
  internal.change = (path, body) =>
    path === '/teams' ? { ...(body as object), items: (body as { items: object[] }).items.map((item) => ({ ...item, id: 5 })) } : body;
  await startProject(screens, internal, 'Difference Works');
  await expect(screens.dialog.getByText(/aren’t shown because|isn’t shown because/)).toBeVisible();
  await expect(screens.dialog.getByLabel('Team name')).toBeVisible();
  await expect(screens.dialog.getByText(/You’re not in one yet/)).toBeHidden();
});
