/** Privacy mode: no screen shows who a project's users are, where they are, or how to reach them. */
import { asProject } from '../support/browser/demo-project';
import { expectHidden, seedPersonal, settled, turnOnPrivacy } from '../support/browser/personal-data';
import { expect, test } from '../support/page/fixtures';

const projectScreens = [
  'overview',
  'users',
  'users?q=quistgaard',
  'teams',
  'permissions',
  'sign-in-methods',
  'domains',
  'email?tab=server',
  'email?tab=templates',
  'email?tab=sent',
  'email?tab=outbox',
  'project-keys',
  'project-keys/check',
  'webhooks',
  'project-settings',
  'edit',
];
const userTabs = ['overview', 'sign-in', 'sessions', 'permissions', 'metadata', 'json'];
const accountScreens = [
  'profile',
  'sign-in',
  'sessions',
  'connected-accounts',
  'api-keys',
  'permissions',
  'invitations',
  'notifications',
  'create-team',
];

test('no screen of a project shows who its users are', async ({ page, screens, environment }) => {
  test.slow();
  await screens.startSandbox();
  const { ada, quistgaard, hidden } = await seedPersonal(page, environment);
  expect(hidden.length).toBeGreaterThan(200);
  await screens.visit('users?q=quistgaard');
  await expect(screens.userRow(/Wilhelmina Quistgaard/)).toBeVisible();
  await turnOnPrivacy(page, screens);
  await expect(screens.userRow(/Wilhelmina/)).toHaveCount(0);
  await expect(screens.users.getByRole('row')).toHaveCount(2);
  await expectHidden(page, hidden);
  for (const path of projectScreens) {
    await test.step(path, async () => {
      await screens.visit(path);
      await settled(page);
      await expectHidden(page, hidden);
    });
  }
  for (const id of [ada, quistgaard]) {
    for (const tab of userTabs) {
      await test.step(`a user’s ${tab}`, async () => {
        await screens.visit(`users/${id}?tab=${tab}`);
        await settled(page);
        await expectHidden(page, hidden);
      });
    }
  }
});

test('no screen of an account shows whose it is, and no other window does', async ({ page, screens, environment }) => {
  test.slow();
  await screens.startSandbox();
  const { hidden } = await seedPersonal(page, environment);
  await turnOnPrivacy(page, screens);
  for (const path of accountScreens) {
    await test.step(path, async () => {
      await screens.visit(`account/${path}`);
      await settled(page);
      await expectHidden(page, hidden);
    });
  }
  // From the start of the page on.
  await page.reload();
  await settled(page);
  await expectHidden(page, hidden);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(screens.dialog).toBeVisible();
  await expectHidden(page, hidden);
});

test('the own account is deleted by its ID, because its email can’t be read', async ({ page, screens }) => {
  await screens.startSandbox();
  await turnOnPrivacy(page, screens);
  await screens.visit('account/profile');
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  const field = screens.dialog.getByRole('textbox');
  await expect(field).toHaveAccessibleName(/^Type “[0-9a-f-]{36}” to confirm$/);
  const [, id = ''] = /“(.+)”/.exec(await screens.dialog.getByText('to confirm').first().innerText()) ?? [];
  await field.pressSequentially(id);
  await screens.dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText(/deleted$/).first()).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);
});

test('IDs stay, copies are real, fields show their value while they have the focus, and it turns off', async ({
  page,
  context,
  screens,
  environment,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  const { quistgaard, hidden } = await seedPersonal(page, environment);
  await screens.visit(`users/${quistgaard}?tab=overview`);
  const name = page.getByRole('main').getByLabel('Display name', { exact: true });
  await expect(name).toHaveValue('Wilhelmina Quistgaard');
  await turnOnPrivacy(page, screens);
  await expectHidden(page, hidden);
  await expect(page).toHaveTitle(/^••••••/);
  await expect(page.getByRole('button', { name: `Copy ${quistgaard}` }).first()).toBeVisible();

  await expect(name).toHaveCSS('-webkit-text-security', 'disc');
  // Not even the length of the name shows.
  await expect(name).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  // Screen readers would read the value, not the dots.
  await expect(name).toHaveAttribute('aria-hidden', 'true');
  expect(await page.getByRole('main').ariaSnapshot()).not.toContain('Wilhelmina');
  await name.focus();
  await expect(name).not.toHaveAttribute('aria-hidden');
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Display name', exact: true })).toBeFocused();
  await expect(name).toHaveCSS('-webkit-text-security', 'none');
  await expect(name).not.toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  await name.fill('Wilhelmina Quistgaard-Berg');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('User saved', { exact: true })).toBeVisible();
  const { display_name } = (await asProject(environment, page, 'users.read', { params: { user_id: quistgaard } })) as {
    display_name: string;
  };
  expect(display_name).toBe('Wilhelmina Quistgaard-Berg');
  await expectHidden(page, [...hidden, 'Wilhelmina']);

  await screens.visit('users?q=quistgaard');
  await screens.users.locator('[data-row="0"]').getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy emails' }).click();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('wilhelmina@private.example');
  await screens.visit(`users/${quistgaard}?tab=overview`);
  await expect(page.getByRole('button', { name: `Copy ${quistgaard}` }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Privacy mode' }).click();
  await expect(page).toHaveTitle(/^Wilhelmina Quistgaard-Berg/);
  await expect(page.getByRole('heading', { name: 'Wilhelmina Quistgaard-Berg' }).first()).toBeVisible();
  await expect(page.getByText('••••••')).toHaveCount(0);
});
