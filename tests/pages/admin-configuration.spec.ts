/** The levels of the configuration in the project settings: where values come from, and the way back to earlier ones (wire/later 7). */
import type { Page } from '@playwright/test';
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const section = (page: Page) => page.getByRole('region', { name: 'Configuration', exact: true });
const keys = (page: Page) => section(page).getByRole('list', { name: 'Configuration', exact: true }).getByRole('listitem');
const search = (page: Page) => section(page).getByRole('searchbox', { name: 'Search keys' });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Project settings').click();
  await screens.page.getByLabel('Project name', { exact: true }).waitFor();
}

async function override(environment: TestEnvironment, page: Page, level: string, change: object): Promise<void> {
  const body = { config_override_string: JSON.stringify(change) };
  await asProject(environment, page, 'config.overrideLevel', { params: { level }, body });
}

const { step, takeSteps } = createSteps();
test('the levels of the configuration', takeSteps);

step('a key is found, and reset to the value of an earlier level', async ({ page, screens, environment }) => {
  await open(screens);
  await override(environment, page, 'branch', { 'teams.allowClientTeamCreation': false });
  await override(environment, page, 'environment', { 'teams.allowClientTeamCreation': true });
  await section(page).getByRole('button', { name: 'Show configuration' }).click();
  await expect(section(page)).toContainText('None');
  await typeText(search(page), 'ｃｌｉｅｎｔｔｅａｍ');
  await expect(keys(page)).toContainText('teams.allowClientTeamCreation');
  await typeText(search(page), 'clientteam');
  await expect(keys(page)).toHaveCount(1);
  await expect(keys(page)).toContainText('Environment');
  await section(page).getByRole('combobox', { name: 'Level' }).selectOption('Branch');
  await expect(keys(page)).toContainText('No keys match');
  await section(page).getByRole('combobox', { name: 'Level' }).selectOption('All levels');

  await keys(page).getByRole('button', { name: 'Details of teams.allowClientTeamCreation' }).focus();
  await page.keyboard.press('Enter');
  await screens.dialog.getByRole('button', { name: 'Reset at level Environment' }).click();
  await expect(page.getByRole('alertdialog').last()).toContainText('The key then has this value: false');
  await page.getByRole('alertdialog').last().getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('Key reset', { exact: true })).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);
  await expect(keys(page)).toContainText('Branch');
  await expect(keys(page)).toContainText('false');
});

step('a value is changed at its level, and what isn’t JSON or accepted is reported', async ({ page, screens, environment }) => {
  await open(screens);
  await override(environment, page, 'environment', { 'teams.allowClientTeamCreation': true });
  await section(page).getByRole('button', { name: 'Show configuration' }).click();
  await typeText(search(page), 'clientteam');
  await keys(page).getByRole('button', { name: 'Details of teams.allowClientTeamCreation' }).click();
  await screens.dialog.getByRole('button', { name: 'Change at level Environment' }).click();
  const dialog = page.getByRole('dialog').last();
  const value = dialog.getByLabel('Value', { exact: true });
  await value.fill('');
  await typeText(value, 'no');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(value).toHaveAccessibleDescription(/Enter valid JSON/);
  await value.fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('teams.allowClientTeamCreation');
  await value.fill('false');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Value changed', { exact: true })).toBeVisible();
  await expect(keys(page)).toContainText('false');
});

step('secrets are never shown', async ({ page, screens, environment }) => {
  await open(screens);
  const provider = { type: 'github', isShared: false, clientId: 'c', clientSecret: 'very-secret', allowSignIn: false };
  await override(environment, page, 'environment', { 'auth.oauth.providers.github': provider });
  await section(page).getByRole('button', { name: 'Show configuration' }).click();
  await typeText(search(page), 'clientsecret');
  await expect(keys(page).filter({ hasText: 'github' })).toContainText('***');
  expect(await page.content()).not.toContain('very-secret');
});

test.describe('on 2.8.4', () => {
  test.use({ sandboxRelease: '2.8.4' });

  test('there is no configuration', async ({ page, screens }) => {
    await open(screens);
    await expect(page.getByRole('heading', { name: 'Delete project' })).toBeVisible();
    await expect(section(page)).toHaveCount(0);
  });
});
