/** Codes and links that no longer work: tried too often, used, or expired. */

import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const ada = 'ada@analytical.example';
const grace = 'grace.hopper@analytical.example';
const alan = 'alan.turing@analytical.example';
const password = 'Analytical-Engine-1843';
const week = 7 * 86_400_000;
/** Attempts of a code that are counted before it is refused (wire/flows 3). */
const mostAttempts = 20;

const { step, takeSteps } = createSteps();
test('codes and links that no longer work', takeSteps);

step('a code that was tried too often is of no use, and a new mail helps at once', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const right = await environment.mailedCode(grace);
  const wrong = page.getByText('Incorrect code');
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    await screens.codeField.fill('zzzzzz');
    await expect(wrong).toBeVisible();
    await expect(screens.codeField).toHaveValue('');
  }
  await screens.codeField.fill(right);
  await expect(page.getByText('Too many attempts with this code')).toBeVisible();
  await page.getByRole('button', { name: 'Resend email', exact: true }).click();
  await screens.codeField.fill(await environment.mailedCode(grace, 2));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
});

step('digits that were tried too often end the second step', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.signIn(alan, password);
  const right = await environment.digits();
  const wrong = page.getByText('This code is incorrect or has expired');
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    await screens.digitsField.fill(right === '000000' ? '111111' : '000000');
    await expect(wrong).toBeVisible();
    await expect(screens.digitsField).toHaveValue('');
  }
  await screens.digitsField.fill(await environment.digits());
  await expect(page.getByRole('alert')).toContainText('Too many attempts with this code');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(alan);
});

step('a mail signs in once: its link is used up by its code', async ({ page, screens, environment }) => {
  await screens.startSignedOut();
  await screens.askForCode(grace);
  const link = await environment.mailedLink(grace);
  await screens.codeField.fill(await environment.mailedCode(grace));
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await expect(page).toHaveURL(/account\/profile$/);
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This link was already used')).toBeVisible();
  await page.getByRole('button', { name: 'Request a new link' }).click();
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  // The old one doesn't wait any longer.
  await expect(page.getByRole('button', { name: 'Dismiss link' })).toHaveCount(0);
});

step('a link for a new password runs out before anything is typed for it', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.visit('forgot-password');
  await page.getByLabel('Email', { exact: true }).fill(ada);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  const link = await environment.mailedLink(ada);
  await environment.pass(week + 1);
  await screens.openLink(link);
  await expect(page.getByText('This link has expired')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Dismiss link' }).click();
  await expect(page).toHaveURL(/account\/profile$/);
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await expect(page.getByText('This link has expired')).toBeVisible();
  await page.getByRole('button', { name: 'Request a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
});

test('an invitation that ran out, and one that was taken, send back to the one who invited', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const { team, link } = await environment.invite(page, ada);
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await page.getByRole('button', { name: 'Join team' }).click();
  await expect(page.getByText(`You joined ${team}`)).toBeVisible();
  await screens.visit('forgot-password');
  await screens.openLink(link);
  await expect(page.getByText('This link was already used')).toBeVisible();
  await expect(page.getByText('Ask a team member for a new invitation.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  const late = await environment.invite(page, alan);
  await environment.pass(week + 1);
  await screens.visit('forgot-password');
  await screens.openLink(late.link);
  await expect(page.getByText('This link has expired')).toBeVisible();
});
