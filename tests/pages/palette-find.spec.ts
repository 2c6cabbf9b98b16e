/** What the palette finds in a project: without an index from the service, once typing pauses. */
import { interceptBridge } from '../gallery/replies';
import { indexReplies, sampleIndex, sampleTeam } from '../gallery/sample-index';
import { connected } from '../support/browser/connecting';
import { deleteElsewhere } from '../support/browser/demo-project';
import { holdReply } from '../support/browser/held-reply';
import { pressAtOnce } from '../support/browser/press-at-once';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const { step, takeSteps } = createSteps();
test('what the palette finds in a project', takeSteps);

step('a user is found once typing pauses, shown beside the list, and opened', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await typeText(field, 'hopper');
  const user = page.getByRole('option', { name: /Grace Hopper/ });
  await expect(user).toHaveAttribute('aria-selected', 'true');
  await expect(user.getByText('Hopper', { exact: true })).toBeVisible();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('grace.hopper@analytical.example');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/[\da-f-]{36}$/);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('group', { name: 'Recently opened' }).getByRole('option').first()).toContainText('Grace Hopper');
  await page.keyboard.press('Escape');
});

step('Tab shows only users, and what comes late leaves the selection', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await typeText(field, 'team');
  const first = page.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  const selected = await first.textContent();
  await expect(page.getByRole('group', { name: /^Permissions/ })).toBeVisible();
  await expect(page.getByRole('option', { selected: true })).toHaveText(selected ?? '');
  await typeText(field, 'ada');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Show all')).toBeVisible();
  await expect(page.getByRole('option', { name: /Ada Lovelace/ })).toBeVisible();
  await expect(page.getByRole('group')).toHaveCount(1);
});

test('with an index, users, teams, templates, and keys appear with everything else, with their preview', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  const { 'savedViews.list': _list, 'viewState.read': _read, ...replies } = indexReplies();
  const template = { id: sampleTeam.id, display_name: 'Summer newsletter', tsx_source: 'export function EmailTemplate() {}' };
  const listed = (...templates: object[]) => ({ 'service.emails.templatesById': { ok: true, value: { templates } } }) as const;
  bridge.set({ ...replies, ...listed(template) });
  await page.reload();
  await screens.startSandbox();
  bridge.push('localIndex.state', [sampleIndex]);
  await expect(screens.userRow(/Margaret Hamilton/).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await typeText(field, 'mar');
  await expect(page.getByRole('option', { name: /Margaret Hamilton/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option', { name: /Mary Somerville Fellows/ })).toContainText('14 members');
  await expect(page.getByText('results, index as of')).toBeVisible();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('margaret@apollo.example');
  await page.keyboard.press('ArrowDown');
  await expect(preview).not.toContainText('margaret@apollo.example');
  await field.fill('');
  await typeText(field, 'summer news');
  const templates = page.getByRole('group', { name: /^Templates/ });
  await templates.getByRole('option', { name: /Summer newsletter/ }).click();
  await expect(page).toHaveURL(/tab=templates&template=6e8f5f6a/);
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(field, 'shift 9xq4');
  await expect(page.getByRole('group', { name: /^API keys/ }).getByRole('option')).toHaveText(/Night shift.*Server.*…9xq4/);
  await expect(page.getByRole('option', { name: /Night shift/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/project-keys\?key=6e8f5f6a/);
  await page.goto(page.url().replace(/#.*/, '#/palette'));
  await page.reload();
  bridge.push('localIndex.state', [sampleIndex]);
  const recent = page.getByRole('group', { name: 'Recently opened' }).getByRole('option');
  await expect(recent.nth(0)).toHaveText(/Night shift.*…9xq4/);
  await expect(recent.nth(1)).toContainText('Summer newsletter');

  // Deleted by another program, which no index knows yet.
  bridge.set({ ...replies, ...listed({ ...template, id: 'other', display_name: 'Welcome' }) });
  await page.goto(page.url().replace(/#.*/, '#/c/sandbox/users'));
  await page.reload();
  bridge.push('localIndex.state', [sampleIndex]);
  await screens.users.waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await recent.filter({ hasText: 'Summer newsletter' }).click();
  await expect(page.getByRole('heading', { name: 'Template not found' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Welcome', exact: true })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('option', { name: /^Project keys/ })).toBeVisible();
  await expect(recent.filter({ hasText: 'Summer newsletter' })).toHaveCount(0);
});

test('Enter opens what was typed, and not what is listed until an index has responded', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  const { 'savedViews.list': _list, 'viewState.read': _read, ...replies } = indexReplies();
  bridge.set({ ...replies, 'localIndex.find': 'never' });
  await page.reload();
  await screens.startSandbox();
  bridge.push('localIndex.state', [sampleIndex]);
  await expect(screens.userRow(/Margaret Hamilton/).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await pressAtOnce(page, ...'webhooks', 'Enter');
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  const opening = page.waitForEvent('popup');
  await pressAtOnce(page, ...'domains', 'Control+Enter');
  await expect(await opening).toHaveURL(/\/domains$/);
});

test('a user is created, and another one is found to be impersonated, over the list', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('overview');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(field, 'create user');
  await expect(page.getByRole('option', { name: /^Create user/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toContainText('Create user');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(field, 'imperson');
  await expect(page.getByRole('option', { name: /^Impersonate…/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Impersonate ');
  await page.keyboard.type('hopper');
  const found = page.getByRole('option', { name: /^Impersonate Grace Hopper/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expect(found).toContainText('grace.hopper@analytical.example');
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toContainText('Impersonate Grace Hopper?');
  await expect(page).toHaveURL(/\/users\b/);
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
});

test('a dialog over the list of users is dropped with a move that unsaved input stops', async ({ page, screens }) => {
  await screens.startSandbox();
  const discard = screens.dialog.getByRole('button', { name: 'Discard' });
  const createFromSettings = async () => {
    await screens.visit('project-settings');
    await typeText(page.getByRole('main').getByRole('textbox', { name: 'Project name', exact: true }), 'Not saved');
    await page.keyboard.press('ControlOrMeta+k');
    await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), 'create user');
    await page.keyboard.press('Enter');
    await expect(discard).toBeVisible();
  };
  await createFromSettings();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await screens.entry('Users').click();
  await discard.click();
  await expect(screens.users).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);
  await createFromSettings();
  await discard.click();
  await expect(screens.dialog).toContainText('Create user');
});

test('what was opened lately survives a restart of the window, and the palette has a separate window', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), '$read_members');
  await page
    .getByRole('group', { name: /^Permissions/ })
    .getByRole('option', { name: /read_members/ })
    .click();
  await expect(page).toHaveURL(/panel=/);
  await page.goto(page.url().replace(/#.*/, '#/palette'));
  await page.reload();
  const recent = page.getByRole('group', { name: 'Recently opened' }).getByRole('option');
  await expect(recent.first()).toContainText('$read_members');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const opening = page.waitForEvent('popup');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(await opening).toHaveURL(/permissions\?.*panel=/);
});

test('the palette’s own window opens what is chosen once, however often Enter is pressed', async ({ page, screens }) => {
  const opened = await holdReply(page, 'app.openWindow');
  await screens.startSandbox();
  await page.goto(page.url().replace(/#.*/, '#/palette'));
  await page.reload();
  await typeText(page.getByRole('combobox'), 'webhooks');
  await pressAtOnce(page, 'Enter', 'Enter');
  await expect.poll(opened.isHeld).toBe(true);
  await page.keyboard.press('Enter');
  const opening = page.waitForEvent('popup');
  opened.release();
  await expect(await opening).toHaveURL(/webhooks$/);
  expect(opened.sent.filter((name) => name === 'app.openWindow')).toHaveLength(1);
});

test('what was opened lately goes when the app deletes it, and when it is found missing', async ({
  page,
  screens,
  environment,
  service,
}) => {
  await connected(page, service, 'Engines');
  const recent = page.getByRole('group', { name: 'Recently opened' });
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  const openUser = async (text: string, name: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await typeText(field, text);
    await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    return /users\/([^?]+)/.exec(page.url())?.[1] ?? '';
  };
  const grace = await openUser('hopper', 'Grace Hopper');
  const alan = await openUser('turing', 'Alan Turing');
  const connectionId = /\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await screens.entry('Overview', 'Admin').click();
  await environment.ask(page, 'service.users.delete', { actor: 'project', connectionId, params: { user_id: grace } });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(recent.getByRole('option').first()).toContainText('Alan Turing');
  await expect(recent.getByRole('option', { name: 'Grace Hopper' })).toHaveCount(0);
  await deleteElsewhere(service, 'users', alan);
  await recent.getByRole('option').first().click();
  await expect(page.getByText('This user was deleted').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await expect(recent.getByRole('option', { name: 'Alan Turing' })).toHaveCount(0);
});

test('an index of another day is as of its date', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  const asOfMillis = Date.now() - 2 * 86_400_000;
  const { 'savedViews.list': _list, 'viewState.read': _read, ...replies } = indexReplies({ asOfMillis });
  bridge.set(replies);
  await page.reload();
  await screens.startSandbox();
  bridge.push('localIndex.state', [{ ...sampleIndex, asOfMillis }]);
  await expect(screens.userRow(/Margaret Hamilton/).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), 'mar');
  await expect(page.getByText(/results, index as of .*\b\d{4},/)).toBeVisible();
});
