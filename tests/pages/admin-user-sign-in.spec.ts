/** How a user signs in, as the project's admin sees and changes it: emails, sign-in methods, connected accounts, and sessions. */
import type { Page } from '@playwright/test';
import { userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

/** Opens a tab of a user's page in the demo project. */
async function openTab(screens: Screens, environment: TestEnvironment, page: Page, name: string, tab: string): Promise<void> {
  await screens.startSandbox();
  await screens.visit(`users/${await userNamed(environment, page, name)}?tab=${tab}`);
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}

const { step, takeSteps } = createSteps();
test('how a user signs in, as an admin sees and changes it', takeSteps);

step('a user’s sessions are revoked, one and then all', async ({ page, screens, environment }) => {
  await openTab(screens, environment, page, 'Ada Lovelace', 'sessions');
  const rows = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Zurich' })).toHaveCount(1);
  const count = await rows.count();
  await rows
    .filter({ hasText: 'Zurich' })
    .getByRole('button', { name: /^Revoke the session from Zurich/ })
    .click();
  await screens.dialog.getByRole('button', { name: 'Revoke session', exact: true }).click();
  await expect(page.getByText(/^Session from Zurich.* revoked$/)).toBeVisible();
  await expect(rows).toHaveCount(count - 1);
  await page.getByRole('button', { name: 'Revoke all sessions' }).click();
  await expect(screens.dialog).toContainText('signed out everywhere');
  await screens.dialog.getByRole('button', { name: 'Revoke all sessions' }).click();
  await expect(page.getByRole('main').getByRole('heading', { name: 'No active sessions' })).toBeVisible();
});

step(
  'emails of a user are added, marked, chosen, and removed; links in emails open the project’s site',
  async ({ page, screens, environment }) => {
    await openTab(screens, environment, page, 'Charles Babbage', 'sign-in');
    const charles = 'charles.babbage@analytical.example';
    const other = 'charles@engine.example';
    const row = (email: string) => page.getByRole('table', { name: 'Email addresses' }).getByRole('row', { name: email });
    const choose = async (email: string, command: string) => {
      await page.getByRole('button', { name: `Actions for ${email}` }).click();
      await page.getByRole('menuitem', { name: command, exact: true }).click();
    };
    await expect(row(charles)).toContainText('Unverified');
    await page.getByRole('button', { name: 'Send email: Email verification' }).click();
    await expect(screens.dialog.getByLabel('Send to')).toHaveValue(/./);
    await expect(screens.dialog.getByLabel('Open the email’s link on')).toHaveValue('https://app.analytical.example/handler');
    await screens.dialog.getByRole('button', { name: 'Send verification email' }).click();
    await expect(row(charles)).toContainText('Email sent');
    expect(await environment.mailedLink(charles)).toMatch(/^https:\/\/app\.analytical\.example\/handler\/email-verification\?code=/);
    await choose(charles, 'Mark as verified');
    await expect(row(charles)).not.toContainText('Unverified');
    await choose(charles, 'Mark as unverified');
    await expect(row(charles)).toContainText('Unverified');

    await page.getByRole('button', { name: 'Send email: Password reset' }).click();
    await screens.dialog.getByLabel('Open the email’s link on').selectOption({ label: 'This computer' });
    await expect(screens.dialog).toContainText('works only on this computer');
    await screens.dialog.getByRole('button', { name: 'Send reset link' }).click();
    await expect(screens.dialog).toHaveCount(0);
    // The one of the email before may still be there.
    await expect(page.getByText(`Email sent to ${charles}`, { exact: true }).first()).toBeVisible();
    expect(await environment.mailedLink(charles, 2)).toMatch(/^http:\/\/localhost:\d+\/handler\/password-reset\?/);
    await page.getByRole('button', { name: 'Send email: Sign-in invitation' }).click();
    await screens.dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(screens.dialog).toHaveCount(0);
    expect(await environment.mailedLink(charles, 3)).toBe('https://app.analytical.example/handler/sign-in');

    await page.getByRole('button', { name: 'Add email' }).click();
    const address = screens.dialog.getByLabel('Email address');
    await address.fill(charles);
    await screens.dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(address).toHaveAccessibleDescription('The user already has this email address');
    await address.fill('ada@analytical.example');
    await screens.dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await address.fill(other);
    await screens.dialog.getByRole('switch', { name: 'Verified' }).click();
    await screens.dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(row(other)).toContainText('Verified');
    await choose(other, 'Make primary');
    await expect(screens.dialog.getByLabel('Previous address')).toHaveValue('keep');
    await screens.dialog.getByRole('button', { name: 'Make primary' }).click();
    await expect(row(other)).toContainText('Primary');
    await expect(page.getByRole('heading', { level: 2, name: 'Charles Babbage' })).toBeVisible();
    await choose(charles, 'Remove email');
    await expect(screens.dialog).toContainText('The user can no longer sign in with this address.');
    await screens.dialog.getByRole('button', { name: 'Remove email' }).click();
    await expect(row(charles)).toHaveCount(0);
    const use = page.getByRole('switch', { name: `Use ${other} for sign-in` });
    await use.click();
    await expect(screens.dialog).toContainText('The user can’t sign in without this email address.');
    await screens.dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(use).not.toBeChecked();
  },
);

step(
  'a password is set and removed, a passkey and 2FA are removed, and one-time codes are turned on',
  async ({ page, screens, environment }) => {
    await openTab(screens, environment, page, 'Grace Hopper', 'sign-in');
    const setting = (name: string) => page.getByRole('group', { name, exact: true });
    const password = setting('Password');
    await password.getByRole('button', { name: 'Change password' }).click();
    await screens.dialog.getByLabel('New password').fill('short');
    await screens.dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(screens.dialog.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
    await screens.dialog.getByLabel('New password').fill('Compiler-1952');
    await expect(screens.dialog).toContainText('signs the user out of all sessions');
    await screens.dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(page.getByRole('main').getByRole('heading', { name: 'No active sessions' })).toBeVisible();
    await page.getByRole('tab', { name: 'Sign-in' }).click();

    await setting('One-time code').getByRole('switch').click();
    await expect(setting('One-time code').getByRole('switch')).toBeChecked();
    await password.getByRole('button', { name: 'Remove password' }).click();
    await screens.dialog.getByRole('button', { name: 'Remove password' }).click();
    await expect(password).toContainText('Not set');
    await setting('Passkey').getByRole('button', { name: 'Remove passkey' }).click();
    await screens.dialog.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(setting('Passkey')).toContainText('Not set up');
    await expect(page.getByRole('region', { name: 'API keys' })).toBeVisible();

    await screens.visit(`users/${await userNamed(environment, page, 'Alan Turing')}?tab=sign-in`);
    await page.getByRole('heading', { level: 2, name: 'Alan Turing', exact: true }).waitFor();
    await password.getByRole('button', { name: 'Remove password' }).click();
    await expect(screens.dialog).toContainText('This is the user’s only sign-in method.');
    await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
    await setting('Two-factor authentication').getByRole('button', { name: 'Turn off 2FA' }).click();
    await screens.dialog.getByRole('button', { name: 'Turn off 2FA' }).click();
    await expect(setting('Two-factor authentication')).toContainText('Off. Only the user can turn it on.');
  },
);

step('connected accounts of a user are checked, turned off for sign-in, and disconnected', async ({ page, screens, environment }) => {
  await openTab(screens, environment, page, 'Ada Lovelace', 'sign-in');
  const row = page.getByRole('list', { name: 'Connected accounts' }).getByRole('listitem').filter({ hasText: 'GitHub' });
  await row.getByRole('button', { name: 'Check the access token of GitHub' }).click();
  await expect(screens.dialog).toContainText('use the user’s GitHub account');
  await screens.dialog.getByRole('button', { name: 'Check access token' }).click();
  await expect(screens.dialog.getByRole('alert')).toContainText('shared OAuth keys');
  await expect(screens.dialog.getByRole('button', { name: 'Reconnect GitHub' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const use = row.getByRole('switch', { name: 'Use GitHub for sign-in' });
  await use.click();
  await expect(use).not.toBeChecked();
  await row.getByRole('button', { name: 'Disconnect GitHub' }).click();
  await expect(screens.dialog.getByRole('heading', { name: 'Disconnect the user’s GitHub account?' })).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No connected accounts' })).toBeVisible();
  await page.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'Create API key' }).click();
  await screens.dialog.getByLabel('Description').fill('Reports service');
  await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
  await screens.dialog.getByRole('checkbox').check();
  await screens.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('grid', { name: 'API keys' })).toContainText('Reports service');
});

step(
  'a method that the project has turned off isn’t said to be one that the user signs in with',
  async ({ page, screens, environment }) => {
    await openTab(screens, environment, page, 'Grace Hopper', 'sign-in');
    const code = page.getByRole('group', { name: 'One-time code', exact: true });
    const codes = code.getByRole('switch');
    if (!(await codes.isChecked())) await codes.click();
    await expect(code).toContainText('The user signs in with a code received by email.');
    const config = { magic_link_enabled: false };
    await environment.ask(page, 'service.projects.update', { actor: 'project', connectionId: 'sandbox', body: { config } });
    await expect(code).toContainText('This project has turned off this method.');
    await expect(code).not.toContainText('signs in with a code');
  },
);
