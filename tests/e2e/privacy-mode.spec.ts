/** Privacy mode: no screen shows who a project's users are, where they are, or how to reach them. */
import type { Page } from '@playwright/test';
import { asProject } from '../support/browser/demo-project';
import { expect, test } from '../support/browser/fixtures';
import type { SandboxWorld } from '../support/browser/sandbox-world';
import type { Screens } from '../support/browser/screens';

interface User {
  readonly id: string;
  readonly display_name: string | null;
  readonly primary_email: string | null;
}

interface Session {
  readonly last_used_at_end_user_ip_info?: { readonly ip: string; readonly cityName?: string; readonly regionCode?: string };
}

const seeded = [
  { display_name: 'Wilhelmina Quistgaard', primary_email: 'wilhelmina@private.example' },
  { display_name: 'Ödön von Zwetschge', primary_email: 'zwetschge+x@private.example' },
  { display_name: '山本花子', primary_email: 'hanako@private.example' },
];

/** Creates the users, and resolves to what must not be shown: their names and addresses, those of all others, and places. */
async function seed(page: Page, world: SandboxWorld): Promise<{ ada: string; quistgaard: string; hidden: string[] }> {
  for (const body of seeded) await asProject(world, page, 'users.create', { body });
  const { items } = (await asProject(world, page, 'users.list', { query: { limit: 300 } })) as { items: User[] };
  const idOf = (name: string) => items.find(({ display_name }) => display_name === name)?.id ?? '';
  const ada = idOf('Ada Lovelace');
  const sessions = (await asProject(world, page, 'auth.sessions', { query: { user_id: ada } })) as { items: Session[] };
  const places = sessions.items.flatMap(({ last_used_at_end_user_ip_info: info }) => [
    info?.ip,
    info?.cityName,
    info?.regionCode && `, ${info.regionCode}, `,
  ]);
  const values = [...items.flatMap((user) => [user.display_name, user.primary_email]), ...places];
  return { ada, quistgaard: idOf('Wilhelmina Quistgaard'), hidden: values.filter((value): value is string => (value?.length ?? 0) > 4) };
}

/** Returns everything that a window shows, and everything of which accessible names are made, but not the values of fields. */
function shownBy(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const names = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'label'];
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => names.map((name) => element.getAttribute(name)));
    return [document.title, document.documentElement.textContent, ...attributes].filter(Boolean).join(String.fromCharCode(10));
  })()`);
}

async function expectHidden(page: Page, hidden: readonly string[]): Promise<void> {
  const found = async () => {
    const shown = (await shownBy(page)).toLowerCase();
    return hidden.filter((value) => shown.includes(value.toLowerCase()));
  };
  expect(await found()).toEqual([]);
}

async function turnOn(page: Page, screens: Screens): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(screens.dialog).toBeVisible();
  await page.keyboard.type('privacy mode on');
  await screens.dialog.getByRole('option', { name: 'Turn privacy mode on or off' }).click();
  await expect(page.getByRole('button', { name: 'Privacy mode' })).toBeVisible();
}

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
  'project-keys',
  'key-check',
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

/** Waits until a screen shows what it has read. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('no screen of a project shows who its users are', async ({ page, screens, world }) => {
  test.slow();
  await screens.startSandbox();
  const { ada, quistgaard, hidden } = await seed(page, world);
  expect(hidden.length).toBeGreaterThan(200);
  await screens.visit('users?q=quistgaard');
  await expect(screens.userRow(/Wilhelmina Quistgaard/)).toBeVisible();
  await turnOn(page, screens);
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

test('no screen of an account shows whose it is, and no other window does', async ({ page, screens, world }) => {
  test.slow();
  await screens.startSandbox();
  const { hidden } = await seed(page, world);
  await turnOn(page, screens);
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

test('IDs stay, copies are real, fields show their value while they have the focus, and it turns off', async ({
  page,
  context,
  screens,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await screens.startSandbox();
  const { quistgaard, hidden } = await seed(page, world);
  await screens.visit(`users/${quistgaard}?tab=overview`);
  const name = page.getByRole('main').getByRole('textbox', { name: 'Display name', exact: true });
  await expect(name).toHaveValue('Wilhelmina Quistgaard');
  await turnOn(page, screens);
  await expectHidden(page, hidden);
  await expect(page).toHaveTitle(/^••••••/);
  await expect(page.getByRole('button', { name: `Copy ${quistgaard}` }).first()).toBeVisible();

  await expect(name).toHaveCSS('-webkit-text-security', 'disc');
  // Not even the length of the name shows.
  await expect(name).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  await name.focus();
  await expect(name).toHaveCSS('-webkit-text-security', 'none');
  await expect(name).not.toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  await name.fill('Wilhelmina Quistgaard-Berg');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  const { display_name } = (await asProject(world, page, 'users.read', { params: { user_id: quistgaard } })) as User;
  expect(display_name).toBe('Wilhelmina Quistgaard-Berg');
  await expectHidden(page, [...hidden, 'Wilhelmina']);

  await screens.visit('users?q=quistgaard');
  await screens.users.locator('[data-row="0"]').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Copy emails' }).click();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('wilhelmina@private.example');
  await screens.visit(`users/${quistgaard}?tab=overview`);
  await expect(page.getByRole('button', { name: `Copy ${quistgaard}` }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Privacy mode' }).click();
  await expect(page).toHaveTitle(/^Wilhelmina Quistgaard-Berg/);
  await expect(page.getByRole('heading', { name: 'Wilhelmina Quistgaard-Berg' }).first()).toBeVisible();
  await expect(page.getByText('••••••')).toHaveCount(0);
});
