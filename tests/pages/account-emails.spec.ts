/** The user's email addresses: adding, verifying, choosing and removing them. */
import type { Locator, Page } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const ada = 'ada@analytical.example';
const home = 'ada.lovelace@home.example';
const site = 'app.analytical.example/handler';

const row = (page: Page, email: string): Locator => page.getByRole('table', { name: 'Email addresses' }).getByRole('row', { name: email });
const use = (page: Page, email: string): Locator => page.getByRole('switch', { name: `Use ${email} for sign-in` });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Emails and sign-in').click();
  await row(screens.page, ada).waitFor();
}

async function choose(page: Page, email: string, command: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: command }).click();
}

async function add({ page, dialog }: Screens, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Add email' }).click();
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByRole('button', { name: 'Add email' }).click();
}

const { step, takeSteps } = createSteps();
test('the email addresses of the account are added, verified, chosen, and removed', takeSteps);

step('an address is added, verified by its link, made primary and used for sign-in', async ({ page, screens, environment }) => {
  await open(screens);
  await add(screens, 'ada at home');
  const field = screens.dialog.getByLabel('Email address');
  await expect(field).toHaveAccessibleDescription(/valid email/);
  await field.fill(ada);
  await expect(field).toHaveAccessibleDescription('You already added this email address');
  await field.fill(home);
  await screens.dialog.getByRole('button', { name: 'Add email' }).click();
  await expect(row(page, home)).toContainText('Unverified');
  await expect(row(page, home)).toContainText('Email sent');

  await page.getByRole('button', { name: `Actions for ${home}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Resend verification email' })).toHaveAccessibleName(/in \d+ seconds/);
  await expect(page.getByRole('menuitem', { name: 'Make primary' })).toHaveAccessibleName(/Verify this email address first/);
  await expect(page.getByRole('menuitem', { name: 'Make primary' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Enter code or link' }).click();
  const code = screens.dialog.getByLabel('Code or link');
  await code.fill('https://app.analytical.example/handler/email-verification?code=abc');
  await screens.dialog.getByRole('button', { name: 'Verify email' }).click();
  await expect(code).toHaveAccessibleDescription(/Paste the whole link/);
  await code.fill('0'.repeat(45));
  await screens.dialog.getByRole('button', { name: 'Verify email' }).click();
  await expect(code).toHaveAccessibleDescription(/code/);
  await code.fill(await environment.mailedLink(home));
  await screens.dialog.getByRole('button', { name: 'Verify email' }).click();
  await expect(row(page, home)).not.toContainText('Unverified');

  await choose(page, home, 'Make primary');
  await expect(screens.dialog).toContainText(`${ada} is primary now and can still be used to sign in afterwards`);
  await expect(screens.dialog.getByLabel('Previous address')).toHaveAccessibleDescription(/It can still be used to sign in/);
  await screens.dialog.getByLabel('Previous address').selectOption('Keep it, but not for sign-in');
  await screens.dialog.getByRole('button', { name: 'Make primary' }).click();
  await expect(row(page, home)).toContainText('Primary');
  await expect(row(page, ada)).not.toContainText('Primary');
  await expect(use(page, ada)).not.toBeChecked();
  await use(page, ada).click();
  await expect(use(page, ada)).toBeChecked();
  await use(page, home).click();
  await expect(use(page, home)).toBeChecked();
  await choose(page, ada, 'Remove email');
  await expect(screens.dialog).toContainText('You can no longer sign in with this address.');
  await screens.dialog.getByRole('button', { name: 'Remove email' }).click();
  await expect(row(page, ada)).toHaveCount(0);
});

test('where the links of its emails open is chosen in the dialog and remembered', async ({ page, screens, environment }) => {
  await open(screens);
  await page.getByRole('button', { name: 'Add email' }).click();
  const place = page.getByLabel('Open the email’s link on');
  await place.selectOption(site);
  await screens.dialog.getByLabel('Email address').fill(home);
  await screens.dialog.getByRole('button', { name: 'Add email' }).click();
  await row(page, home).waitFor();
  expect(await environment.mailedLink(home)).toMatch(`https://${site}/email-verification?code=`);
  await page.reload();
  await choose(page, home, 'Send verification email');
  await expect(place.getByRole('option', { selected: true })).toHaveText(site);
  await place.selectOption('This computer');
  await screens.dialog.getByRole('button', { name: 'Send verification email' }).click();
  await expect(row(page, home)).toContainText('Email sent');
  expect(await environment.mailedLink(home, 2)).toMatch('http://localhost:');
});

test('without a primary address, none can be verified before one is made primary', async ({ page, screens }) => {
  await open(screens);
  await add(screens, home);
  await row(page, home).waitFor();
  await choose(page, ada, 'Remove email');
  await expect(screens.dialog).toContainText('You’ll have no primary email address');
  await screens.dialog.getByRole('button', { name: 'Remove email' }).click();
  await expect(row(page, ada)).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${home}` }).click();
  await expect(page.getByRole('menuitem', { name: /^(Rese|Se)nd verification email/ })).toHaveAccessibleName(
    /requires a primary email address/,
  );
  await page.getByRole('menuitem', { name: 'Make primary' }).click();
  await expect(row(page, home)).toContainText('Primary');
});

step('the last address that signs in can’t be given up, and says what to do first', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.signIn('charles.babbage@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Charles/).waitFor();
  await screens.visit('account/sign-in');
  const charles = 'charles.babbage@analytical.example';
  await expect(use(page, charles)).toHaveAccessibleDescription(/You can’t sign in without this email address\. First, .*create a passkey/);
  await use(page, charles).press('Space');
  await expect(use(page, charles)).toBeChecked();
  await page.getByRole('button', { name: `Actions for ${charles}` }).click();
  const remove = page.getByRole('menuitem', { name: 'Remove email' });
  await expect(remove).toHaveAccessibleName(/can’t sign in without/);
  await remove.press('Enter');
  await expect(screens.dialog).toHaveCount(0);
});

test('a change in another window is shown', async ({ page, screens, environment }) => {
  await open(screens);
  const own = { actor: 'account', connectionId: 'sandbox' };
  const { value } = (await environment.ask(page, 'accounts.list', {})) as { value: { id: string }[] };
  const body = { user_id: 'me', type: 'email', value: home, used_for_auth: false };
  await environment.ask(page, 'service.contactChannels.create', { ...own, accountId: value[0]?.id, body });
  await expect(row(page, home)).toContainText('Unverified');
});
