/** Drift: a file that a connection follows, in Compare, the overview, and the notices. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { asProject } from '../support/browser/demo-project';
import { createSteps } from '../support/browser/steps';
import { expect, followedPath, test } from '../support/page/fixtures';

test.use({ canFollow: true });

const followed = (page: Page) => page.getByRole('region', { name: 'Followed file', exact: true });
const drift = (page: Page) => page.getByRole('region', { name: 'Drift', exact: true });
const table = (page: Page) => page.getByRole('region', { name: 'Table of settings' });
const button = (page: Page, name: string) => followed(page).getByRole('button', { name, exact: true });

let file = '';
const write = async (text: string) => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
const wanted = 'version: 1\nsettings:\n  client_team_creation_enabled: true\n  is_production_mode: false\n';

const { step, takeSteps } = createSteps();
test('a file that a connection follows', takeSteps);

test.afterAll(async () => {
  if (file !== '') await rm(dirname(file), { recursive: true, force: true });
});

step('nothing is followed, so the overview says nothing', async ({ page, screens, host }) => {
  file = followedPath(host.profile);
  await screens.startSandbox();
  await screens.entry('Overview').click();
  await expect(page.getByRole('region', { name: 'Keys expiring soon' })).toContainText(/\w/);
  await expect(drift(page)).toBeHidden();
});

step('a file that can’t be used isn’t followed, and it says what to do', async ({ page, screens }) => {
  await screens.entry('Compare').click();
  await expect(followed(page)).toContainText('This connection follows no file');
  await button(page, 'Follow a file…').click();
  await expect(followed(page).getByRole('alert')).toContainText('“project.yaml” is missing');
  await write('version: 1\nsetings: {}\n');
  await button(page, 'Follow a file…').click();
  await expect(followed(page).getByRole('alert')).toContainText('Did you mean “settings”?');
  await expect(followed(page)).toContainText('This connection follows no file');
});

step('a file is followed, and compared with the project', async ({ page }) => {
  await write(wanted);
  await button(page, 'Follow a file…').focus();
  await page.keyboard.press('Enter');
  await expect(followed(page)).toContainText('project.yaml');
  await expect(followed(page).getByRole('alert')).toBeHidden();
  await button(page, 'Compare with it').click();
  await expect(page.getByText('Same on both sides')).toBeVisible();
});

step('the overview says that the project is the same, and then how it differs', async ({ page, screens, environment }) => {
  await screens.entry('Overview').click();
  await expect(drift(page)).toContainText('Same as project.yaml');
  await asProject(environment, page, 'projects.update', { body: { config: { client_team_creation_enabled: false } } });
  // What Latchkey writes is looked at again.
  await expect(drift(page)).toContainText('Differs from project.yaml in 1 place');
  await write(wanted.replace('is_production_mode: false', 'is_production_mode: true'));
  await drift(page).getByRole('button', { name: 'Check again' }).click();
  await expect(drift(page)).toContainText('Differs from project.yaml in 2 places');
  await expect(drift(page)).toContainText('Production mode is off here, and should be on');
  await expect(drift(page).getByRole('listitem')).toHaveText(['Project settings2 differences']);
});

step('its link opens Compare with both sides, which reads the file again each time', async ({ page }) => {
  await drift(page).getByRole('link', { name: 'Compare' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2 changes selected')).toBeVisible();
  await expect(table(page)).toContainText('client_team_creation_enabled');
  await write(wanted);
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('1 of 1 changes selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change sides' }).click();
});

step('a file that is gone is reported in both places, and following ends', async ({ page, screens }) => {
  await rm(file);
  await screens.entry('Overview').click();
  await expect(drift(page).getByRole('alert')).toContainText('“project.yaml” is missing');
  await drift(page).getByRole('link', { name: 'Compare' }).click();
  await button(page, 'Compare with it').click();
  await expect(followed(page).getByRole('alert')).toContainText('Put it back, or follow another file.');
  await button(page, 'Stop following').click();
  await expect(followed(page)).toContainText('This connection follows no file');
  await expect(followed(page).getByRole('alert')).toBeHidden();
  await screens.entry('Overview').click();
  await expect(page.getByRole('region', { name: 'Keys expiring soon' })).toContainText(/\w/);
  await expect(drift(page)).toBeHidden();
});
