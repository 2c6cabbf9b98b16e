/** A user's own fields: edited, changed elsewhere in the meantime, and deleted. */
import type { Locator, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { deleteElsewhere } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

// Before 2.8.59, a primary email that is replaced is removed.
test.use({ sandboxRelease: '2.8.4' });

const hostile = '<img src=x onerror="alert(1)"> مارية 🔑';

/** Opens a user's panel; returns their ID. */
async function openUser(screens: Screens, name: string): Promise<string> {
  await typeText(screens.search, name);
  await screens.userRow(new RegExp(name)).click();
  await screens.panel.getByRole('heading', { name }).waitFor();
  return new URL(screens.page.url().replace('#/', '')).searchParams.get('panel') ?? '';
}

const target = (page: Page) => ({ actor: 'project', connectionId: /\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '' });

interface User {
  readonly display_name: string | null;
  readonly primary_email: string | null;
  readonly primary_email_verified: boolean;
}

async function stored(page: Page, environment: TestEnvironment, id: string): Promise<User> {
  return (await environment.ask(page, 'service.users.read', { ...target(page), params: { user_id: id } })) as User;
}

const change = (page: Page, environment: TestEnvironment, id: string, body: object) =>
  environment.ask(page, 'service.users.update', { ...target(page), params: { user_id: id }, body });

const field = (within: Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const save = (within: Locator) => within.getByRole('button', { name: 'Save', exact: true });

test('fields are saved together, refusals are at their field, and leaving asks', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await openUser(screens, 'Grace Hopper');
  const { panel, dialog } = screens;
  await field(panel, 'Display name').fill(hostile);
  await field(panel, 'Primary email').fill('no address');
  await save(panel).click();
  await expect(field(panel, 'Primary email')).toHaveAccessibleDescription(/Enter a valid email address/);
  await field(panel, 'Primary email').fill('ada@analytical.example');
  await save(panel).click();
  await expect(field(panel, 'Primary email')).toHaveAccessibleDescription(/already/);
  await expect(field(panel, 'Display name')).toHaveValue(hostile);

  await test.step('another tab, another user and closing the panel ask first', async () => {
    await panel.getByRole('tab', { name: 'Sessions' }).click();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await field(panel, 'Display name').press('Escape');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(panel, 'Primary email')).toHaveValue('ada@analytical.example');
  });

  await field(panel, 'Primary email').fill('grace@navy.example');
  await expect(field(panel, 'Primary email')).toHaveAccessibleDescription(/^Saving replaces grace\.hopper@analytical\.example/);
  await expect(panel.getByLabel('Previous address')).toHaveCount(0);
  await expect(panel.getByRole('switch', { name: 'Verified' })).toHaveAccessibleDescription(/will count as verified/);
  await panel.getByRole('switch', { name: 'Verified' }).click();
  await panel.getByRole('combobox', { name: 'Selected team' }).selectOption({ index: 1 });
  await field(panel, 'Image URL').fill('nonsense');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(field(panel, 'Image URL')).toHaveAccessibleDescription(/Enter a full URL/);
  await field(panel, 'Image URL').fill('https://images.example/grace.png');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panel.getByRole('heading', { name: hostile })).toBeVisible();
  await expect(save(panel)).toBeHidden();
  await expect(panel.getByText('Unverified email')).toBeVisible();
  expect(await stored(page, environment, id)).toMatchObject({
    display_name: hostile,
    primary_email: 'grace@navy.example',
    primary_email_verified: false,
    profile_image_url: 'https://images.example/grace.png',
  });
  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show JSON' }).click();
  await expect(dialog.getByRole('region', { name: 'JSON' })).toContainText('grace@navy.example');
});

test('a field that was changed elsewhere is chosen, others are combined', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const id = await openUser(screens, 'Grace Hopper');
  const { panel } = screens;
  await field(panel, 'Display name').fill('Mine');
  await change(page, environment, id, { display_name: 'Theirs', primary_email_verified: false });
  const conflict = panel.getByRole('group', { name: /Display name/ });
  await expect(conflict).toContainText('Grace Hopper');
  await expect(save(panel)).toBeDisabled();
  await expect(save(panel)).toHaveAccessibleDescription('Resolve the conflict to save');
  await field(panel, 'Display name').press('ControlOrMeta+s');
  expect(await stored(page, environment, id)).toMatchObject({ display_name: 'Theirs' });
  await conflict.getByRole('radio', { name: /Your value/ }).click();
  await expect(conflict).toBeHidden();
  await save(panel).click();
  await expect(panel.getByRole('heading', { name: 'Mine', exact: true })).toBeVisible();
  expect(await stored(page, environment, id)).toMatchObject({ display_name: 'Mine', primary_email_verified: false });
});

test('a user is deleted after their email was typed, also when the response is lost', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Away');
  const id = await openUser(screens, 'Grace Hopper');
  const { panel, dialog } = screens;
  await field(panel, 'Display name').fill('Unsaved');
  proxied.lost.add('DELETE /users/:id');
  await panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  const confirm = dialog.getByRole('button', { name: 'Delete user' });
  await confirm.click({ force: true });
  await expect(confirm).toHaveAccessibleDescription(/Type “grace.hopper@analytical.example” to confirm/);
  await dialog.getByRole('textbox').fill('grace.hopper@analytical.example');
  await confirm.click();
  await expect(page.getByText('Grace Hopper deleted', { exact: true })).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No users match your search' })).toBeVisible();
  // The second attempt finds that the user doesn't exist.
  expect(proxied.requests.filter((request) => request === `DELETE /users/${id}`)).toHaveLength(2);
});

test('what was typed stays when the user is deleted elsewhere, and when the key is revoked', async ({
  page,
  screens,
  proxied,
  environment,
}) => {
  await connected(page, proxied, 'Away');
  const { panel } = screens;
  const status = page.getByRole('status').filter({ has: page.getByRole('button') });

  await test.step('deleted', async () => {
    const id = await openUser(screens, 'Grace Hopper');
    await field(panel, 'Display name').fill('Typed');
    await environment.ask(page, 'service.users.delete', { ...target(page), params: { user_id: id } });
    await expect(status.filter({ hasText: 'This user was deleted' })).toBeVisible();
    await expect(field(panel, 'Display name')).toHaveValue('Typed');
    await expect(field(panel, 'Display name')).toHaveAttribute('readonly');
    await expect(save(panel)).toHaveAccessibleDescription(/This user was deleted/);
    await status.getByRole('button', { name: 'Back to users' }).click();
    await expect(panel).toBeHidden();
  });

  await test.step('deleted, which saving finds out, is reported once', async () => {
    const id = await openUser(screens, 'Charles Babbage');
    await expect(page.getByRole('button', { name: 'Refresh' })).toHaveAttribute('aria-busy', 'false');
    await field(panel, 'Display name').fill('Typed');
    await deleteElsewhere(proxied, 'users', id);
    await save(panel).click();
    await expect(status.filter({ hasText: 'This user was deleted' })).toBeVisible();
    await expect(panel.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(panel.getByText('This user no longer exists')).toHaveCount(0);
    await status.getByRole('button', { name: 'Back to users' }).click();
    await expect(panel).toBeHidden();
  });

  await test.step('deleted before the panel has read the user: the list’s copy stays, and what is typed into it', async () => {
    await typeText(screens.search, 'Hubert Blaine');
    const row = screens.userRow(/Hubert Blaine/);
    await expect(row).toBeVisible();
    const query = { ...target(page), query: { query: 'Hubert Blaine' } };
    const { items } = (await environment.ask(page, 'service.users.list', query)) as { items: { id: string }[] };
    for (const { id } of items) await deleteElsewhere(proxied, 'users', id);
    await row.click();
    await expect(status.filter({ hasText: 'This user was deleted' })).toBeVisible();
    await expect(field(panel, 'Display name')).toHaveValue(/^Hubert Blaine/);
    await status.getByRole('button', { name: 'Back to users' }).click();
    await expect(panel).toBeHidden();
  });

  await test.step('a revoked key', async () => {
    await openUser(screens, 'Alan Turing');
    await field(panel, 'Display name').fill('Alan M. Turing');
    const { items } = (await environment.ask(page, 'service.apiKeys.listKeySets', target(page))) as { items: { id: string }[] };
    for (const { id } of items)
      await environment.ask(page, 'service.apiKeys.updateKeySet', { ...target(page), params: { api_key_id: id }, body: { revoked: true } });
    await save(panel).click();
    await expect(panel.getByRole('alert').filter({ hasText: /key/ })).toBeVisible();
    await expect(field(panel, 'Display name')).toHaveValue('Alan M. Turing');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(status.getByRole('button', { name: 'Edit connection' })).toBeVisible();
    await expect(field(panel, 'Display name')).toHaveValue('Alan M. Turing');
  });
});

test('the breadcrumb has the name of the user, also after they were renamed, and a long name takes two lines', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  const id = await openUser(screens, 'Grace Hopper');
  const crumb = page.getByRole('heading', { level: 1 });
  await expect(crumb).toHaveText('Users');
  await screens.panel.getByRole('button', { name: 'Open full page' }).click();
  await expect(crumb).toHaveText('Grace Hopper');
  await page.reload();
  await expect(crumb).toHaveText('Grace Hopper');
  const long = 'Grace'.repeat(60);
  await change(page, environment, id, { display_name: long });
  await expect(crumb).toHaveText(long);
  await expect(page).toHaveTitle(new RegExp(long));
  const heading = page.getByRole('heading', { level: 2, name: long });
  expect((await heading.boundingBox())?.height).toBe(48);
  for (const unknown of ['not-an-id', '00000000-0000-4000-8000-000000000000']) {
    await screens.visit(`teams/${unknown}`);
    await expect(page.getByRole('heading', { name: 'Team not found' })).toBeVisible();
    await screens.visit(`users/${unknown}`);
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
  }
  await expect(crumb).toHaveText('User');
});
