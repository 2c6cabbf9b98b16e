/** What is done with many users: chosen in the list, looked at in the preview, and done as a job. */
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { connected } from '../support/browser/connecting';
import { asProject, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' });
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const box = (screens: Screens, row: number) => screens.users.locator(`[data-row="${row}"]`).getByRole('checkbox');

/** Counts the clicks of a task. */
function createClicks() {
  let clicks = 0;
  return {
    count: () => clicks,
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
  };
}

/** Points at an item of a menu without leaving the menu around it, which a pointer that jumps does. */
async function pointAt(page: Page, target: Locator): Promise<Locator> {
  const area = await target.boundingBox();
  if (area !== null) await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2, { steps: 12 });
  return target;
}

/** Turns on the index of the demo project. */
async function turnOnIndex({ page, dialog }: Screens): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await item(page, 'Verified').click();
  await dialog.getByRole('button', { name: 'Turn on index' }).click();
  await expect(page.getByText('250 users', { exact: true })).toBeVisible();
  // The filter that was chosen.
  await expect(dialog).toContainText('Verified');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('a permission is granted to five found users with four clicks, with one request each', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await typeText(screens.search, 'mar');
  await expect(page).toHaveURL(/q=mar/);
  await box(screens, 4).waitFor();
  const { click, count: clicks } = createClicks();
  await click(screens.users.getByRole('checkbox', { name: 'Select all rows' }));
  await expect(bar(page)).toContainText('selected');
  await click(action(page, 'More actions'));
  await item(page, 'Grant project permission').hover();
  await click(await pointAt(page, item(page, 'reports:read')));
  const { dialog } = screens;
  await expect(dialog).toContainText('The list and the values are fixed now');
  await expect(dialog.getByRole('button', { name: 'Grant permission' })).toBeEnabled();
  const before = proxied.requests.length;
  await click(dialog.getByRole('button', { name: 'Grant permission' }));
  await expect(dialog).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText(/^(Started|Finished): Grant reports:read/)).toBeVisible();
  expect(clicks()).toBe(4);
  const grants = () => proxied.requests.slice(before).filter((request) => request.startsWith('POST /project-permissions/'));
  await expect.poll(() => grants().length).toBeGreaterThan(2);
  expect(new Set(grants()).size).toBe(grants().length);
});

test('users get a value, and those who have it already are left out', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await turnOnIndex(screens);
  const { dialog } = screens;
  await box(screens, 1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  const second = 'Arjun Venkataraghavan';
  await expect(screens.users.locator('[data-row="3"]')).toContainText(second);
  await action(page, 'Set metadata').click();
  await dialog.getByRole('textbox', { name: 'Metadata path' }).pressSequentially('plan');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Start with client, client_read_only, or server');
  await dialog.getByRole('textbox', { name: 'Metadata path' }).fill('');
  await dialog.getByRole('textbox', { name: 'Metadata path' }).pressSequentially('server.plan');
  await dialog.getByRole('textbox', { name: 'Value' }).pressSequentially('{"tier":2}');
  await expect(dialog).toContainText('Stored as JSON.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('3 users');
  await expectNoViolationsInThemes(page);
  await dialog.getByRole('button', { name: 'Set value' }).click();
  await expect(page.getByText(/^(Started|Finished): Set /)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const id = await userNamed(environment, page, second);
  const stored = () => asProject(environment, page, 'users.read', { params: { user_id: id } });
  await expect.poll(stored).toMatchObject({ server_metadata: { plan: { tier: 2 } } });

  // Once more, with nothing left to do.
  await box(screens, 2).click();
  await action(page, 'Set metadata').click();
  await dialog.getByRole('textbox', { name: 'Metadata path' }).pressSequentially('server.plan');
  await dialog.getByRole('textbox', { name: 'Value' }).pressSequentially('{"tier":2}');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  await expect(dialog).toContainText('1 left out: Already so');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(bar(page)).toContainText('1 selected');
});

test('all that match are deleted after the name is typed, with four clicks', async ({ page, screens }) => {
  await screens.startSandbox();
  await turnOnIndex(screens);
  await typeText(page.getByRole('searchbox').first(), 'mar');
  await expect(page.getByText(/^\d+ of 250 users$/)).toBeVisible();
  const { dialog } = screens;
  const { click, count: clicks } = createClicks();
  await click(box(screens, 0));
  await click(bar(page).getByRole('button', { name: /^Select all \d+ matching$/ }));
  await expect(bar(page)).toContainText(/^All \d+ selected/);
  await click(action(page, 'Delete'));
  const start = dialog.getByRole('button', { name: 'Delete users' });
  await expect(dialog).toContainText('Users who match the filters later aren’t included.');
  await expect(dialog).toContainText('This job can’t be undone');
  await expect(dialog.getByRole('checkbox', { name: /^Keep a snapshot/ })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Erase what Latchkey keeps about these users' })).not.toBeChecked();
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Analytical Engines');
  await click(start);
  await expect(page.getByText(/^(Started|Finished): Delete users/)).toBeVisible();
  expect(clicks()).toBe(4);
  await expect(page.getByText('No users match your search')).toBeVisible();
});

test('keys that are pressed as soon as the menu of permissions opens choose one', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await box(screens, 0).click();
  await expect(bar(page)).toContainText('1 selected');
  await expect.poll(() => proxied.requests.some((request) => request.startsWith('GET /project-permission-definitions'))).toBe(true);
  await action(page, 'More actions').focus();
  for (const key of ['Enter', 'ArrowRight', 'r', 'Enter']) await page.keyboard.press(key);
  await expect(screens.dialog.getByRole('heading', { level: 2 })).toContainText('reports:export');
});

/** What a job of each action sends, started for the first users of the list. */
const sent: readonly (readonly [items: readonly string[], button: string, request: RegExp])[] = [
  [['Sign-in methods', 'Turn off one-time codes'], 'Turn off', /^PATCH \/users\//],
  [['Sign-in methods', 'Turn on one-time codes'], 'Turn on', /^PATCH \/users\//],
  [['Sign-in methods', 'Mark emails as verified'], 'Mark as verified', /^PATCH \/users\//],
  [['Sign-in methods', 'Remove passkeys'], 'Remove passkeys', /^PATCH \/users\//],
  [['Sign-in methods', 'Remove passwords'], 'Remove passwords', /^PATCH \/users\//],
  [['Grant project permission', 'analyst'], 'Grant permission', /^POST \/project-permissions\//],
  [['Revoke project permission', 'analyst'], 'Revoke permission', /^DELETE \/project-permissions\//],
];

test('each action sends what its preview says', async ({ page, screens, proxied }) => {
  test.setTimeout(120_000);
  await connected(page, proxied, 'Engines');
  const { dialog } = screens;
  for (const [items, button, request] of sent) {
    await box(screens, 0).click();
    await page.keyboard.press('Shift+ArrowDown');
    for (let row = 0; row < 10; row += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('12 selected');
    await action(page, 'More actions').press('Enter');
    for (const name of items) await item(page, name).press(name === items.at(-1) ? 'Enter' : 'ArrowRight');
    const start = dialog.getByRole('button', { name: button, exact: true });
    await expect(start).not.toHaveAttribute('aria-disabled', 'true');
    const title = await dialog.getByRole('heading', { level: 2 }).innerText();
    const rows = Number(/(\d+) users?/.exec(title)?.[1] ?? 1);
    const before = proxied.requests.length;
    await dialog.getByRole('combobox', { name: 'Pace' }).selectOption('As fast as possible');
    await start.click();
    await expect(bar(page)).toHaveCount(0);
    const own = () => proxied.requests.slice(before).filter((one) => request.test(one));
    await expect.poll(() => own().length, { message: items.join(' › ') }).toBe(rows);
    expect(new Set(own()).size, items.join(' › ')).toBe(rows);
  }
});

test('teams, sessions and restrictions of users are changed from their forms', async ({ page, screens, proxied }) => {
  test.setTimeout(120_000);
  await connected(page, proxied, 'Engines');
  const { dialog } = screens;
  const since = (before: number, request: RegExp) => () => proxied.requests.slice(before).filter((one) => request.test(one)).length;
  const start = async (button: string, request: RegExp, least = 1) => {
    const before = proxied.requests.length;
    const target = dialog.getByRole('button', { name: button, exact: true });
    await expect(target).not.toHaveAttribute('aria-disabled', 'true');
    await target.click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(since(before, request)).toBeGreaterThanOrEqual(least);
  };
  const select = async () => {
    await box(screens, 0).click();
    await box(screens, 1).click();
  };
  const chooseTeam = async () => {
    await dialog.getByRole('searchbox').pressSequentially('Loom');
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Preview' }).click();
  };
  const more = async (name: string) => {
    await action(page, 'More actions').click();
    await item(page, name).click();
  };
  await select();
  await action(page, 'Add to team').click();
  await chooseTeam();
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('Jacquard Looms');
  await expect(dialog).toContainText('You can undo this job later');
  await start('Add to team', /^POST \/team-memberships\//, 2);

  await select();
  await more('Grant team permission…');
  await dialog.getByRole('combobox', { name: 'Permission' }).selectOption({ index: 1 });
  await chooseTeam();
  await start('Grant permission', /^POST \/team-permissions\//, 2);

  await select();
  await more('Remove from team…');
  await chooseTeam();
  await start('Remove from team', /^DELETE \/team-memberships\//, 2);

  await select();
  await more('Restrict…');
  await dialog.getByLabel('Reason', { exact: true }).pressSequentially('Under review');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await start('Restrict users', /^PATCH \/users\//, 2);

  // By the menu of one of several rows.
  await select();
  await screens.users.locator('[data-row="1"]').click({ button: 'right' });
  await item(page, 'Revoke sessions').click();
  await expect(dialog).toContainText('it can’t be known before');
  await expect(dialog).toContainText(/about \d+ requests/);
  await start('Revoke sessions', /^GET \/auth\/sessions/, 2);
});

test('the safety level is asked once, and what can’t be done says why', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'type-to-destroy' } });
  const { dialog } = screens;
  await box(screens, 0).click();
  await action(page, 'Select all matching').click();
  await expect(dialog).toContainText('Latchkey can select all that match');
  await page.keyboard.press('Escape');
  await action(page, 'Delete').click();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(bar(page)).toContainText('1 selected');
  await action(page, 'Delete').click();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Analytical Engines');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^(Started: Delete users, 1 user|Finished: Delete users)/)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'confirm-writes' } });
  await box(screens, 0).click();
  await action(page, 'Revoke sessions').click();
  await dialog.getByRole('button', { name: 'Revoke sessions' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^(Started: Revoke all sessions, 1 user|Finished: Revoke all sessions)/)).toBeVisible();
  await page.getByRole('button', { name: 'Open job' }).last().click();
  await expect(page.getByRole('heading', { name: 'Revoke all sessions' })).toBeVisible();
  await screens.visit('users');

  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  await box(screens, 0).click();
  await expect(action(page, 'Delete')).toHaveAttribute('aria-disabled', 'true');
  await expect(action(page, 'Delete')).toHaveAccessibleDescription(/read-only/);
});
