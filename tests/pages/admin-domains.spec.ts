/** The trusted domains of a project, and production mode. */
import type { Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

interface Project {
  readonly is_production_mode: boolean;
  readonly config: { readonly allow_localhost: boolean; readonly domains: readonly object[] };
}

const read = (page: Page, environment: TestEnvironment) => environment.ask(page, 'service.projects.read', project) as Promise<Project>;
const update = (page: Page, environment: TestEnvironment, body: object) =>
  environment.ask(page, 'service.projects.update', { ...project, body });
const entry = (domain: string) => ({ domain, handler_path: '/handler' });
const domain = (page: Page, number: number) => page.getByRole('textbox', { name: `Domain ${number}`, exact: true });
const review = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Review changes' });
const mode = (page: Page) => page.getByRole('switch', { name: 'Production mode' });

async function open(screens: Screens, environment: TestEnvironment, ...domains: string[]): Promise<void> {
  await screens.startSandbox();
  await update(screens.page, environment, { config: { domains: domains.map(entry), allow_localhost: true } });
  await screens.entry('Domains').click();
  await domain(screens.page, domains.length).waitFor();
}

async function saveReviewed(screens: Screens): Promise<void> {
  await review(screens.page).click();
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.page.getByText('Trusted domains saved', { exact: true })).toBeVisible();
}

test('a domain is validated while it is typed, and saved after a review', async ({ page, screens, environment }) => {
  await open(screens, environment, 'https://app.example.com');
  await page.getByRole('button', { name: 'Add domain' }).click();
  const added = domain(page, 2);
  await expect(added).toBeFocused();
  for (const [text, problem] of [
    ['', 'Enter a domain'],
    ['javascript:alert(1)', 'A domain starts with'],
    ['https://', 'Trusted domain is not a valid URL'],
    ['https://app.example.com', 'already in the list'],
    ['https://ada:secret@b.example', 'username or password'],
  ] as const) {
    await added.fill(text);
    await expect(added).toHaveAccessibleDescription(new RegExp(problem));
    await expect(review(page)).toBeDisabled();
  }
  await added.fill('http://shop.example.com');
  await expect(added).toHaveAccessibleDescription(/should be HTTPS/);
  await page.getByRole('button', { name: 'Use HTTPS: https://shop.example.com' }).click();
  await expect(added).toHaveValue('https://shop.example.com');
  const path = page.getByRole('textbox', { name: 'Handler path 2', exact: true });
  await path.fill('auth');
  await expect(path).toHaveAccessibleDescription(/starts with a slash/);
  await expect(review(page)).toBeDisabled();
  await path.fill('/auth');
  await screens.entry('Users', 'Admin').click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();
  await saveReviewed(screens);
  const { config } = await read(page, environment);
  expect(config.domains).toEqual([entry('https://app.example.com'), { domain: 'https://shop.example.com', handler_path: '/auth' }]);
  expect(config.allow_localhost).toBe(true);
});

test('two admins change different domains: neither change is lost', async ({ page, screens, environment }) => {
  await open(screens, environment, 'https://app.example.com', 'https://b.example');
  await page.getByRole('button', { name: /^Remove domain 2/ }).click();
  await update(page, environment, {
    config: { domains: ['https://app.example.com', 'https://b.example', 'https://c.example'].map(entry) },
  });
  await expect(page.getByText('“Trusted domains” changed elsewhere').first()).toBeVisible();
  await review(page).click();
  await expect(screens.dialog).toContainText('https://c.example');
  await screens.dialog.getByRole('button', { name: 'Combine changes' }).click();
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Trusted domains saved', { exact: true })).toBeVisible();
  expect((await read(page, environment)).config.domains).toEqual(['https://app.example.com', 'https://c.example'].map(entry));
});

test('a saved domain has its own history, and one that is new or edited says that it has none', async ({ page, screens, environment }) => {
  await open(screens, environment, 'https://app.example.com', 'https://b.example');
  const moved = { domain: 'https://b.example', handler_path: '/auth' };
  await update(page, environment, { config: { domains: [entry('https://app.example.com'), moved] } });
  const history = (name: string) => page.getByRole('button', { name: `History of domain ${name}` });
  await history('2: https://b.example').focus();
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toHaveAccessibleName('History of https://b.example');
  const rows = screens.dialog.getByRole('listitem');
  // Both were added by one change, and only one was changed after that.
  await expect(rows).toHaveCount(2);
  await rows
    .first()
    .getByRole('button', { name: /^1 change/ })
    .click();
  await expect(rows.first()).toContainText('"handler_path":"/auth"');
  await page.keyboard.press('Escape');
  await expect(history('2: https://b.example')).toBeFocused();
  await history('1: https://app.example.com').click();
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await domain(page, 1).fill('https://app2.example.com');
  await expect(history('1: https://app2.example.com')).toHaveAccessibleDescription('Only saved domains have a history');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(history('3: ')).toHaveAccessibleDescription('Only saved domains have a history');
});

const environmentOf = async (page: Page, environment: TestEnvironment) => {
  const { value } = (await environment.ask(page, 'connections.list', {})) as { value: { id: string; environment: string }[] };
  return value.find(({ id }) => id === 'sandbox')?.environment;
};

test('production mode is reached by its fixes, and checked again right before it is turned on', async ({ page, screens, environment }) => {
  await open(screens, environment, 'http://app.example.com', 'https://10.0.0.12', 'http://localhost:3000');
  await expect(page.getByText('Turning it on fixes what doesn’t pass')).toBeVisible();
  const checklist = page.getByRole('list', { name: 'Production checklist' });
  await checklist.getByRole('button', { name: /^Turn off: Localhost is not allowed/ }).click();
  await checklist.getByRole('button', { name: /^Use HTTPS: Trusted domains should be HTTPS/ }).click();
  await checklist.getByRole('button', { name: /^Remove: Direct IPs/ }).click();
  await checklist.getByRole('button', { name: /^Remove: Localhost domains/ }).click();
  await expect(checklist.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Save or discard your changes first').first()).toBeVisible();
  await saveReviewed(screens);
  expect(await read(page, environment)).toMatchObject({
    is_production_mode: false,
    config: { allow_localhost: false, domains: [entry('https://app.example.com')] },
  });
  await mode(page).click();
  await expect(screens.dialog).toContainText('Links and redirects to localhost');
  await expect(screens.dialog).toContainText('https://app.example.com');
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(mode(page)).not.toBeChecked();
  expect((await read(page, environment)).is_production_mode).toBe(false);
  await mode(page).click();
  await expect(screens.dialog.getByLabel('Mark this connection as Production')).toBeChecked();
  await screens.dialog.getByRole('button', { name: 'Turn on production mode' }).click();
  await expect(mode(page)).toBeChecked();
  await expect.poll(async () => environmentOf(page, environment)).toBe('production');
  await expect.poll(async () => (await read(page, environment)).is_production_mode).toBe(true);
  await mode(page).click();
  await screens.dialog.getByLabel('Mark this connection as Development').check();
  await screens.dialog.getByRole('button', { name: 'Turn off production mode' }).click();
  await expect.poll(async () => environmentOf(page, environment)).toBe('development');
  await expect(mode(page)).not.toBeChecked();
  await expect.poll(async () => (await read(page, environment)).is_production_mode).toBe(false);
});

test('production mode is turned on with its fixes in 3 clicks, and not if the domains were changed in the meantime', async ({
  page,
  screens,
  environment,
}) => {
  await open(screens, environment, 'http://app.example.com', 'https://10.0.0.12', 'http://localhost:3000');
  await screens.entry('Overview', 'Admin').click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await screens.entry('Domains', 'Admin').click();
  await mode(page).click();
  const changes = screens.dialog.getByRole('list', { name: 'It changes these 5 things first' }).getByRole('listitem');
  await expect(changes).toHaveText([
    /^http:\/\/app\.example\.com\s*Removed/,
    /^http:\/\/localhost:3000\s*Removed/,
    /^https:\/\/10\.0\.0\.12\s*Removed/,
    /^https:\/\/app\.example\.com\s*Added/,
    /^Allow localhost/,
  ]);
  await expect(screens.dialog).toContainText('only on the trusted domains: https://app.example.com.');
  await update(page, environment, { config: { domains: ['https://other.example.com', 'http://app.example.com'].map(entry) } });
  await expect(changes).toHaveCount(5);
  await screens.dialog.getByRole('button', { name: 'Turn on production mode' }).click();
  await expect(page.getByText('The domains were changed elsewhere; production mode stays off').first()).toBeVisible();
  expect(await read(page, environment)).toMatchObject({ is_production_mode: false, config: { allow_localhost: true } });

  await screens.entry('Overview', 'Admin').click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await screens.entry('Domains', 'Admin').click();
  await mode(page).click();
  await screens.dialog.getByRole('button', { name: 'Turn on production mode' }).click();
  await expect(page.getByText('Production mode is on', { exact: true }).first()).toBeVisible();
  await expect(mode(page)).toBeChecked();
  expect(await read(page, environment)).toMatchObject({
    is_production_mode: true,
    config: { allow_localhost: false, domains: [entry('https://app.example.com'), entry('https://other.example.com')] },
  });
});

test('200 domains are shown, found twice among them, and saved with another one', async ({ page, screens, environment }) => {
  const many = Array.from({ length: 200 }, (_none, index) => `https://shop-${index + 1}.example.com`);
  await open(screens, environment, ...many);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const added = domain(page, 201);
  await expect(added).toBeFocused();
  await added.fill('https://shop-117.example.com');
  await expect(added).toHaveAccessibleDescription(/already in the list/);
  await added.fill('https://last.example.com');
  await page.getByRole('button', { name: /^Remove domain \d+: https:\/\/shop-3\.example\.com$/ }).click();
  await saveReviewed(screens);
  const { config } = await read(page, environment);
  const kept = many.filter((one) => one !== 'https://shop-3.example.com');
  // Later releases list them by name.
  expect(config.domains).toEqual(expect.arrayContaining([...kept, 'https://last.example.com'].map(entry)));
  expect(config.domains).toHaveLength(200);
});
