/** Sign-in methods of a project: switches, effects, preview, and OAuth providers, whose secrets are never read. */
import type { Locator, Page } from '@playwright/test';
import { connected, expectNoSecret } from '../support/browser/connecting';
import { Keyboard } from '../support/browser/keyboard';
import type { RunningSandbox } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';
import { ownProxied } from '../support/page/own-services';

// Later releases list only the providers that are on, which another spec covers.
test.use({ sandboxRelease: '2.8.4' });

interface Provider {
  readonly id: string;
  readonly type: string;
  readonly enabled?: boolean;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly facebook_config_id?: string;
}

interface Config {
  readonly credential_enabled: boolean;
  readonly sign_up_enabled: boolean;
  readonly oauth_account_merge_strategy: string;
  readonly oauth_providers: readonly Provider[];
}

/** Reads or changes the project as another admin does, of whom the app isn't notified. */
async function asAdmin({ url, demo }: Pick<RunningSandbox, 'url' | 'demo'>, config?: object): Promise<Config> {
  const response = await fetch(`${url}/api/v1/projects/current`, {
    method: config === undefined ? 'GET' : 'PATCH',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'admin',
      'x-stack-project-id': demo.project_id,
      'x-stack-super-secret-admin-key': demo.super_secret_admin_key,
    },
    ...(config === undefined ? {} : { body: JSON.stringify({ config }) }),
  });
  return ((await response.json()) as { config: Config }).config;
}

const provider = ({ oauth_providers: all }: Config, id: string) => all.find((one) => one.id === id);
const row = (page: Page, name: string): Locator => page.getByRole('main').getByRole('group', { name, exact: true });
const toggle = (page: Page, name: string): Locator => page.getByRole('switch', { name, exact: true });
const preview = (page: Page): Locator => page.getByRole('img', { name: /^The sign-in card with/ });
const saved = (page: Page): Locator => page.getByText('Sign-in methods saved', { exact: true });

async function open(screens: Screens, service: RunningSandbox | { url: string; demo: RunningSandbox['demo'] }): Promise<void> {
  await connected(screens.page, service, 'Engines');
  await screens.entry('Sign-in methods').click();
  await toggle(screens.page, 'Password').waitFor();
}

async function choose(page: Page, name: string, command: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: command }).click();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const confirm = ({ dialog }: Screens) => dialog.getByRole('button', { name: 'Save changes' }).click();

const { step, takeSteps } = createSteps(ownProxied('2.8.4'));
test('sign-in methods of a project', takeSteps);

step('methods and sign-up are turned off after their effects are confirmed, and on at once', async ({ page, screens, service }) => {
  await open(screens, service);
  await expect(preview(page)).toHaveAccessibleName(/Apple.*Passkey.*Password.*One-time code$/);
  await toggle(page, 'Password').click();
  await toggle(page, 'Sign-up').click();
  await expect(row(page, 'Password')).toContainText('Unsaved');
  await expect(preview(page)).toHaveAccessibleName(/Passkey, One-time code$/);
  await expect(page.getByRole('status').filter({ hasText: '2 changes' })).toContainText('Password turned off, Sign-up turned off');
  await save(page);
  await expect(screens.dialog).toContainText('Users can’t sign in with passwords, or reset them.');
  await expect(screens.dialog).toContainText('New users can’t create accounts, not even with an OAuth provider.');
  await expect(screens.dialog.getByRole('list', { name: 'Your changes' })).toContainText('Password');
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await asAdmin(service)).toMatchObject({ credential_enabled: true, sign_up_enabled: true });
  await save(page);
  await confirm(screens);
  await expect(saved(page)).toBeVisible();
  await expect(screens.dialog).toHaveCount(0);
  expect(await asAdmin(service)).toMatchObject({ credential_enabled: false, sign_up_enabled: false });

  await toggle(page, 'Password').click();
  await save(page);
  await expect.poll(() => asAdmin(service)).toMatchObject({ credential_enabled: true, sign_up_enabled: false });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
});

step('a project without any method is warned of', async ({ page, screens, service }) => {
  await asAdmin(service, { oauth_providers: (await asAdmin(service)).oauth_providers.map((one) => ({ ...one, enabled: false })) });
  await open(screens, service);
  for (const name of ['Password', 'One-time code and sign-in link', 'Passkey']) await toggle(page, name).click();
  await expect(page.getByText('No sign-in method is left').first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'The sign-in card without any sign-in method' })).toBeVisible();
  await save(page);
  await expect(screens.dialog.getByRole('listitem').first()).toHaveText('No sign-in method is left. Users can’t sign in to this project.');
});

step('the preview shows the card in a theme and width, and nothing in it can be used', async ({ page, screens, service }) => {
  await open(screens, service);
  const card = preview(page);
  const width = async () => (await card.locator('> div').boundingBox())?.width ?? 0;
  const wide = await width();
  await expect(card).toHaveCSS('color-scheme', 'light');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(card).toHaveCSS('color-scheme', 'dark');
  await page.getByRole('radio', { name: 'Narrow' }).click();
  expect(await width()).toBeLessThan(wide);
  await expect(card).toContainText('Sign in to Analytical Engines');
  await page.getByRole('radio', { name: 'Sign up' }).click();
  await expect(card).toContainText('Create an account in Analytical Engines');
  for (const control of await card.locator('button, input').all()) {
    await control.focus();
    await expect(control).not.toBeFocused();
  }
  await expect(card.getByRole('button')).toHaveCount(0);
});

step('the strategy for equal emails is explained with two users', async ({ page, screens, service }) => {
  await open(screens, service);
  const example = page.getByRole('list', { name: /^Example/ }).getByRole('listitem');
  await expect(example).toHaveText([/^Ada.*Same account$/, /^Ben.*Error$/]);
  await page.getByRole('combobox', { name: 'Same email from another provider' }).selectOption('Create second account');
  await expect(example).toHaveText([/^Ada.*Second account$/, /^Ben.*Second account$/]);
  await save(page);
  await expect.poll(async () => (await asAdmin(service)).oauth_account_merge_strategy).toBe('allow_duplicates');
});

step('a provider is found and added with its own keys, after mistakes', async ({ page, screens, service }) => {
  await open(screens, service);
  const { dialog } = screens;
  await page.getByRole('button', { name: 'Add provider' }).click();
  await expect(dialog.getByRole('button', { name: /^Google/ })).toContainText('Shared keys');
  await expect(dialog.getByRole('button', { name: /^Discord/ })).toContainText('Off');
  await typeText(dialog.getByRole('searchbox', { name: 'Search providers' }), 'zzz');
  await dialog.getByRole('button', { name: 'Clear search' }).click();
  await typeText(dialog.getByRole('searchbox', { name: 'Search providers' }), 'face');
  await dialog.getByRole('button', { name: 'Facebook' }).click();
  await expect(dialog.getByLabel('Redirect URL')).toHaveValue(`${service.url}/api/v1/auth/oauth/callback/facebook`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByLabel('Client secret')).toHaveAccessibleDescription(/Enter the value from the provider/);
  await dialog.getByLabel('Client ID').fill(' facebook-client ');
  await dialog.getByLabel('Client secret').fill('facebook-client-secret-of-30-chars');
  await dialog.getByLabel('Configuration ID').fill('business');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(row(page, 'Facebook')).toContainText('Own keys');
  await expect(preview(page)).toHaveAccessibleName(/Facebook/);
  await save(page);
  await expect(saved(page)).toBeVisible();
  expect(provider(await asAdmin(service), 'facebook')).toEqual({
    id: 'facebook',
    type: 'standard',
    enabled: true,
    client_id: 'facebook-client',
    client_secret: 'facebook-client-secret-of-30-chars',
    facebook_config_id: 'business',
  });
  await choose(page, 'Facebook', 'Edit keys');
  await expect(dialog.getByLabel('Client secret')).toHaveValue('');
  await expect(dialog.getByLabel('Client secret')).toHaveAttribute('placeholder', /hars$/);
});

step('shared keys are offered where the service has them, with a warning', async ({ page, screens, service }) => {
  await open(screens, service);
  const { dialog } = screens;
  await choose(page, 'GitLab', 'Edit keys');
  await expect(dialog.getByRole('radio', { name: 'Shared keys' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Microsoft', 'Edit keys');
  await expect(dialog).toContainText('Shared keys are for development');
  await dialog.getByRole('radio', { name: 'Own keys' }).click();
  await dialog.getByLabel('Client ID').fill('ms');
  await dialog.getByLabel('Client secret').fill('s');
  await dialog.getByLabel('Tenant ID').fill('tenant');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await choose(page, 'Microsoft', 'Undo changes');
  await expect(row(page, 'Microsoft')).toContainText('Shared keys');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
});

step('a secret that isn’t entered again stays, and a provider is turned off after a confirmation', async ({ page, screens, service }) => {
  await open(screens, service);
  const { dialog } = screens;
  const secret = provider(await asAdmin(service), 'gitlab')?.client_secret;
  await choose(page, 'GitLab', 'Edit keys');
  await dialog.getByLabel('Client ID').fill('another');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await toggle(page, 'Apple').click();
  await save(page);
  await expect(dialog).toContainText('Users can’t sign in with Apple.');
  await expect(dialog.getByRole('list', { name: 'Your changes' })).toContainText('client ID another');
  await expect(dialog.getByRole('list', { name: 'Your changes' })).not.toContainText('secret');
  await confirm(screens);
  await expect(saved(page)).toBeVisible();
  const config = await asAdmin(service);
  expect(provider(config, 'gitlab')).toMatchObject({ client_id: 'another', client_secret: secret, enabled: true });
  expect(provider(config, 'apple')).toMatchObject({ enabled: false, client_id: 'sandbox-apple' });
  expect(provider(config, 'discord')).toMatchObject({ enabled: false });
  await expectNoSecret(page);
  expect(await page.content()).not.toContain(String(secret));
});

step('providers that another admin changed are never overwritten', async ({ page, screens, service }) => {
  await open(screens, service);
  const { dialog } = screens;
  await toggle(page, 'Discord').click();
  await toggle(page, 'Spotify').click();
  await toggle(page, 'Passkey').click();
  const before = await asAdmin(service);
  const theirs = before.oauth_providers.map((one) => {
    if (one.id === 'spotify') return { ...one, type: 'standard', client_id: 'theirs', client_secret: 'their-secret' };
    return one.id === 'gitlab' ? { ...one, client_id: 'theirs' } : one;
  });
  await asAdmin(service, { oauth_providers: theirs });
  await save(page);
  await confirm(screens);
  await expect(dialog).toContainText('“Sign-in methods” changed elsewhere');
  const elsewhere = dialog.getByRole('list', { name: 'Changed elsewhere' });
  await expect(elsewhere).toContainText('GitLab');
  await expect(elsewhere).toContainText('Own keys, client ID theirs');
  await expect(dialog.getByRole('list', { name: 'Your changes' }).getByRole('listitem').filter({ hasText: 'Spotify' })).toContainText(
    'Conflict',
  );
  await dialog.getByRole('button', { name: 'Keep the other values' }).click();
  await confirm(screens);
  await expect(saved(page)).toBeVisible();
  const after = await asAdmin(service);
  expect(provider(after, 'gitlab')).toMatchObject({ client_id: 'theirs' });
  expect(provider(after, 'spotify')).toMatchObject({ enabled: true, client_id: 'theirs', client_secret: 'their-secret' });
  expect(provider(after, 'discord')).toMatchObject({ enabled: true });
});

step('a change whose response is lost is looked up, with a new secret as well', async ({ page, screens, proxied }) => {
  await open(screens, proxied);
  const { dialog } = screens;
  await choose(page, 'GitLab', 'Edit keys');
  await dialog.getByLabel('Client secret').fill('a-new-client-secret-of-gitlab');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  proxied.lost.add('PATCH /projects/current');
  await save(page);
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  expect(provider(await asAdmin(proxied), 'gitlab')).toMatchObject({ client_secret: 'a-new-client-secret-of-gitlab' });
  expect(proxied.requests.filter((request) => request === 'PATCH /projects/current')).toHaveLength(1);
});

test('a read-only connection shows the settings, and says why nothing can be changed', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  await screens.entry('Sign-in methods').click();
  for (const name of ['Password', 'Sign-up', 'Google']) {
    await expect(toggle(page, name)).toHaveAccessibleDescription(/^This connection is read-only/);
    await toggle(page, name).click({ force: true });
  }
  await expect(toggle(page, 'Password')).toBeChecked();
  await expect(page.getByRole('combobox', { name: /^Same email/ })).toHaveAccessibleDescription(/^This connection is read-only/);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
});

step('a keyboard is enough', async ({ page, screens, service }) => {
  await open(screens, service);
  const keyboard = await Keyboard.of(page);
  const { dialog } = screens;
  await keyboard.press(toggle(page, 'Password'), 'Space');
  await keyboard.press(page.getByRole('button', { name: 'Add provider' }));
  await keyboard.type(dialog.getByRole('searchbox', { name: 'Search providers' }), 'linked');
  await keyboard.press(dialog.getByRole('button', { name: 'LinkedIn' }));
  await keyboard.type(dialog.getByLabel('Client ID'), 'id');
  await keyboard.type(dialog.getByLabel('Client secret'), 'secret');
  await page.keyboard.press('Enter');
  await expect(row(page, 'LinkedIn')).toContainText('Unsaved');
  await keyboard.expectFocusKept();
  await keyboard.choose(row(page, 'Google').getByRole('button', { name: 'Actions for Google' }), 'Edit keys');
  await screens.escape(screens.dialog);
  await keyboard.expectFocus(row(page, 'Google').getByRole('button', { name: 'Actions for Google' }));
  await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
  await keyboard.press(dialog.getByRole('button', { name: 'Save changes' }));
  await expect(saved(page)).toBeVisible();
  keyboard.expectNoMouse();
  expect(provider(await asAdmin(service), 'linkedin')).toMatchObject({ enabled: true, client_id: 'id' });
});

test('the screen reads the project once', async ({ page, screens, proxied }) => {
  await open(screens, proxied);
  await screens.entry('Users').click();
  await page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1).waitFor();
  await page.reload();
  await page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1).waitFor();
  const before = proxied.requests.length;
  await screens.entry('Sign-in methods').click();
  await toggle(page, 'Password').waitFor();
  expect(proxied.requests.slice(before).filter((request) => request.includes('/projects/'))).toEqual(['GET /projects/current']);
});
