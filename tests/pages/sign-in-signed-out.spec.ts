/** What screens and links do without an account, and where they continue after sign-in. */

import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const grace = 'grace.hopper@analytical.example';
const password = 'Analytical-Engine-1843';

const { step, takeSteps } = createSteps();
test('screens and links without an account', takeSteps);

step('sign-in continues to the screen in the address', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.visit('account/sessions');
  await expect(page.getByRole('main').getByText('You’re not signed in')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/#\/c\/sandbox\/account\/sessions$/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('This session');
});

step('a link to the account opens the sign-in card first', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.visit('forgot-password');
  await screens.openLink('http://localhost:47810/handler/account-settings?connection=sandbox');
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/#\/c\/sandbox\/account\/profile$/);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step(
  'opening a screen without an account creates none, and every screen of an account offers to sign in',
  async ({ page, screens, environment }) => {
    await screens.startSignedOut();
    for (const screen of ['profile', 'sign-in', 'sessions', 'connected-accounts', 'api-keys', 'permissions', 'create-team', 'teams/none']) {
      await screens.visit(`account/${screen}`);
      await expect(page.getByRole('main').getByText('You’re not signed in')).toBeVisible();
    }
    expect(await environment.ask(page, 'accounts.list', {})).toMatchObject({ value: [] });
  },
);

step('the target of a link is shown only if the project trusts it', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const config = { domains: [{ domain: 'https://app.example', handler_path: '/handler' }] };
  await environment.ask(page, 'service.projects.update', { actor: 'project', connectionId: 'sandbox', body: { config } });
  const signInBy = async (returnTo: string) => {
    await screens.visit('forgot-password');
    await screens.openLink(
      `http://localhost:47810/handler/sign-in?connection=sandbox&after_auth_return_to=${encodeURIComponent(returnTo)}`,
    );
    // The card before has fields of the same names.
    await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
    await screens.signIn(grace, password);
    await expect(page).toHaveURL(/#\/c\/sandbox\/account\/profile$/);
    await expect(screens.account(/Grace Hopper/)).toBeVisible();
  };
  const offer = page.getByText('Your link continues to', { exact: false }).first();
  for (const untrusted of ['https://evil.example/steal', 'javascript:alert(1)', '//evil.example', 'https://app.example.evil.example/']) {
    await signInBy(untrusted);
    await expect(offer).toBeHidden();
  }
  await signInBy('https://app.example/after');
  await expect(offer).toContainText('app.example');
});
