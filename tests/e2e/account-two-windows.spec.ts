/** What another window changes about the account while it is open in this one. */
import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { deviceTab, makePasskey } from '../support/browser/device';
import { expect, test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';

test.describe.configure({ timeout: 120_000 });

const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const app = (page: Page): Locator => group(page, 'Authenticator app');
const passkey = (page: Page): Locator => group(page, 'Passkey');
const qrCode = (page: Page): Locator => page.getByRole('img', { name: /^QR code/ });

/** Opens a screen of the demo project in another window. */
async function openOther({ page }: Screens, environment: TestEnvironment, path: string): Promise<Page> {
  const { url } = (await environment.ask(page, 'app.openWindow', { path })) as { url: string };
  const other = await page.context().newPage();
  await other.goto(url);
  return other;
}

async function setUp(page: Page): Promise<void> {
  await app(page).getByRole('button', { name: 'Set up app' }).click();
  await expect(qrCode(page)).toBeVisible();
}

/** Enters the current code of the key that the window shows. */
async function enterCode(page: Page, environment: TestEnvironment): Promise<void> {
  const text = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(text.replace(/\s/g, '')) });
  const code = totp.generate({ timestamp: await environment.pass(0) });
  await page.getByLabel('2. Enter the 6-digit code').pressSequentially(code);
}

async function turnOff(page: Page): Promise<void> {
  await app(page).getByRole('button', { name: 'Turn off 2FA' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off 2FA' }).click();
}

test('two windows agree on two-factor authentication and the passkey', async ({ page, screens, environment, userBrowser }) => {
  await screens.startSandbox();
  await screens.entry('Emails and sign-in').click();
  await app(page).waitFor();
  const other = await openOther(screens, environment, '/c/sandbox/account/sign-in');
  await app(other).waitFor();

  await test.step('the set-up here ends when 2FA is turned on there', async () => {
    await setUp(page);
    await setUp(other);
    await enterCode(other, environment);
    for (const window of [page, other]) {
      await expect(app(window).getByText('On', { exact: true })).toBeVisible();
      await expect(qrCode(window)).toHaveCount(0);
    }
    await turnOff(page);
    for (const window of [page, other]) await expect(app(window).getByRole('button', { name: 'Set up app' })).toBeVisible();
  });

  await test.step('the set-up here continues when the one there is canceled', async () => {
    await setUp(page);
    await setUp(other);
    await app(other).getByRole('button', { name: 'Cancel' }).click();
    await expect(app(other).getByRole('button', { name: 'Set up app' })).toBeVisible();
    await expect(qrCode(page)).toBeVisible();
    await enterCode(page, environment);
    for (const window of [page, other]) await expect(app(window).getByText('On', { exact: true })).toBeVisible();
  });

  await test.step('a passkey that is created and removed here is shown and gone there, and its name is kept on this computer', async () => {
    const { tab } = await deviceTab(userBrowser);
    await makePasskey(environment, page, tab);
    for (const window of [page, other]) await expect(passkey(window).getByText('Unnamed passkey')).toBeVisible();
    await screens.rename(passkey(page), 'passkey name', 'Notebook in the study');
    for (const window of [page, other]) await expect(passkey(window).getByText('Notebook in the study')).toBeVisible();
    await other.reload();
    await expect(passkey(other).getByText('Notebook in the study')).toBeVisible();
    await passkey(page).getByRole('button', { name: 'Remove passkey' }).click();
    await screens.dialog.getByRole('button', { name: 'Remove passkey' }).click();
    for (const window of [page, other]) {
      await expect(passkey(window).getByRole('button', { name: 'Create passkey' })).toBeVisible();
      await expect(passkey(window).getByText('Notebook in the study')).toHaveCount(0);
    }
  });
});

test('a profile whose connection is made read-only shows everything, and says why nothing can be changed', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await screens.entry('Profile').click();
  const main = page.getByRole('main');
  const controls = ['Choose image', 'Edit name', 'Delete account'].map((name) => main.getByRole('button', { name, exact: true }));
  for (const control of controls) await expect(control).toBeEnabled();
  const editor = page.getByRole('textbox', { name: 'Client metadata' });
  await expect(editor).toBeVisible();
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  for (const control of controls) {
    await expect(control).toBeDisabled();
    await expect(control).toHaveAccessibleDescription(/This connection is read-only/);
  }
  await expect(main.getByText('Ada Lovelace').first()).toBeVisible();
  await expect(editor).toHaveCount(0);
  const metadata = main.getByRole('region', { name: 'Client metadata' });
  await expect(metadata).toContainText(/"role".*This connection is read-only/s);
  await expect(main.getByRole('button', { name: 'Sign out' })).toBeEnabled();
});
