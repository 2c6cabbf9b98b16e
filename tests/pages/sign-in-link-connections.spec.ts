/** Links that are for another connection than the one that is shown, for several, or for none. */
import type { Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';

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

const { step, takeSteps } = createSteps();
test('links that are for another connection', takeSteps);

step('a link that says no connection asks which; the wrong one costs nothing', async ({ page, screens, environment }) => {
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

step('a link for another connection is used with that one, wherever it is pasted', async ({ page, screens, environment }) => {
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

step('connections that look alike are distinguished where a link asks which', async ({ page, screens, environment }) => {
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
