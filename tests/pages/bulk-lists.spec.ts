/** What is done with several rows of the lists other than that of users: chosen by mouse and keyboard, looked at in the preview, and done as a job. */
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { connected } from '../support/browser/connecting';
import { asProject, teamNamed, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' });
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const rowOf = (list: Locator, text: string) => list.getByRole('row').filter({ hasText: text });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const box = (row: Locator) => row.getByRole('checkbox');

/** Starts the job whose preview is open. */
async function start({ page, dialog }: Screens, button: string): Promise<void> {
  const target = dialog.getByRole('button', { name: button, exact: true });
  await expect(target).not.toHaveAttribute('aria-disabled', 'true');
  await target.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^(Started|Finished): /).first()).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
}

test('teams get a member and a value, and are deleted', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  const { dialog } = screens;
  await screens.entry('Teams', 'Admin').click();
  const list = grid(page, 'Teams');
  await list.locator('[data-row="0"]').focus();
  await page.keyboard.press(' ');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText(/^All \d+ selected/);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(list.locator('[data-row="1"]')).toBeFocused();
  await expect(page.getByRole('searchbox')).toBeVisible();

  await box(list.locator('[data-row="0"]')).click();
  await list.locator('[data-row="2"]').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await expectNoViolationsInThemes(page);
  await bar(page)
    .getByRole('button', { name: /^Select all \d+ matching$/ })
    .click();
  await expect(bar(page)).toContainText(/^All \d+ selected/);
  await action(page, 'Clear selection').click();

  await box(list.locator('[data-row="0"]')).click();
  await box(list.locator('[data-row="1"]')).click();
  await action(page, 'Add member').click();
  await typeText(dialog.getByRole('searchbox'), 'grace');
  await dialog.getByRole('button', { name: /Grace Hopper/ }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText('Grace Hopper');
  await expect(dialog).toContainText('You can undo this job later');
  await start(screens, 'Add to teams');

  await box(list.locator('[data-row="0"]')).click();
  await action(page, 'Set metadata').click();
  await dialog.getByRole('textbox', { name: 'Metadata path' }).pressSequentially('server.plan');
  await dialog.getByRole('textbox', { name: 'Value' }).pressSequentially('gold');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await start(screens, 'Set value');

  await box(list.locator('[data-row="0"]')).click();
  await action(page, 'Delete').click();
  await expect(dialog).toContainText('This job can’t be undone');
  await dialog.getByRole('textbox').pressSequentially('Engines');
  await start(screens, 'Delete teams');
  await expect.poll(() => proxied.requests.filter((request) => request.startsWith('DELETE /teams/')).length).toBe(1);
  const sent = (request: RegExp) => proxied.requests.filter((one) => request.test(one)).length;
  expect(sent(/^POST \/team-memberships\//)).toBeGreaterThan(0);
  expect(sent(/^PATCH \/teams\//)).toBe(1);
});

test('members are granted a permission and removed', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const team = await teamNamed(environment, page, 'Analytical Engines');
  await screens.visit(`teams/${team}?tab=members`);
  const list = grid(page, 'Members');
  await box(list.locator('[data-row="1"]')).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await expectNoViolationsInThemes(page);
  await action(page, 'Grant permission').click();
  await item(page, '$manage_api_keys').click();
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('2 users');
  await start(screens, 'Grant permission');
  const grants = async () => {
    const query = { team_id: team, permission_id: '$manage_api_keys', recursive: 'false' };
    return ((await asProject(environment, page, 'permissions.inTeams', { query })) as { items: unknown[] }).items.length;
  };
  await expect.poll(grants).toBeGreaterThanOrEqual(2);

  await box(list.locator('[data-row="1"]')).click();
  await action(page, 'More actions').click();
  await expect(item(page, 'Copy emails')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toContainText('1 selected');
  const members = await list.getAttribute('aria-rowcount');
  await action(page, 'Remove').click();
  await expect(screens.dialog).toContainText('You can undo this job later');
  await start(screens, 'Remove from team');
  await expect(list).not.toHaveAttribute('aria-rowcount', members ?? '');
});

/** Shows the invitations of a team, with two more. Resolves to their list. */
async function openInvitations(page: Page, screens: Screens, environment: TestEnvironment): Promise<Locator> {
  await screens.startSandbox();
  const team = await teamNamed(environment, page, 'Analytical Engines');
  for (const email of ['one@invited.example', 'two@invited.example'])
    await asProject(environment, page, 'teams.invite', { body: { team_id: team, email, callback_url: 'http://localhost:3000/handler' } });
  await screens.visit(`teams/${team}?tab=invitations`);
  return grid(page, 'Pending invitations');
}

test('invitations are revoked', async ({ page, screens, environment }) => {
  const list = await openInvitations(page, screens, environment);
  await box(rowOf(list, 'one@invited.example')).click();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText(/^All \d+ selected/);
  await expectNoViolationsInThemes(page);
  await page.keyboard.press('Escape');
  await box(rowOf(list, 'one@invited.example')).click();
  await box(rowOf(list, 'two@invited.example')).click();
  await action(page, 'Revoke invitations').click();
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('2 invitations');
  await start(screens, 'Revoke invitations');
  await expect(list.getByText('@invited.example')).toHaveCount(0);
});

test('what is revoked on its own is no longer selected', async ({ page, screens, environment }) => {
  const list = await openInvitations(page, screens, environment);
  await box(rowOf(list, 'one@invited.example')).click();
  await box(rowOf(list, 'two@invited.example')).click();
  await expect(bar(page)).toContainText('2 selected');
  await page.getByRole('button', { name: 'Revoke the invitation to one@invited.example' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(bar(page)).toContainText('1 selected');
  await page.getByRole('button', { name: 'Revoke the invitation to two@invited.example' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(bar(page)).toHaveCount(0);

  const user = await userNamed(environment, page, 'Ada Lovelace');
  await screens.visit(`users/${user}?tab=sessions`);
  const sessions = page.getByRole('list', { name: 'Active sessions' });
  await sessions.getByRole('checkbox').first().click();
  await expect(bar(page)).toContainText('1 selected');
  await sessions
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Revoke the session/ })
    .click();
  await screens.dialog.getByRole('button', { name: 'Revoke session' }).click();
  await expect(bar(page)).toHaveCount(0);
});

test('project keys are revoked, but not those that Latchkey uses', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Project keys', 'Admin').click();
  const list = grid(page, 'Project keys');
  await list.locator('[data-row="0"]').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText(/^All \d+ selected/);
  await expectNoViolationsInThemes(page);
  await action(page, 'Revoke keys').click();
  await expect(screens.dialog).toContainText('Used by you here: an account or a key');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await action(page, 'Clear selection').click();
  await box(rowOf(list, 'Revoked').first()).click();
  await expect(action(page, 'Revoke keys')).toHaveAccessibleDescription('None of the selected keys is valid');
});

test('API keys of a team are revoked', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const team = await teamNamed(environment, page, 'Analytical Engines');
  for (const description of ['First engine', 'Second engine'])
    await asProject(environment, page, 'apiKeys.createTeamKey', { body: { team_id: team, description, expires_at_millis: null } });
  await screens.visit(`teams/${team}?tab=keys`);
  const list = grid(page, 'API keys');
  await box(rowOf(list, 'First engine')).click();
  await box(rowOf(list, 'Second engine')).click();
  await action(page, 'Revoke keys').click();
  await start(screens, 'Revoke keys');
  await expect(rowOf(list, 'First engine')).toContainText('Revoked');
  await expect(rowOf(list, 'Second engine')).toContainText('Revoked');
});

test('sessions of a user are revoked', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const user = await userNamed(environment, page, 'Ada Lovelace');
  await screens.visit(`users/${user}?tab=sessions`);
  const boxes = page.getByRole('list', { name: 'Active sessions' }).getByRole('checkbox');
  await boxes.first().focus();
  await page.keyboard.press(' ');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await expect(boxes.nth(1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText(/^All \d+ selected/);
  await expectNoViolationsInThemes(page);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  const count = await boxes.count();
  await boxes.first().click();
  await action(page, 'Revoke sessions').click();
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('1 session');
  await start(screens, 'Revoke sessions');
  await expect(boxes).toHaveCount(count - 1);
});

test('permissions are deleted, but not those that are built in', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Permissions', 'Admin').click();
  const list = grid(page, 'Permissions');
  await box(rowOf(list, '$read_members')).click();
  await expect(action(page, 'Delete')).toHaveAccessibleDescription('Built-in permissions can’t be deleted');
  await list.locator('[data-row="0"]').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await action(page, 'Delete').click();
  await expect(screens.dialog).toContainText('Built in, which can’t be changed');
  await expect(screens.dialog).toContainText('This job can’t be undone');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await action(page, 'Clear selection').click();
  const first = list.locator('[data-row="0"]');
  const id = await first.locator('code').first().innerText();
  await box(first).click();
  await action(page, 'Delete').click();
  await screens.dialog.getByRole('textbox').pressSequentially('Analytical Engines');
  await start(screens, 'Delete permissions');
  await expect(list.locator('code').getByText(id, { exact: true })).toHaveCount(0);
});

test('sent emails are copied and exported', async ({ page, screens, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  await screens.visit('email?tab=sent');
  const list = grid(page, 'Sent emails');
  await list.locator('[data-row="0"]').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await expectNoViolationsInThemes(page);
  await action(page, 'Copy recipients').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('@');
  await expect(bar(page).getByRole('button', { name: 'Export' })).toBeVisible();
});

test('emails of the outbox are resumed and canceled', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('email?tab=outbox');
  const list = grid(page, 'Outbox');
  await box(rowOf(list, 'Not shown while paused')).click();
  await expect(action(page, 'Pause')).toHaveAccessibleDescription('None of the selected emails allows it');
  await action(page, 'Cancel emails').click();
  await expect(screens.dialog).toContainText('This job can’t be undone');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await action(page, 'Resume').click();
  await expect(screens.dialog).toContainText('You can undo this job later');
  await start(screens, 'Resume emails');
  // Its subject is shown now.
  await expect(rowOf(list, 'Not shown while paused')).toHaveCount(0);
});
