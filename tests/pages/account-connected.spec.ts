/** Connected accounts: connecting, reconnecting with scopes, checking access tokens, and disconnecting. */
import type { BrowserContext, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import { test as base, expect } from '../support/page/fixtures';
import { type PlayedRelease, startRelease } from '../support/page/services';

const test = base.extend<{ release: PlayedRelease }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  release: async ({}, use) => {
    const release = await startRelease('2.8.86');
    await use(release);
    await release.stop();
  },
});

async function allow(userBrowser: BrowserContext, address: string): Promise<void> {
  const tab = await userBrowser.newPage();
  await tab.goto(address);
  await tab.getByLabel('Email of another account').fill('ada@elsewhere.example');
  await tab.getByRole('button', { name: 'Allow', exact: true }).click();
  await tab.getByRole('heading', { name: 'Return to Latchkey' }).waitFor();
  await tab.close();
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Connected accounts' });
const rowOf = (page: Page, provider: string) => listOf(page).getByRole('listitem').filter({ hasText: provider });

test('an account is connected, its access token is checked, and it is reconnected with a scope', async ({
  page,
  screens,
  environment,
  userBrowser,
}) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await page.getByRole('link', { name: 'Manage connected accounts' }).click();
  await expect(rowOf(page, 'GitHub')).toContainText('ada@analytical.example');

  await rowOf(page, 'GitHub').getByRole('button', { name: 'Check the access token of GitHub' }).click();
  await screens.dialog.getByRole('button', { name: 'Check access token' }).click();
  await expect(screens.dialog.getByRole('alert')).toContainText('shared OAuth keys');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Connect account' }).click();
  await page.getByRole('button', { name: 'Connect GitLab', exact: true }).waitFor();
  await expect(page.getByRole('button', { name: 'Connect GitHub', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Connect GitLab', exact: true }).click();
  await allow(userBrowser, await environment.opened());
  await expect(page).toHaveURL(/account\/connected-accounts$/);
  await expect(rowOf(page, 'GitLab')).toContainText('ada@elsewhere.example');

  const checkScope = async (scope: string) => {
    await rowOf(page, 'GitLab').getByRole('button', { name: 'Check the access token of GitLab' }).click();
    await screens.dialog.getByLabel('Scopes').fill(scope);
    await screens.dialog.getByRole('button', { name: 'Check access token' }).click();
  };
  await checkScope('');
  await expect(screens.dialog.getByText('The project has an access token for GitLab').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await checkScope('read_api');
  await expect(screens.dialog.getByRole('alert')).toContainText('hasn’t granted the required scopes');
  await expect(screens.dialog.getByRole('alert')).toContainText('Reconnect the account and allow the missing scopes');
  await screens.dialog.getByRole('button', { name: 'Reconnect GitLab' }).click();
  await expect(page.getByText('Requested scopes: read_api')).toBeVisible();
  await page.getByRole('button', { name: 'Connect GitLab', exact: true }).click();
  await allow(userBrowser, await environment.opened(2));
  await expect(listOf(page).getByRole('listitem')).toHaveCount(2);
  await checkScope('read_api');
  await expect(screens.dialog.getByText('It covers these scopes: read_api')).toBeVisible();
  await expect(screens.dialog.getByRole('button', { name: 'Copy token' })).toBeVisible();
});

test('an account can be disconnected, but not while it is the only sign-in method that works', async ({
  page,
  screens,
  environment,
  release,
}) => {
  await connected(page, { url: release.url, demo: release.projects.demo }, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Ada Lovelace/).waitFor();
  await screens.entry('Connected accounts').click();
  const disconnect = page.getByRole('button', { name: 'Disconnect GitHub' });
  await expect(disconnect).toBeEnabled();

  const connectionId = /#\/c\/([^/]+)\//.exec(page.url())?.[1];
  const allowOthers = (isOn: boolean) => {
    const config = { credential_enabled: isOn, magic_link_enabled: isOn };
    return environment.ask(page, 'service.projects.update', { actor: 'project', connectionId, body: { config } });
  };
  await allowOthers(false);
  await expect(disconnect).toBeDisabled();
  await expect(rowOf(page, 'GitHub')).toContainText('sign-in method');
  const use = rowOf(page, 'GitHub').getByRole('switch', { name: 'Use GitHub for sign-in' });
  await expect(use).toBeDisabled();
  await allowOthers(true);
  await expect(disconnect).toBeEnabled();

  await expect(use).toBeChecked();
  await use.click();
  await expect(use).not.toBeChecked();
  const { value: accounts } = (await environment.ask(page, 'accounts.list', {})) as { value: { id: string; connectionId: string }[] };
  const accountId = accounts.find((account) => account.connectionId === connectionId)?.id;
  const own = { actor: 'account', connectionId, accountId, query: { user_id: 'me' } };
  expect(await environment.ask(page, 'service.oauth.providers', own)).toMatchObject({ items: [{ allow_sign_in: false }] });
  await allowOthers(false);
  // It's no sign-in method now, so it can be disconnected although no other method works.
  await expect(disconnect).toBeEnabled();
  await use.click();
  await expect(use).toBeChecked();
  await expect(use).toBeDisabled();
  await expect(disconnect).toBeDisabled();
  await allowOthers(true);
  await expect(disconnect).toBeEnabled();

  await disconnect.click();
  await expect(screens.dialog.getByRole('heading', { name: 'Disconnect your GitHub account?' })).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No connected accounts' })).toBeVisible();
  await expect(page.getByText('GitHub account disconnected', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect account' })).toBeEnabled();
});

test('a release that can’t disconnect accounts is named', async ({ page, screens, proxied }) => {
  proxied.replaced.set('GET /oauth-providers', { status: 404, text: '404 — this page does not exist' });
  await connected(page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Ada Lovelace/).waitFor();
  await screens.entry('Connected accounts').click();
  await expect(rowOf(page, 'GitHub')).toContainText('Disconnecting accounts requires version 2.8.24 of the service or later.');
  await expect(page.getByRole('button', { name: 'Disconnect GitHub' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reconnect GitHub' })).toBeEnabled();
  await expect(page.getByRole('switch', { name: 'Use GitHub for sign-in' })).toBeDisabled();
});
