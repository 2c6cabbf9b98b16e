/** Signing in through the project's own site, for projects that don’t redirect to this machine. */
import type { BrowserContext, Page } from '@playwright/test';
import { type ProjectSite, startProjectSite } from '../support/browser/project-site';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { test as base, expect } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';
const minute = 60_000;

/** The sign-in card of a project that does not trust localhost, and the site of that project. */
const test = base.extend<{ site: ProjectSite }>({
  site: async ({ page, screens, environment }, use) => {
    await screens.startSandbox();
    const site = await startProjectSite({ ...(await clientOf(environment, page)), email: grace, password });
    await configure(environment, page, []);
    await screens.visit('sign-in');
    await use(site);
    await site.close();
  },
});

/** What the project's own client knows: the app says it to the browser. */
async function clientOf(environment: TestEnvironment, page: Page) {
  await environment.ask(page, 'signIn.withProvider', { connectionId: 'sandbox', provider: 'github' });
  const { projectId, publishableKey } = await keysOf(environment);
  return {
    service: environment.url(),
    headers: {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': publishableKey,
    },
  };
}

/** What the provider's page was opened with, before the browser was started for anything else. */
async function keysOf(environment: TestEnvironment) {
  const { searchParams } = new URL(await environment.opened());
  return { projectId: searchParams.get('client_id') ?? '', publishableKey: searchParams.get('client_secret') ?? '' };
}

async function configure(environment: TestEnvironment, page: Page, domains: readonly object[]): Promise<void> {
  const body = { config: { allow_localhost: false, domains } };
  await environment.ask(page, 'service.projects.update', { actor: 'project', connectionId: 'sandbox', body });
}

/** From the card to the wait for the site; the address is asked for where the project trusts none. */
async function leave({ page }: Screens, origin?: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await expect(page.getByText('This project doesn’t allow redirects to this computer')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in on the project’s site' }).click();
  if (origin !== undefined) {
    await page.getByLabel('Project site URL').fill(origin);
    await page.getByRole('button', { name: 'Sign in on the project’s site' }).click();
  }
  await expect(page.getByText('The project’s site is open in your browser.')).toBeVisible();
}

async function agree(userBrowser: BrowserContext, address: string): Promise<Page> {
  const tab = await userBrowser.newPage();
  await tab.goto(address);
  await tab.getByRole('button', { name: 'Let it sign in' }).click();
  return tab;
}

test('the site that the project trusts hands its session over', async ({ page, screens, environment, userBrowser, site }) => {
  await configure(environment, page, [{ domain: site.origin, handler_path: '/handler' }]);
  await leave(screens);
  const tab = await agree(userBrowser, await environment.opened(2));
  await expect(tab.getByRole('heading', { name: 'Signed in' })).toBeVisible();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await expect(page).toHaveURL(/account\/profile$/);
});

test('signing out of a session that is shared with the site asks first', async ({ page, screens, environment, userBrowser, site }) => {
  await configure(environment, page, [{ domain: site.origin, handler_path: '/handler' }]);
  await leave(screens);
  await agree(userBrowser, await environment.opened(2));
  await screens.account(/Grace Hopper/).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(screens.dialog.getByText(/^This session of .* is also used by a program/)).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();

  await screens.visit('sign-in');
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Sign out of all accounts' }).click();
  await expect(screens.dialog.getByText(/^A session of .* is also used by a program/)).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out of all accounts').first()).toBeVisible();
  expect(await environment.ask(page, 'accounts.list', {})).toMatchObject({ value: [] });
});

test('an unknown site is requested from the user, and an invalid URL is rejected', async ({
  page,
  screens,
  environment,
  userBrowser,
  site,
}) => {
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('button', { name: 'Sign in on the project’s site' }).click();
  const address = page.getByLabel('Project site URL');
  for (const wrong of ['http://site.example', 'site.example', 'https://user@site.example']) {
    await address.fill(wrong);
    await page.getByRole('button', { name: 'Sign in on the project’s site' }).click();
    await expect(page.getByText('Enter a full URL that starts with https://')).toBeVisible();
  }
  await address.fill(site.origin);
  await page.getByRole('button', { name: 'Sign in on the project’s site' }).click();
  await agree(userBrowser, await environment.opened(2));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

test('is always reachable, and remembers the site', async ({ page, screens, environment, userBrowser, site }) => {
  const start = page.getByRole('button', { name: 'Sign in on the project’s site' });
  await page.getByRole('link', { name: 'Sign in on the project’s site' }).click();
  await expect(page.getByText('Latchkey will share your session with the site')).toBeVisible();
  await start.click();
  await page.getByLabel('Project site URL').fill(site.origin);
  await start.click();
  await expect(page.getByText('The project’s site is open in your browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Project site URL')).toHaveValue(site.origin);
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in on the project’s site' }).click();
  await start.click();
  await agree(userBrowser, await environment.opened(3));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

/** A connection to the project with its publishable key only, so that nothing of it can be read that only its admins can; returns its ID. */
async function connectWithKey(environment: TestEnvironment, page: Page): Promise<string> {
  const { projectId, publishableKey } = await keysOf(environment);
  const draft = { name: 'Production', environment: 'production', baseUrl: environment.url(), projectId, keys: { client: publishableKey } };
  const { id } = (await environment.ask(page, 'connections.add', { draft })) as { id: string };
  return id;
}

async function requestCode({ page }: Screens, connectionId: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/c/${connectionId}/sign-in`);
  await page.getByRole('button', { name: 'Send me a code instead' }).click();
  await page.getByLabel('Email', { exact: true }).fill(grace);
  await page.getByRole('button', { name: 'Send me a code', exact: true }).click();
}

/** Requests a code, which the project refuses to send, and then uses the site. */
async function codeThroughSite(screens: Screens, connectionId: string, origin: string): Promise<void> {
  const { page, codeField } = screens;
  await requestCode(screens, connectionId);
  await expect(page.getByRole('alert')).toContainText('The project doesn’t trust this redirect URL');
  const url = page.getByLabel('Project site URL');
  await url.fill('site.example');
  await page.getByRole('button', { name: 'Use site' }).click();
  await expect(url).toHaveAccessibleDescription(/Enter a full URL/);
  await url.fill(origin);
  await page.getByRole('button', { name: 'Use site' }).click();
  await codeField.waitFor();
}

test.describe('where only admins can read whether localhost is allowed', () => {
  test.use({ sandboxRelease: '2.8.86' });

  test('an email that the project refuses is sent with a link to the site', async ({ page, screens, environment, site }) => {
    await configure(environment, page, [{ domain: site.origin, handler_path: '/handler' }]);
    await codeThroughSite(screens, await connectWithKey(environment, page), site.origin);
    expect(await environment.mailedLink(grace)).toContain(`${site.origin}/handler/magic-link-callback?code=`);
    await page.keyboard.type(await environment.mailedCode(grace));
    await expect(screens.account(/Grace Hopper/)).toBeVisible();
  });
});

test('an email of a project that is known to refuse localhost has a link to its site at once', async ({
  page,
  screens,
  environment,
  site,
}) => {
  await configure(environment, page, [{ domain: site.origin, handler_path: '/handler' }]);
  await requestCode(screens, await connectWithKey(environment, page));
  await screens.codeField.waitFor();
  expect(await environment.mailedLink(grace)).toContain(`${site.origin}/handler/magic-link-callback?code=`);
  await page.keyboard.type(await environment.mailedCode(grace));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

test('a new user whose verification email is refused has it sent with a link to the site', async ({ page, environment, site }) => {
  const trusted = [{ domain: site.origin, handler_path: '/handler' }];
  await configure(environment, page, trusted);
  const id = await connectWithKey(environment, page);
  await environment.ask(page, 'callbacks.nameSite', { connectionId: id, url: site.origin });
  await page.goto(`${page.url().split('#')[0]}#/c/${id}/sign-up`);
  await page.getByLabel('Email', { exact: true }).fill('mary@analytical.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  const send = page.getByRole('button', { name: 'Send verification email' });
  await send.waitFor();
  await configure(environment, page, []);
  await send.click();
  await expect(page.getByRole('alert')).toContainText('The project doesn’t trust this redirect URL');
  await expect(page.getByRole('link', { name: 'Sign in on the project’s site' })).toBeHidden();
  await configure(environment, page, trusted);
  await page.getByRole('button', { name: 'Use site' }).click();
  await expect(page.getByText('Verification email sent to mary@analytical.example').first()).toBeVisible();
});

test('one that was cancelled is not finished by the site', async ({ page, screens, environment, userBrowser, site }) => {
  await leave(screens, site.origin);
  const address = await environment.opened(2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
  const tab = await agree(userBrowser, address);
  await expect(tab.getByRole('heading', { name: 'Signed in' })).toBeVisible();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
  expect(await environment.ask(page, 'accounts.list', {})).toMatchObject({ value: [{ displayName: 'Ada Lovelace' }] });
});

test('a request without a response expires', async ({ page, screens, environment, userBrowser, site }) => {
  await leave(screens, site.origin);
  await environment.pass(11 * minute);
  await expect(page.getByRole('alert')).toContainText('The sign-in request expired');
  const tab = await agree(userBrowser, await environment.opened(2));
  await expect(tab.getByRole('heading', { name: 'This request has ended' })).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
});

test('a service that is gone in the meantime is reported, and the card starts again', async ({ page, screens, host, site }) => {
  await leave(screens, site.origin);
  await host.killSandbox();
  await expect(page.getByRole('main').getByText('The sandbox isn’t running').first()).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
});
