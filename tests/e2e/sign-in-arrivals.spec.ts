/** Links that a browser brings while the app is open: for one connection or for several, and while somebody is busy. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import type { TestEnvironment } from '../support/browser/test-environment';

const grace = 'grace.hopper@analytical.example';
const ada = 'ada@analytical.example';

/** The same link without the connection it is for. */
function forAnybody(link: string): string {
  const url = new URL(link);
  url.searchParams.delete('connection');
  return url.href;
}

/** Shows a link's card as the palette does, which knows of no connection. */
async function showLink(page: Page, environment: TestEnvironment, text: string): Promise<void> {
  const { id } = (await environment.ask(page, 'links.open', { text })) as { id: string };
  await page.goto(`${page.url().split('#')[0]}#/links/${id}`);
  // The card may be shown already, with the choice that was made there.
  await page.reload();
}

/** Where this app listens: it need not be the only one on this machine. */
async function ownOrigin(environment: TestEnvironment, page: Page): Promise<string> {
  const asked = { connectionId: 'sandbox', purpose: 'magic-link-callback' };
  const { url } = (await environment.ask(page, 'callbacks.address', asked)) as { url: string };
  return new URL(url).origin;
}

test('a link that a browser brings shows its card to a user who does nothing else', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  const { team, link } = await environment.invite(page, ada);
  const tab = await userBrowser.newPage();
  await tab.goto(link.replace(/^https?:\/\/[^/]+/, await ownOrigin(environment, page)));
  await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
  // The navigation has the name of the team as well.
  await expect(page.getByRole('main').getByText(team, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

test('an arriving link waits in a banner while the user types', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await screens.codeField.pressSequentially('abc');
  const tab = await userBrowser.newPage();
  await tab.goto(await environment.mailedLink(grace));
  await expect(page.getByText('Sign-in link received')).toBeVisible();
  await expect(screens.codeField).toHaveValue(/abc/i);
  await expect(screens.codeField).toBeFocused();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await expect(page.getByText('Sign-in link received')).toBeHidden();
});

test('an arriving link waits while another decision is open, and can be dismissed', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.waitFor();
  const tab = await userBrowser.newPage();
  await tab.goto(await environment.mailedLink(grace));
  await expect(tab.getByRole('heading', { name: 'Return to Latchkey' })).toBeVisible();
  await expect(screens.dialog).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sign-in link received')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss link' }).click();
  await expect(page.getByText('Sign-in link received')).toBeHidden();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
});

test('a link that says no connection asks which; the wrong one costs nothing', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/`);
  await page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
  await page.getByRole('region', { name: 'Your projects' }).waitFor();
  await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
  const link = forAnybody(await environment.mailedLink(grace));
  const question = page.getByRole('heading', { name: 'Which project is this link for?' });
  await showLink(page, environment, link);
  await question.waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Dismiss link' }).click();
  await expect(question).toBeHidden();
  const choose = async (project: RegExp) => {
    await showLink(page, environment, link);
    await question.waitFor();
    await page.getByRole('main').getByRole('button', { name: project }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await choose(/Sandbox dashboard/);
  await expect(page.getByText('This link isn’t valid for this project')).toBeVisible();
  await choose(/Analytical Engines/);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

test('a link for another connection is used with that one, wherever it is pasted', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/`);
  await page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
  await page.getByRole('region', { name: 'Your projects' }).waitFor();
  await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox-internal/forgot-password`);
  await screens.openLink(await environment.mailedLink(grace));
  await page.getByRole('heading', { name: 'Sign in to Analytical Engines' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/#\/c\/sandbox\/account\/profile$/);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

test('connections that look alike are told apart where a link asks which', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const [one, other] = ['3241a285-2ab6-4f1c-8d2b-5e3f1a2b3c4d', '5d1c6d1e-7c7e-4f0e-9a53-0d8a4f1b2c3d'];
  for (const projectId of [one, one, other]) {
    const draft = { name: 'Shop', baseUrl: 'https://auth.example.com', projectId, environment: 'staging' };
    await environment.ask(page, 'connections.add', { draft });
  }
  await showLink(page, environment, 'https://shop.example/handler/sign-up');
  const choices = page.getByRole('main').getByRole('listitem');
  await expect(choices).toHaveText([
    `SHShopauth.example.com · ${one} · Not signed in · Connection 1Staging`,
    `SHShopauth.example.com · ${one} · Not signed in · Connection 2Staging`,
    `SHShopauth.example.com · ${other}Staging`,
  ]);
});

test('a link of a site that is pasted on a card is for the card’s connection', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const draft = { name: 'Shop', baseUrl: 'https://auth.example.com', projectId: 'internal', environment: 'staging' };
  await environment.ask(page, 'connections.add', { draft });
  await screens.visit('forgot-password');
  await screens.openLink('https://app.example/handler/sign-up');
  await page.getByRole('heading', { name: 'Create an account in Analytical Engines' }).waitFor();
});

test('a link of a site that no connection is of says so', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await showLink(page, environment, `https://app.elsewhere.example/handler/magic-link-callback?code=${'a'.repeat(45)}`);
  await expect(page.getByText('None of your connections match this link.')).toBeVisible();
  await page.getByRole('button', { name: 'Connect a project' }).click();
  await expect(page).toHaveURL(/#\/connect$/);
});

test('unknown pages and links from a browser start nothing', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await environment.ask(page, 'signIn.sendCode', { connectionId: 'sandbox', email: grace });
  const { origin } = new URL(await environment.mailedLink(grace));
  const tab = await userBrowser.newPage();
  const told = async (path: string, heading: string) => {
    await tab.goto(`${origin}/handler/${path}`);
    await expect(tab.getByRole('heading', { name: heading })).toBeVisible();
  };
  await told('unknown-page', 'Page not found');
  await told(`password-reset?code=${'a'.repeat(44)}`, 'Incomplete link');
  await told(`oauth-callback?code=${'c'.repeat(64)}&state=${'s'.repeat(43)}`, 'Unknown sign-in');
  await told(`error?errorCode=SIGN_UP_NOT_ENABLED&message=x&state=${'s'.repeat(43)}`, 'Unknown sign-in');
  await expect(page.getByText('Ignored a browser sign-in that Latchkey didn’t start').first()).toBeVisible();
  expect(await environment.ask(page, 'links.list', {})).toMatchObject({ value: [] });
  await screens.users.waitFor();
});
