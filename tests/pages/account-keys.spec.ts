import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { holdsSecret } from '../support/browser/secret-search';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect } from '../support/page/fixtures';
import { test } from '../support/page/guarded-demo';

const list = (page: Page) => page.getByRole('grid', { name: 'API keys' });
const row = (page: Page, name: string) => list(page).getByRole('row', { name: new RegExp(`^${name}`) });
const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create API key' });

async function openKeys(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('API keys').click();
  await row(screens.page, 'Notebook').waitFor();
}

async function createKey({ page, dialog }: Screens, description: string): Promise<void> {
  await createButton(page).click();
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('dialog', { name: 'Save your API key' })).toBeVisible();
}

test.describe('a key that the user reveals', () => {
  test.use({ expectedSecrets: /"value":\{"text":"sk_/ });

  test('is created, saved once, listed without its text, and revoked', async ({ page, screens, sentToWindows }) => {
    await openKeys(screens);
    await createButton(page).click();
    const { dialog } = screens;
    await dialog.getByLabel('Expires').selectOption('date');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    await expect(dialog.getByText('Enter a description')).toBeVisible();
    await expect(dialog.getByLabel('Description')).toBeFocused();
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await expect(dialog.getByText('Enter today’s date or a later one')).toBeVisible();
    await dialog.getByLabel('Expires').selectOption('never');
    await expect(dialog.getByText('The key stays valid until you revoke it')).toBeVisible();
    await dialog.getByLabel('Description').fill('<b>Reports</b> 🔑');
    await dialog.getByLabel('Expires').selectOption('90');
    await dialog.getByRole('button', { name: 'Create API key' }).click();

    const saved = page.getByRole('dialog', { name: 'Save your API key' });
    await expect(saved.getByText('<b>Reports</b> 🔑')).toBeVisible();
    await expect(saved.getByRole('button', { name: 'Done' })).toBeDisabled();
    await expect(saved.getByRole('button', { name: 'Done' })).toHaveAccessibleDescription('Select the checkbox to continue');
    expect(sentToWindows.filter(holdsSecret)).toEqual([]);
    await saved.getByRole('button', { name: 'Show key' }).click();
    const code = saved.locator('code');
    await expect(code).toHaveText(/^sk_[0-9a-z]{99}$/);
    const text = await code.textContent();
    await saved.getByRole('button', { name: 'Hide key' }).click();
    await expect(code).not.toHaveText(text ?? '');

    await saved.getByLabel('Environment variable').fill('2 KEYS');
    await expect(saved.getByRole('button', { name: 'Download environment file' })).toBeDisabled();
    await saved.getByLabel('Environment variable').fill('REPORTS_KEY');
    const downloading = page.waitForEvent('download');
    await saved.getByRole('button', { name: 'Download environment file' }).click();
    const download = await downloading;
    expect(await readFile(await download.path(), 'utf8')).toBe(`REPORTS_KEY=${text}\n`);

    await saved.getByLabel('I’ve saved this key somewhere safe').check();
    await saved.getByRole('button', { name: 'Done' }).click();
    await expect(saved).toBeHidden();
    const created = row(page, '<b>Reports</b> 🔑');
    await expect(created).toContainText('In 90 days');
    await expect(created).toContainText(`sk_…${text?.slice(-4)}`);
    await page.getByRole('button', { name: 'Revoke <b>Reports</b> 🔑' }).click();
    await screens.dialog.getByRole('button', { name: 'Revoke API key' }).click();
    await expect(created).toContainText('Revoked');
    await expect(created.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  });

  test('keeps a new key in its dialog until it is saved, whatever happens to the screen behind it', async ({
    page,
    screens,
    environment,
  }) => {
    await openKeys(screens);
    await createKey(screens, 'Reports');
    const saved = page.getByRole('dialog', { name: 'Save your API key' });
    const off = page.getByRole('heading', { name: 'User API keys are turned off for this project', includeHidden: true });
    await asProject(environment, page, 'projects.update', { body: { config: { allow_user_api_keys: false } } });
    await expect(off).toBeVisible();
    await expect(saved).toBeVisible();
    await page.goBack();
    await expect(off).toHaveCount(0);
    await saved.getByRole('button', { name: 'Show key' }).click();
    await expect(saved.locator('code')).toHaveText(/^sk_/);
    await saved.getByLabel('I’ve saved this key somewhere safe').check();
    await saved.getByRole('button', { name: 'Done' }).click();
    await expect(saved).toBeHidden();
  });
});

const { step, takeSteps } = createSteps();
test('the API keys of the account', takeSteps);

step('lists valid keys first, and filters them by text and status', async ({ page, screens }) => {
  await openKeys(screens);
  const names = list(page).getByRole('row').locator('bdi');
  await expect(names).toHaveText(['Embedded calculator', 'Notebook', 'Build server', 'Conference demo', 'Old notebook']);
  await expect(page.getByText('3 valid, 2 inactive')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('NOTEBOOK');
  await expect(names).toHaveText(['Notebook', 'Old notebook']);
  await page.getByRole('button', { name: 'Status: All statuses' }).click();
  await page.getByRole('menuitemradio', { name: 'Revoked' }).click();
  await expect(names).toHaveText(['Old notebook']);
  await page.getByRole('button', { name: 'Status: Revoked' }).click();
  await page.getByRole('menuitemradio', { name: 'Expired' }).click();
  await expect(page.getByRole('heading', { name: 'No API keys match your search and filter' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect(names).toHaveCount(5);
});

step('asks before an unsaved key is left, and never tells the page its text', async ({ page, screens }) => {
  await openKeys(screens);
  await createKey(screens, 'Reports');
  const saved = page.getByRole('dialog', { name: 'Save your API key' });
  const question = page.getByRole('alertdialog', { name: 'Close without saving the API key?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(saved).toBeVisible();
  await saved.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(saved).toBeHidden();
  await expect(row(page, 'Reports')).toBeVisible();
});

test('follows what another window and the project’s admin change', async ({ page, screens, environment }) => {
  await openKeys(screens);
  const { url } = (await environment.ask(page, 'app.openWindow', { path: '/c/sandbox/account/api-keys' })) as { url: string };
  const other = await page.context().newPage();
  await other.goto(url);
  await row(other, 'Notebook').waitFor();
  await page.getByRole('button', { name: 'Revoke Notebook' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke API key' }).click();
  await expect(row(other, 'Notebook')).toContainText('Revoked');

  const turn = (isOn: boolean) =>
    environment.ask(other, 'service.projects.update', {
      actor: 'project',
      connectionId: 'sandbox',
      body: { config: { allow_user_api_keys: isOn } },
    });
  await turn(false);
  await expect(page.getByRole('heading', { name: 'User API keys are turned off for this project' })).toBeVisible();
  await expect(createButton(page)).toBeDisabled();
  await expect(createButton(page)).toHaveAccessibleDescription('User API keys are turned off for this project');
  await turn(true);
  await expect(row(page, 'Notebook')).toBeVisible();
});

test('closes a team’s keys when the account loses its permission', async ({ page, screens, environment, sentToWindows }) => {
  await screens.startSandbox();
  await screens.entry('Difference Engine No. 2').click();
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create API key' }).first().waitFor();
  // The permissions of this team were read once, and those of no other one.
  const grants = sentToWindows.filter((text) => text.includes('"$manage_api_keys"'));
  expect(grants.map((text) => new Set(text.match(/"team_id":"[^"]+"/g)).size)).toEqual([1]);
  await createKey(screens, 'Exports');
  await page.getByLabel('I’ve saved this key somewhere safe').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Exports')).toBeVisible();

  const project = { actor: 'project', connectionId: 'sandbox' };
  const { value } = (await environment.ask(page, 'accounts.list', {})) as { value: { id: string }[] };
  const me = { actor: 'account', connectionId: 'sandbox', accountId: value[0]?.id };
  const user = (await environment.ask(page, 'service.users.me', me)) as { id: string };
  const teams = (await environment.ask(page, 'service.teams.list', { ...me, query: { user_id: 'me' } })) as {
    items: { id: string; display_name: string }[];
  };
  const team = teams.items.find(({ display_name }) => display_name === 'Difference Engine No. 2');
  const params = { team_id: team?.id, user_id: user.id, permission_id: 'team_admin' };
  await environment.ask(page, 'service.permissions.revokeInTeam', { ...project, params });
  await expect(page.getByRole('heading', { name: 'You can’t manage this team’s API keys' })).toBeVisible();
  await expect(createButton(page)).toHaveAccessibleDescription(/requires the \$manage_api_keys permission/);
  await environment.ask(page, 'service.permissions.grantInTeam', { ...project, params, body: {} });
  await expect(row(page, 'Exports')).toBeVisible();
});

test('keeps the form when the service is lost, and creates one key afterwards', async ({ page, screens, host }) => {
  await openKeys(screens);
  await createButton(page).click();
  const { dialog } = screens;
  await dialog.getByLabel('Description').fill('Reports');
  await dialog.getByLabel('Expires').selectOption('365');
  await host.killSandbox();
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveValue('Reports');
  await expect(dialog.getByLabel('Expires')).toHaveValue('365');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(row(page, 'Notebook')).toBeVisible();
  await createKey(screens, 'Reports');
  await page.getByLabel('I’ve saved this key somewhere safe').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Reports')).toHaveCount(1);
});

/** Opens Ada's keys in a profile that no account is signed in to. */
async function signInAndOpenKeys(page: Page, screens: Screens, environment: TestEnvironment): Promise<void> {
  await screens.openDemo();
  const credentials = { email: 'ada@analytical.example', password: 'Analytical-Engine-1843' };
  await environment.ask(page, 'signIn.withPassword', { connectionId: 'sandbox', ...credentials });
  await screens.entry('API keys').click();
  await row(page, 'Notebook').waitFor();
}

test.describe('in production', () => {
  test.use({ safety: 'type-to-destroy' });

  test('a key is revoked after its description was typed', async ({ page, screens, environment }) => {
    await signInAndOpenKeys(page, screens, environment);
    await page.getByRole('button', { name: 'Revoke Notebook' }).click();
    const { dialog } = screens;
    await expect(dialog).toHaveAttribute('data-environment', 'production');
    await expect(dialog.getByRole('button', { name: 'Revoke API key' })).toBeDisabled();
    await dialog.getByRole('textbox').fill('Notebook');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Notebook')).toContainText('Revoked');
  });
});

test.describe('a read-only connection', () => {
  test.use({ safety: 'read-only' });

  test('lists keys, and says why none can be created or revoked', async ({ page, screens, environment }) => {
    await signInAndOpenKeys(page, screens, environment);
    for (const button of [createButton(page), page.getByRole('button', { name: 'Revoke Notebook' })]) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(/^This connection is read-only/);
    }
  });
});

step('a distant expiry is shown as a date', async ({ page, screens }) => {
  await openKeys(screens);
  await createButton(page).click();
  await screens.dialog.getByLabel('Description').fill('Centennial');
  await screens.dialog.getByLabel('Expires').selectOption('date');
  await screens.dialog.getByLabel('Last day').fill('2126-08-27');
  await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('I’ve saved this key somewhere safe').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Centennial')).toContainText(/27\sAug\s2126/);
});

step('a key’s description is edited from its menu, and revoking is there, too', async ({ page, screens }) => {
  await openKeys(screens);
  await row(page, 'Notebook').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit description…' }).click();
  const { dialog } = screens;
  await dialog.getByLabel('Description').fill(' ');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription('Enter a description');
  await dialog.getByLabel('Description').fill('Notebook, second floor');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Description saved', { exact: true })).toBeVisible();
  await expect(row(page, 'Notebook, second floor')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Revoke “Notebook, second floor”?' })).toBeVisible();
});
