import type { Reply } from '#contract/errors.ts';
import { interceptBridge } from '../gallery/replies';
import { holdsSecret } from '../support/browser/secret-search';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const ada = 'ada@analytical.example';
const grace = 'grace.hopper@analytical.example';
const alan = 'alan.turing@analytical.example';
const password = 'Analytical-Engine-1843';
const week = 7 * 86_400_000;

const { step, takeSteps } = createSteps();
test('links from emails', takeSteps);

step('a pasted magic link shows what it does, and signs in when that is confirmed', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await screens.openLink(await environment.mailedLink(grace));
  await expect(page.getByText('This link from an email signs you in on this computer.')).toBeVisible();
  expect(holdsSecret(page.url())).toBe(false);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step('a magic link asks for the second step as well', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(alan);
  await screens.openLink(await environment.mailedLink(alan));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await screens.digitsField.fill(await environment.digits());
  await expect(screens.account(/Alan Turing/)).toBeVisible();
});

step('an expired magic link offers a new one', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const link = await environment.mailedLink(grace);
  await environment.pass(week + 1);
  await screens.openLink(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This link has expired')).toBeVisible();
  await page.getByRole('button', { name: 'Request a new link' }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
  // The old one is of no more use, here or in the status bar.
  await expect(page.getByText('Sign-in link received')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Dismiss link' })).toHaveCount(0);
});

step('something that is no link is refused where it was pasted', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  await screens.openLink('https://elsewhere.example/nothing');
  await expect(page.getByText(/Latchkey can’t read this link or code/)).toBeVisible();
  await expect(page.getByLabel('Link from the email')).toHaveValue('https://elsewhere.example/nothing');
});

test('a forgotten password is replaced, which ends the sessions', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.visit('sign-in');
  await page.getByLabel('Email', { exact: true }).fill(ada);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(`If there’s an account for ${ada}`)).toBeVisible();
  await screens.openLink(await environment.mailedLink(ada));
  await expect(page.getByText('Changing your password signs you out everywhere')).toBeVisible();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password is too short')).toBeVisible();
  await page.getByLabel('New password').fill('Difference-Engine-1822');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('All sessions have ended, including the one here.')).toBeVisible();
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await screens.signIn(ada, 'Difference-Engine-1822');
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
});

test('the address of a new account is verified by its link, once', async ({ page, screens, environment }) => {
  const email = 'new.person@analytical.example';
  await screens.startSignedOut();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: /^Create an account in / }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await screens.entry('Emails and sign-in').click();
  await expect(page.getByText('Unverified', { exact: true })).toBeVisible();
  const link = await environment.mailedLink(email);
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Email address verified')).toBeVisible();
  await expect(page.getByRole('main').getByText('Verified', { exact: true })).toBeVisible();
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('This link was already used')).toBeVisible();
});

test('an invitation for another address says so, and the account with that address can take it', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { team, link } = await environment.invite(page, grace);
  await screens.visit('forgot-password');
  await screens.openLink(link);
  const refusal = page.getByRole('main').getByText('This invitation was sent to another email address');
  await expect(refusal).toBeVisible();
  await expect(page.getByRole('radio', { name: /Ada Lovelace/ })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Join team' })).toBeDisabled();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await screens.signIn(grace, password);
  await expect(page.getByRole('radio', { name: /Grace Hopper/ })).toBeChecked();
  await expect(page.getByRole('main').getByText(team, { exact: true })).toBeVisible();
  await expect(refusal).toBeHidden();
  await page.getByRole('radio', { name: /Ada Lovelace/ }).click();
  await expect(refusal).toBeVisible();
  await page.getByRole('radio', { name: /Grace Hopper/ }).click();
  await page.getByRole('button', { name: 'Join team' }).click();
  await expect(page.getByText(`You joined ${team}`)).toBeVisible();
});

test.describe('before 2.8.88', () => {
  test.use({ sandboxRelease: '2.8.87' });

  test('an invitation names the team to every account', async ({ page, screens, environment }) => {
    await screens.startSandbox();
    const { team, link } = await environment.invite(page, grace);
    await screens.visit('forgot-password');
    await screens.openLink(link);
    await expect(page.getByRole('main').getByText(team, { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: /Ada Lovelace/ })).toBeChecked();
    await page.getByRole('button', { name: 'Join team' }).click();
    await expect(page.getByText(`You joined ${team}`)).toBeVisible();
  });
});

test('joining with another account makes it the current one, whose teams are listed', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { team, link } = await environment.invite(page, ada);
  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('radio', { name: /Ada Lovelace/ }).click();
  await page.getByRole('button', { name: 'Join team' }).click();
  await expect(page.getByText(`You joined ${team}`)).toBeVisible();
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
});

test('the notice of what was done stays for two seconds, then the profile follows', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { team, link } = await environment.invite(page, ada);
  await screens.visit('forgot-password');
  await screens.openLink(link);
  const join = page.getByRole('button', { name: 'Join team' });
  await expect(join).toBeEnabled();
  // From here on the page's timers run when the spec says so: what was still loading would load no more.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await join.click();
  const notice = page.getByText(`You joined ${team}`);
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await notice.isVisible()).toBe(true);
  }).toPass({ intervals: [10] });
  await page.clock.runFor(1_900);
  await expect(notice).toBeVisible();
  expect(page.url()).not.toContain('/profile');
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(notice).toBeHidden();
});

test('an invitation waits while no user is signed in', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  const { team, link } = await environment.invite(page, grace);
  await screens.askForCode(alan);
  await screens.openLink(link);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await screens.signIn(grace, password);
  await expect(page.getByRole('main').getByText(team, { exact: true })).toBeVisible();
  await expect(page.getByText('If you decline, nothing is sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(page.getByRole('main').getByText('Grace Hopper').first()).toBeVisible();
});

test('a link that signs out asks first', async ({ page, screens }) => {
  await screens.startSandbox();
  const link = 'http://localhost:47810/handler/sign-out?connection=sandbox';
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(/account\/profile$/);
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You’re signed out')).toBeVisible();
  await screens.users.waitFor();
});

step('what a service reports is one sentence and a next step', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('forgot-password');
  await screens.openLink('http://localhost:47810/handler/error?connection=sandbox&errorCode=SIGN_UP_NOT_ENABLED&message=x');
  await expect(page.getByText('Sign-up is turned off for this project')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
});

test('a link to a screen opens it, and its target afterwards', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('forgot-password');
  await screens.openLink('http://localhost:47810/handler/account-settings?connection=sandbox');
  await expect(page).toHaveURL(/#\/c\/sandbox\/account\/profile$/);
  await screens.visit('forgot-password');
  await screens.openLink(
    'http://localhost:47810/handler/sign-in?connection=sandbox&after_auth_return_to=%2Fc%2Fsandbox%2Faccount%2Fsessions',
  );
  await screens.signIn(grace, password);
  await expect(page).toHaveURL(/#\/c\/sandbox\/account\/sessions$/);
});

step('the address of a link that waits no more says so', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/links/nothing`);
  await expect(page.getByRole('heading', { name: 'This link is no longer available' })).toBeVisible();
});

test('a link that got no response is tried again with what is entered by then', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { link: invitation } = await environment.invite(page, ada);
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.visit('sign-in');
  await screens.signIn(grace, password);
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  const accepted: unknown[] = [];
  const accept = (input: unknown): Reply => {
    accepted.push(input);
    return { ok: false, error: { code: 'connection-lost' } };
  };
  bridge.set({ 'links.accept': accept, 'links.details': { ok: true, value: { teamId: 't', teamName: 'Mills' } } });
  await screens.visit('forgot-password');
  await screens.openLink(invitation);
  await page.getByRole('button', { name: 'Join team' }).click();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  await page.getByRole('radio', { name: /Ada Lovelace/ }).click();
  await retry.click();
  await expect.poll(() => accepted.length).toBe(2);
  const [first, second] = accepted as { accountId: string }[];
  expect(second?.accountId).not.toBe(first?.accountId);

  bridge.set({ 'links.accept': accept });
  await screens.visit('forgot-password');
  await page.getByLabel('Email', { exact: true }).fill(ada);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await screens.openLink(await environment.mailedLink(ada, 2));
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('first-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await retry.waitFor();
  await field.fill('second-password');
  await retry.click();
  await expect
    .poll(() => accepted.slice(2))
    .toEqual([expect.objectContaining({ password: 'first-password' }), expect.objectContaining({ password: 'second-password' })]);
});
