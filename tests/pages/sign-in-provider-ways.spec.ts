/** Every provider of the project, to sign in and to link; and what can happen between leaving and coming back. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

const providers = ['GitHub', 'Google', 'Microsoft', 'Spotify', 'Apple', 'GitLab'];

async function leave({ page }: Screens, provider = 'GitHub'): Promise<void> {
  await page.getByRole('button', { name: `Sign in with ${provider}` }).click();
  await page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
}

/** Says at the provider who one is, and allows. */
async function allow(userBrowser: BrowserContext, address: string, email: string): Promise<Page> {
  const tab = await userBrowser.newPage();
  await tab.goto(address);
  await tab.getByLabel('Email of another account').fill(email);
  await tab.getByRole('button', { name: 'Allow', exact: true }).click();
  return tab;
}

test('every provider that the project has signs in', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await screens.visit('sign-in');
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await expect(page.getByRole('button', { name: /^Sign in with / })).toHaveCount(providers.length);
  for (const [number, provider] of providers.entries()) {
    const email = `somebody@${provider.toLowerCase()}.example`;
    await screens.visit('sign-in');
    await leave(screens, provider);
    const tab = await allow(userBrowser, await environment.opened(number + 1), email);
    await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible();
    await tab.close();
  }
});

test('every provider that the project has can be linked', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await screens.visit('link-provider');
  const offered = page.getByRole('button', { name: /^Connect / });
  await offered.first().waitFor();
  // Ada has an account of this one, which the screen learns a moment later.
  await expect(page.getByRole('button', { name: 'Connect GitHub' })).toHaveCount(0);
  const buttons = await offered.all();
  const names = await Promise.all(buttons.map((button) => button.getAttribute('aria-label')));
  const linkable = names.map((name) => name?.replace('Connect ', '') ?? '');
  expect(linkable).toEqual(expect.arrayContaining(providers.filter((name) => name !== 'GitHub')));
  for (const [number, provider] of linkable.entries()) {
    await screens.visit('link-provider');
    await page.getByRole('button', { name: `Connect ${provider}` }).click();
    const tab = await allow(userBrowser, await environment.opened(number + 1), `ada@${provider.toLowerCase()}.example`);
    await expect(page).toHaveURL(/account\/profile$/);
    await screens.entry('Connected accounts').click();
    await expect(page.getByRole('list', { name: 'Connected accounts' }).getByText(provider, { exact: true })).toBeVisible();
    await tab.close();
  }
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
});

test('a provider asks for the second step as well', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await screens.signIn('alan.turing@analytical.example', 'Analytical-Engine-1843');
  await screens.digitsField.fill(await environment.digits());
  await expect(screens.account(/Alan Turing/)).toBeVisible();
  await expect(page).toHaveURL(/account\/profile$/);
  await screens.visit('link-provider');
  await page.getByRole('button', { name: 'Connect GitLab' }).click();
  await allow(userBrowser, await environment.opened(), 'alan@gitlab.example');
  // Linking is a sign-in to the service, which asks there too. There is no other way to link.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in another way' })).toBeHidden();
  await screens.digitsField.fill(await environment.digits());
  await expect(page).toHaveURL(/account\/profile$/);
  await screens.visit('sign-in');
  await leave(screens, 'GitLab');
  await allow(userBrowser, await environment.opened(2), 'alan@gitlab.example');
  await screens.digitsField.fill(await environment.digits());
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(screens.account(/Alan Turing/)).toBeVisible();
});

test('guessed and foreign ways back leave the sign-in that waits alone', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await leave(screens);
  const authorize = await environment.opened();
  const { origin } = new URL(new URL(authorize).searchParams.get('redirect_uri') ?? '');
  const tab = await userBrowser.newPage();
  for (const state of ['s'.repeat(43), 'x'.repeat(43)]) {
    await tab.goto(`${origin}/handler/oauth-callback?code=${'c'.repeat(64)}&state=${state}`);
    await expect(tab.getByRole('heading', { name: 'Unknown sign-in' })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Continue in your browser' })).toBeVisible();
  await allow(userBrowser, authorize, 'stranger@elsewhere.example');
  await expect(page.getByRole('main').getByText('stranger@elsewhere.example').first()).toBeVisible();
});

test('what the service refuses at the end is shown where it started', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const setUp = (config: object) =>
    environment.ask(page, 'service.projects.update', { actor: 'project', connectionId: 'sandbox', body: { config } });
  const refused = async (opened: number, words: string, meanwhile: () => Promise<unknown> = async () => undefined) => {
    await screens.visit('sign-in');
    await leave(screens);
    const tab = await userBrowser.newPage();
    await tab.goto(await environment.opened(opened));
    await meanwhile();
    await tab.getByLabel('Email of another account').fill('stranger@elsewhere.example');
    await tab.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(tab.getByText('See Latchkey for details')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(words);
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
    await tab.close();
  };
  await refused(1, 'Sign-in timed out', () => environment.pass(11 * 60_000));
  await setUp({ sign_up_enabled: false });
  await refused(2, 'Sign-up is turned off for this project');
});

test('a service that is gone when the browser comes back is reported, and the card starts again', async ({
  page,
  screens,
  environment,
  host,
  userBrowser,
}) => {
  await screens.startSignedOut();
  await leave(screens);
  const authorize = new URL(await environment.opened());
  const redirect = authorize.searchParams.get('redirect_uri') ?? '';
  await host.killSandbox();
  const tab = await userBrowser.newPage();
  await tab.goto(`${redirect}&code=${'c'.repeat(64)}&state=${authorize.searchParams.get('state')}`);
  await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
  await expect(page.getByRole('main').getByText('The sandbox isn’t running').first()).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with GitHub' })).toBeVisible();
});

test('a provider account of another user is not linked, and the account stays as it was', async ({
  page,
  screens,
  environment,
  userBrowser,
}) => {
  await screens.startSignedOut();
  await leave(screens, 'GitLab');
  await allow(userBrowser, await environment.opened(), 'taken@gitlab.example');
  await expect(page.getByRole('main').getByText('taken@gitlab.example').first()).toBeVisible();
  await screens.visit('sign-in');
  await screens.signIn('grace.hopper@analytical.example', 'Analytical-Engine-1843');
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await screens.visit('link-provider');
  await page.getByRole('button', { name: 'Connect GitLab' }).click();
  await allow(userBrowser, await environment.opened(2), 'taken@gitlab.example');
  await expect(page.getByRole('alert')).toContainText('This provider account is already connected to another user');
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});
