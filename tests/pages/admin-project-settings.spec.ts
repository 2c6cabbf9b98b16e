/** The settings of a project, and its deletion. */
import type { Page } from '@playwright/test';
import { connected, tile } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

interface Project {
  readonly display_name: string;
  readonly description: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Reads the project without the references to its secrets, which are new each time. */
async function read(page: Page, environment: TestEnvironment): Promise<Project> {
  const answer = await environment.ask(page, 'service.projects.read', project);
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'ref' ? undefined : value))) as Project;
}

const update = (page: Page, environment: TestEnvironment, body: object) =>
  environment.ask(page, 'service.projects.update', { ...project, body });

async function openSettings(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Project settings').click();
  await screens.page.getByLabel('Project name', { exact: true }).waitFor();
}

const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true });

test('the last change is the newest one, made while the screen was shown or not', async ({ page, screens, environment }) => {
  await openSettings(screens);
  const main = page.getByRole('main');
  await expect(main.getByText('No changes made with Latchkey', { exact: true })).toBeVisible();
  await update(page, environment, { description: 'Engines that compute differences' });
  await expect(main).toContainText('Changed project description');
  await update(page, environment, { display_name: 'Difference Engines' });
  await expect(main).toContainText('Renamed project');
  await screens.entry('Users').click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  await update(page, environment, { description: 'Machines' });
  await screens.entry('Project settings').click();
  await expect(main).toContainText('Changed project description');
});

test('name, description and switches are saved together, and nothing else changes', async ({ page, screens, environment }) => {
  await openSettings(screens);
  const before = await read(page, environment);
  const name = page.getByLabel('Project name', { exact: true });
  await name.fill(' ');
  await save(page).click();
  await expect(name).toHaveAccessibleDescription('Enter a name');
  await name.fill('Difference Engines');
  await page.getByLabel('Description', { exact: true }).fill('Brass and steam');
  const keys = page.getByRole('switch', { name: 'Teams can have API keys' });
  const had = before.config.allow_team_api_keys;
  await keys.click();
  await expect(page.getByText('Project name, Description, Teams can have API keys')).toBeVisible();
  await screens.entry('Users', 'Admin').click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await save(page).click();
  await expect(page.getByText('Project settings saved', { exact: true })).toBeVisible();
  const after = await read(page, environment);
  expect(after).toEqual({
    ...before,
    display_name: 'Difference Engines',
    description: 'Brass and steam',
    config: { ...before.config, allow_team_api_keys: !had },
  });
  await expect(page.getByText(/\/\.well-known\/jwks\.json$/)).toHaveText(new RegExp(`^${environment.url()}/api/v1/projects/`));
});

test('the message of a save never covers the bar of the next one', async ({ page, screens }) => {
  await openSettings(screens);
  const description = page.getByLabel('Description', { exact: true });
  await description.pressSequentially('Brass');
  await save(page).click();
  const message = page.getByRole('listitem').filter({ hasText: 'Project settings saved' });
  await expect(message).toBeVisible();
  await description.pressSequentially(' and steam');
  const gap = async () => {
    const [above, below] = await Promise.all([message.boundingBox(), save(page).boundingBox()]);
    return above && below && below.y - above.y - above.height;
  };
  await expect.poll(gap).toBeGreaterThan(0);
});

test('a setting that was changed elsewhere in the meantime is never overwritten', async ({ page, screens, environment }) => {
  await openSettings(screens);
  await page.getByLabel('Project name', { exact: true }).fill('Mine');
  await update(page, environment, { display_name: 'Theirs', description: 'From elsewhere' });
  const choice = page.getByRole('group', { name: /Project name/ });
  await expect(choice).toContainText('Theirs');
  await expect(save(page)).toBeDisabled();
  // What wasn’t edited here follows.
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('From elsewhere');
  await choice.getByRole('radio', { name: /^Your value/ }).click();
  await save(page).click();
  await expect(page.getByText('Project settings saved', { exact: true })).toBeVisible();
  expect(await read(page, environment)).toMatchObject({ display_name: 'Mine', description: 'From elsewhere' });
});

test('the sandbox’s own project can’t be deleted', async ({ page, screens }) => {
  await openSettings(screens);
  await expect(page.getByRole('main').getByRole('button', { name: 'Delete project' })).toBeDisabled();
  await expect(page.getByText('The sandbox requires its demo project.').first()).toBeVisible();
});

test('a project is deleted by its name, also when the response is lost, and its connection is offered for removal', async ({
  page,
  screens,
  proxied,
}) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Project settings').click();
  await page.getByLabel('Project name', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Delete project' }).click();
  const confirm = screens.dialog.getByRole('button', { name: 'Delete project' });
  await expect(confirm).toBeDisabled();
  await screens.dialog.getByRole('textbox').fill('Analytical Engines');
  proxied.lost.add('DELETE /internal/projects/current').add('DELETE /projects/current');
  await confirm.click();
  await expect(page.getByText('Analytical Engines deleted', { exact: true })).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(tile(page, 'Engines')).toHaveCount(0);
});

test('the keys of a question don’t save the form below it', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Project settings').click();
  await typeText(page.getByLabel('Project name', { exact: true }), 'Mills');
  await page.getByRole('main').getByRole('button', { name: 'Delete project' }).click();
  await screens.dialog.getByRole('textbox').press('ControlOrMeta+Enter');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await save(page).click();
  await expect(page.getByText('Project settings saved', { exact: true })).toBeVisible();
  expect(proxied.requests.filter((request) => request.startsWith('PATCH '))).toHaveLength(1);
});

test('the public keys are listed, and go back to the settings', async ({ page, screens }) => {
  await openSettings(screens);
  await page.getByRole('link', { name: 'View keys' }).click();
  await expect(page.getByRole('heading', { name: 'Public keys', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('EC, P-256');
  await expect(page.getByRole('button', { name: 'Copy as JSON' })).toBeVisible();
  await page.getByRole('link', { name: 'Project settings', exact: true }).first().click();
  await expect(page.getByLabel('Project name', { exact: true })).toBeVisible();
});
