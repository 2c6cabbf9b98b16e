/** A team of the project: its name, metadata and keys, its members and invitations, and its end. */
import type { Page } from '@playwright/test';
import { interceptBridge } from '../gallery/replies';
import { holdReply } from '../support/browser/held-reply';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

interface Team {
  readonly id: string;
  readonly display_name: string;
  readonly server_metadata: unknown;
}

async function open(screens: Screens, environment: TestEnvironment, tab = 'general'): Promise<string> {
  await screens.startSandbox();
  const { items } = (await environment.ask(screens.page, 'service.teams.list', { ...project, query: {} })) as { items: Team[] };
  const id = items.find(({ display_name: name }) => name === 'Analytical Engines')?.id ?? '';
  await screens.visit(`teams/${id}?tab=${tab}`);
  await screens.page.getByRole('tab', { name: 'General' }).waitFor();
  return id;
}

const read = (page: Page, environment: TestEnvironment, id: string) =>
  environment.ask(page, 'service.teams.read', { ...project, params: { id } }) as Promise<Team>;
const update = (page: Page, environment: TestEnvironment, id: string, body: object) =>
  environment.ask(page, 'service.teams.update', { ...project, params: { id }, body });

test('a name changed elsewhere is never overwritten, and unsaved changes are kept', async ({ page, screens, environment }) => {
  const id = await open(screens, environment);
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill('');
  await expect(field).toHaveAccessibleDescription('Enter a team name');
  await field.fill('Mine');
  await screens.entry('Users', 'Admin').click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await update(page, environment, id, { display_name: 'Theirs' });
  await page.getByRole('main').getByRole('button', { name: 'Review changes' }).click();
  await expect(screens.dialog).toContainText('Theirs');
  await screens.dialog.getByRole('button', { name: 'Keep my values' }).click();
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await expect.poll(async () => (await read(page, environment, id)).display_name).toBe('Mine');
  await expect(page).toHaveTitle(/Mine/);
});

test('what is typed while a name is being saved stays', async ({ page, screens, environment }) => {
  const id = await open(screens, environment);
  const reply = await holdReply(page, 'service.teams.update');
  await page.reload();
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await typeText(field, 'Mills');
  await button('Save').click();
  await expect.poll(reply.isHeld).toBe(true);
  await expect(button('Discard')).toHaveAccessibleDescription('Saving…');
  await field.press('End');
  await field.pressSequentially(' and looms');
  reply.release();
  await expect(page.getByText('Name saved', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('Mills and looms');
  await button('Save').click();
  await expect.poll(async () => (await read(page, environment, id)).display_name).toBe('Mills and looms');
});

/** A GIF of one pixel. */
const dot = Buffer.from('R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

test('an image that couldn’t be saved isn’t taken for the one that was set elsewhere', async ({ page, screens, environment }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  const id = await open(screens, environment);
  bridge.set({ 'service.teams.update': { ok: false, error: { code: 'service-error', status: 400, text: 'No such image' } } });
  await page.getByLabel('Image file').setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: dot });
  await screens.dialog.getByRole('button', { name: 'Save image' }).click();
  await expect(screens.dialog.getByRole('alert')).toContainText('No such image');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  bridge.set({});
  await update(page, environment, id, { profile_image_url: 'https://cdn.example/other.png' });
  const main = page.getByRole('main');
  await expect(main.getByText(/cdn\.example/)).toBeVisible();
  await expect(main.locator('img[src^="data:"]')).toHaveCount(0);
});

test('server metadata is edited, and an API key is created and revoked', async ({ page, screens, environment }) => {
  const id = await open(screens, environment, 'metadata');
  const editor = page.getByRole('textbox', { name: 'Server metadata' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{ "plan": "steam" }');
  const section = page.getByRole('region', { name: 'Server metadata' });
  await section.getByRole('button', { name: 'Review changes' }).click();
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog).toHaveCount(0);
  expect((await read(page, environment, id)).server_metadata).toEqual({ plan: 'steam' });

  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create API key' }).first().click();
  await screens.dialog.getByLabel('Description').fill('Loom reports');
  await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
  await screens.dialog.getByRole('checkbox').click();
  await screens.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('grid', { name: 'API keys' })).toContainText('Loom reports');
});

test('a team is deleted after its name was typed; one deleted elsewhere says so', async ({ page, screens, environment }) => {
  const id = await open(screens, environment);
  await page.getByRole('main').getByRole('button', { name: 'Delete team' }).click();
  const confirm = screens.dialog.getByRole('button', { name: 'Delete team' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await screens.dialog.getByRole('textbox').fill('Analytical Engines');
  await confirm.click();
  await expect(page.getByRole('grid', { name: 'Teams' })).toBeVisible();
  await screens.visit(`teams/${id}`);
  await expect(page.getByRole('heading', { name: 'Team not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all teams' }).click();

  const rows = page.getByRole('grid', { name: 'Teams' }).getByRole('row');
  await rows.nth(1).click();
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Too late');
  const other = /teams\/([^?]+)/.exec(page.url())?.[1] ?? '';
  await environment.ask(page, 'service.teams.delete', { ...project, params: { id: other } });
  // What was entered stays, so that it can be copied.
  const status = page.getByRole('status').filter({ has: page.getByRole('button') });
  await expect(status.filter({ hasText: 'This team was deleted' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Too late');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription('This team was deleted');
  await status.getByRole('button', { name: 'Show all teams' }).click();
  await expect(page.getByRole('grid', { name: 'Teams' })).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);

  await screens.visit('teams/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team');
});

test('a user who is a member already can’t be added', async ({ page, screens, environment }) => {
  const id = await open(screens, environment, 'members');
  const query = { limit: 1, team_id: id };
  const { items } = (await environment.ask(page, 'service.users.list', { ...project, query })) as { items: { display_name: string }[] };
  const name = items[0]?.display_name ?? '';
  await page.getByRole('main').getByRole('button', { name: 'Add member' }).click();
  const search = screens.dialog.getByRole('searchbox');
  await typeText(search, name);
  const found = screens.dialog.getByRole('list', { name: 'Users found' }).getByRole('button', { name });
  await expect(found).toHaveAccessibleName(/Already a member$/);
  await expect(found).toHaveAttribute('aria-disabled', 'true');
  await search.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(found).toBeFocused();
  await expect(screens.dialog.getByRole('button', { name: 'Add member' })).toHaveAttribute('aria-disabled', 'true');
});

test('members are added, found and removed, and invited by email', async ({ page, screens, environment }) => {
  const id = await open(screens, environment, 'members');
  const members = page.getByRole('grid', { name: 'Members' });
  const row = (name: string) => members.getByRole('row').filter({ hasText: name });
  await members.getByRole('row').nth(3).waitFor();
  await environment.ask(page, 'service.users.create', {
    ...project,
    body: { display_name: 'Annie Easley', primary_email: 'annie@stars.example' },
  });
  await page.getByRole('main').getByRole('button', { name: 'Add member' }).click();
  await expect(screens.dialog.getByRole('button', { name: 'Add member' })).toHaveAttribute('aria-disabled', 'true');
  await typeText(screens.dialog.getByRole('searchbox'), 'annie easley');
  const found = screens.dialog.getByRole('list', { name: 'Users found' });
  await expect(found.getByRole('listitem')).toHaveCount(1);
  await found.getByRole('button').click();
  await screens.dialog.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByText('Annie Easley added', { exact: true })).toBeVisible();

  await typeText(page.getByRole('searchbox', { name: 'Search by name, email, or ID' }), 'annie@stars');
  await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search by name, email, or ID' })).toHaveValue('annie@stars');
  await row('Annie Easley').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove member' }).click();
  await screens.dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(page.getByRole('heading', { name: 'No members match your search' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await members.getByRole('row').nth(3).waitFor();

  await page.getByRole('button', { name: 'Invite by email' }).click();
  await page.getByLabel('Email addresses').fill('one@stars.example, two@stars.example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('2 addresses');
  await screens.dialog.getByRole('button', { name: 'Send invitations', exact: true }).click();
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Addresses to invite' })).toHaveCount(0);
  const pending = page.getByRole('grid', { name: 'Pending invitations' });
  await expect(pending.getByRole('row').filter({ hasText: 'two@stars.example' })).toBeVisible();
  await pending.getByRole('button', { name: 'Revoke the invitation to two@stars.example' }).click();
  await screens.dialog.getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(pending.getByRole('row').filter({ hasText: 'two@stars.example' })).toHaveCount(0);
  await pending.getByRole('button', { name: 'Resend the invitation to one@stars.example' }).click();
  await screens.dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('New invitation sent to one@stars.example', { exact: true })).toBeVisible();
  const left = (await environment.ask(page, 'service.teams.invitations', { ...project, query: { team_id: id } })) as {
    items: { recipient_email: string }[];
  };
  expect(left.items.map(({ recipient_email: email }) => email).filter((email) => email.endsWith('@stars.example'))).toEqual([
    'one@stars.example',
  ]);
});
