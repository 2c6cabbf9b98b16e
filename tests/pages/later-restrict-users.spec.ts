/** Users whom an admin restricts: what is shown before, what is stored, and what the user reads. */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { asProject, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const menu = (page: Page) => page.getByRole('button', { name: 'More actions' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const grace = /Grace Hopper/;

async function choose(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await item(page, name).click();
}

async function open(screens: Screens, text: string, name: RegExp): Promise<void> {
  await screens.visit(`users?q=${encodeURIComponent(text)}`);
  await screens.userRow(name).click();
  await screens.panel.getByRole('heading', { level: 2, name }).waitFor();
}

const { step, takeSteps } = createSteps();
test('users whom an admin restricts', takeSteps);

step('a user is restricted, the texts are changed, and the restriction is lifted', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await open(screens, 'hopper', grace);
  const { dialog, panel } = screens;
  await choose(page, 'Restrict…');
  await expect(dialog).toContainText('Access tokens issued before then work for up to 10 minutes.');
  await expect(dialog.getByText('You’re signed in to Latchkey as this user.')).toHaveCount(0);
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveAccessibleDescription('The user can read it.');
  await dialog.getByLabel('Reason', { exact: true }).pressSequentially('Under <b>review</b> مراجعة');
  await dialog.getByLabel('Private details').pressSequentially('ticket 4711');
  await dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
  await expect(page.getByText('Grace Hopper restricted', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('Restricted: Under <b>review</b> مراجعة');
  await expect(panel.getByText('ticket 4711')).toBeVisible();
  await expect(screens.userRow(grace)).toContainText('Restricted');
  const id = await userNamed(environment, page, 'Grace Hopper');
  const stored = () => asProject(environment, page, 'users.read', { params: { user_id: id } });
  expect(await stored()).toMatchObject({
    restricted_by_admin: true,
    restricted_by_admin_reason: 'Under <b>review</b> مراجعة',
    restricted_by_admin_private_details: 'ticket 4711',
  });

  await choose(page, 'Change restriction…');
  await expect(dialog.getByLabel('Private details')).toHaveValue('ticket 4711');
  await dialog.getByLabel('Reason', { exact: true }).fill('');
  // Another admin changes the other text in the meantime.
  const theirs = { restricted_by_admin: true, restricted_by_admin_private_details: 'ticket 4712' };
  await asProject(environment, page, 'users.update', { params: { user_id: id }, body: theirs });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(panel).toContainText('Restricted: Project admin’s decision');
  expect(await stored()).toMatchObject({ restricted_by_admin_reason: null, restricted_by_admin_private_details: 'ticket 4712' });

  await choose(page, 'Lift restriction…');
  await expect(dialog).toContainText('The reason and the private details are deleted.');
  await dialog.getByRole('button', { name: 'Lift restriction' }).click();
  await expect(page.getByText('Restriction of Grace Hopper lifted', { exact: true })).toBeVisible();
  await expect(panel.getByText('ticket 4712')).toHaveCount(0);
  expect(await stored()).toMatchObject({ restricted_by_admin: false, restricted_by_admin_private_details: null });
  await menu(page).click();
  await expect(item(page, 'Lift restriction…')).toHaveCount(0);
});

step('a user who restricts the own account gets a notice, and reads the reason in the profile', async ({ page, screens }) => {
  await screens.startSandbox();
  await open(screens, 'ada@analytical', /Ada Lovelace/);
  await choose(page, 'Restrict…');
  await expect(screens.dialog).toContainText('You’re signed in to Latchkey as this user.');
  await screens.dialog.getByLabel('Reason', { exact: true }).pressSequentially('For a test');
  await page.keyboard.press('Tab');
  await screens.dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
  await expect(page.getByText('Ada Lovelace restricted', { exact: true })).toBeVisible();
  await screens.entry('Profile').click();
  await expect(page.getByRole('main').getByText('Your account is restricted')).toBeVisible();
  await expect(page.getByRole('main').getByText(/For a test/)).toBeVisible();
});

test('a lost response is looked up, and a refusal keeps what was written', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await screens.search.pressSequentially('hopper');
  await screens.userRow(grace).click();
  await screens.panel.getByRole('heading', { level: 2, name: grace }).waitFor();
  const { dialog } = screens;
  await choose(page, 'Restrict…');
  await dialog.getByLabel('Reason', { exact: true }).fill('Lost');
  const path = `PATCH /users/${/users\/([0-9a-f-]{36})|panel=([0-9a-f-]{36})/.exec(page.url())?.slice(1).find(Boolean)}`;
  proxied.replaced.set(path, { status: 500, text: 'Something went wrong.' });
  await dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('500');
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('Lost');
  proxied.replaced.clear();
  proxied.lost.add(path);
  await dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
  await expect(page.getByText('Grace Hopper restricted', { exact: true })).toBeVisible();
});

step('a read-only connection says why no user can be restricted', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  await open(screens, 'hopper', grace);
  await menu(page).click();
  await expect(page.getByRole('menuitem', { name: /^Restrict…/ })).toContainText('This connection is read-only');
});

test.describe('before 2.8.65', () => {
  test.use({ sandboxRelease: '2.8.64' });

  test('no user can be restricted', async ({ page, screens }) => {
    await screens.startSandbox();
    await open(screens, 'hopper', grace);
    await menu(page).click();
    await expect(item(page, 'Copy ID')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /estrict/ })).toHaveCount(0);
  });
});
