/** The sign-in methods of the account itself, and two-factor authentication. */
import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { connected } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

const ada = 'ada@analytical.example';
const password = 'Analytical-Engine-1843';
const project = { actor: 'project', connectionId: 'sandbox' };

const method = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Emails and sign-in').click();
  await method(screens.page, 'Password').waitFor();
}

async function changePassword({ dialog }: Screens, from: string, to: string): Promise<void> {
  await dialog.getByLabel('Current password', { exact: true }).fill(from);
  await dialog.getByLabel('New password', { exact: true }).fill(to);
  await dialog.getByRole('button', { name: 'Change password' }).click();
}

test('two-factor authentication is set up with a code of the app, and turned off', async ({ page, screens, environment }) => {
  await open(screens);
  await page.setViewportSize({ width: 1000, height: 640 });
  const app = method(page, 'Authenticator app');
  await app.getByRole('button', { name: 'Set up app' }).click();
  await expect(app).toContainText('Not active until you enter a code.');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('There are no recovery codes.')).toBeVisible();
  const text = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(text.replace(/\s/g, '')) });
  const right = totp.generate({ timestamp: await environment.pass(0) });
  const field = page.getByLabel('2. Enter the 6-digit code');
  await field.pressSequentially(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
  await expect(field).toHaveAccessibleDescription('Incorrect code');
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Open in authenticator app' }).click();
  expect(await environment.opened()).toContain(`secret=${text.replace(/\s/g, '')}`);
  await field.pressSequentially(totp.generate({ timestamp: await environment.pass(0) }));
  await expect(app.getByText('On', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);

  await app.getByRole('button', { name: 'Turn off 2FA' }).click();
  await screens.dialog.getByRole('button', { name: 'Turn off 2FA' }).click();
  await expect(app.getByRole('button', { name: 'Set up app' })).toBeVisible();
});

test('the password is changed, and the codes are turned off; the project can turn off either in the meantime', async ({
  page,
  screens,
  environment,
}) => {
  await open(screens);
  await method(page, 'Password').getByRole('button', { name: 'Change password' }).click();
  await expect(screens.dialog).toContainText('This signs you out of all other sessions');
  await changePassword(screens, 'wrong password', 'short');
  await expect(screens.dialog.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/at least 8/);
  await changePassword(screens, 'wrong password', 'Difference-Engine-1822');
  await expect(screens.dialog.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await changePassword(screens, password, 'Difference-Engine-1822');
  await expect(screens.dialog).toHaveCount(0);

  const codes = page.getByRole('switch', { name: 'One-time code' });
  await codes.click();
  await expect(codes).not.toBeChecked();
  await expect(codes).not.toHaveAttribute('aria-busy', 'true');
  const config = { credential_enabled: false, magic_link_enabled: false };
  await environment.ask(page, 'service.projects.update', { ...project, body: { config } });
  await expect(codes).toHaveAccessibleDescription('This project has turned off this method.');
  await expect(method(page, 'Password').getByRole('button')).toHaveAccessibleDescription('This project has turned off this method.');
  await expect(codes).not.toBeChecked();
});

test('a password whose response is lost is kept in the form, and can be sent again', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Away');
  await screens.entry('Sign in').click();
  await screens.signIn(ada, password);
  await screens.entry('Emails and sign-in').click();
  await method(page, 'Password').getByRole('button', { name: 'Change password' }).click();
  proxied.dropped.add('POST /auth/password/update');
  await changePassword(screens, password, 'Difference-Engine-1822');
  await expect(screens.dialog.getByRole('alert')).toContainText('The password may have been changed.');
  await expect(screens.dialog.getByLabel('New password', { exact: true })).toHaveValue('Difference-Engine-1822');
  expect(proxied.requests.filter((request) => request === 'POST /auth/password/update')).toHaveLength(1);
  proxied.dropped.clear();
  await screens.dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(screens.dialog).toHaveCount(0);
});
