/** The whole account without a mouse: everything is reached, the focus is visible, and returns to what opened a dialog. */
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { deviceTab } from '../support/browser/device';
import { expect, test } from '../support/browser/fixtures';
import { type KeyboardWalk, startKeyboardWalk } from '../support/browser/keyboard-walk';
import { pixelUrl } from '../support/samples/images';

const ada = 'ada@analytical.example';
const home = 'ada.lovelace@home.example';
const password = 'Analytical-Engine-1843';
const otherPassword = 'Difference-Engine-1822';

/** One red pixel. */
const png = Buffer.from(pixelUrl.slice(pixelUrl.indexOf(',') + 1), 'base64');

// It walks through the whole area.
test.describe.configure({ timeout: 600_000 });
test.use({ expectedSecrets: /"value":\{"text":"sk_/ });

async function profile({ keyboard, page, main, screens, button, confirm }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('Profile'));
  await keyboard.press(button('Edit name'));
  await keyboard.type(main.getByRole('textbox', { name: 'name' }), 'Augusta Ada King');
  await page.keyboard.press('Enter');
  await keyboard.expectFocus(button('Edit name'));

  const choosing = page.waitForEvent('filechooser');
  await keyboard.press(button('Choose image'));
  await (await choosing).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: png });
  await keyboard.to(screens.dialog.getByRole('group', { name: /^Crop area/ }));
  await page.keyboard.press('ArrowLeft');
  await keyboard.to(screens.dialog.getByRole('slider', { name: 'Zoom' }));
  await page.keyboard.press('ArrowRight');
  await confirm('Save image');
  await keyboard.expectFocus(button('Choose image'));
  await keyboard.press(button('Remove image'));
  await confirm('Remove image');
  await keyboard.expectFocusKept();

  await keyboard.type(main.getByRole('textbox', { name: 'Client metadata' }), '{"motto": "Onward"}');
  await keyboard.press(button('Review changes'));
  await confirm('Save changes');
  await expect(page.getByText('Client metadata saved', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
}

async function emails(
  { keyboard, page, screens, button, confirm }: KeyboardWalk,
  linkOf: (email: string) => Promise<string>,
): Promise<void> {
  const row = (email: string) => page.getByRole('table', { name: 'Email addresses' }).getByRole('row', { name: email });
  const actions = (email: string) => button(`Actions for ${email}`);
  await keyboard.press(screens.entry('Emails and sign-in'));
  await keyboard.press(button('Add email'));
  await keyboard.type(screens.dialog.getByLabel('Email address'), home);
  await page.keyboard.press('Enter');
  await expect(row(home)).toContainText('Email sent');
  await keyboard.expectFocus(button('Add email'));

  await keyboard.choose(actions(home), 'Enter code or link');
  await keyboard.type(screens.dialog.getByLabel('Code or link'), await linkOf(home));
  await confirm('Verify email');
  await expect(row(home)).not.toContainText('Unverified');
  await keyboard.expectFocus(actions(home));
  await keyboard.choose(actions(home), 'Make primary');
  await confirm('Make primary');
  await expect(row(home)).toContainText('Primary');
  await keyboard.press(page.getByRole('switch', { name: `Use ${home} for sign-in` }), 'Space');
  await expect(page.getByRole('switch', { name: `Use ${home} for sign-in` })).toBeChecked();
  await keyboard.choose(actions(ada), 'Remove email');
  await confirm('Remove email');
  await expect(row(ada)).toHaveCount(0);
  await keyboard.expectFocusKept();
}

async function methods({ keyboard, page, main, screens, button, confirm }: KeyboardWalk): Promise<void> {
  await keyboard.press(button('Change password'));
  await keyboard.type(screens.dialog.getByLabel('Current password', { exact: true }), password);
  await keyboard.type(screens.dialog.getByLabel('New password', { exact: true }), otherPassword);
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toHaveCount(0);
  await keyboard.expectFocus(button('Change password'));

  await keyboard.press(button('Set up app'));
  await main.getByRole('img', { name: /^QR code/ }).waitFor();
  const key = (await main.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replace(/\s/g, '');
  await keyboard.to(button('Copy key'));
  await keyboard.to(page.getByLabel('2. Enter the 6-digit code'));
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await button('Turn off 2FA').waitFor();
  await keyboard.expectFocusKept();
  await keyboard.press(button('Turn off 2FA'));
  await confirm('Turn off 2FA');
  await button('Set up app').waitFor();
  await keyboard.expectFocusKept();

  const codes = page.getByRole('switch', { name: 'One-time code' });
  await keyboard.press(codes, 'Space');
  await expect(codes).not.toBeChecked();
  await keyboard.expectFocus(codes);
}

async function passkey({ keyboard, page, button }: KeyboardWalk, device: Page, opened: () => Promise<string>): Promise<void> {
  await keyboard.press(button('Create passkey'));
  // The button of the settings has the same name.
  await page.getByRole('heading', { name: /^Passkey for / }).waitFor();
  await keyboard.press(button('Create passkey'));
  await device.goto(await opened());
  await device.getByRole('button', { name: 'Create passkey' }).press('Enter');
  await expect(page).toHaveURL(/account\/sign-in$/);
  await keyboard.to(button('Replace passkey'));
}

async function sessionsAndProviders({ keyboard, page, main, screens, button, confirm }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('Sessions'));
  const rows = main.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(rows.first()).toContainText('This session');
  await keyboard.press(button(/^Revoke the session from Zurich/));
  await confirm('Revoke session');
  await expect(rows).toHaveCount(4);
  await keyboard.expectFocusKept();

  await keyboard.press(screens.entry('Connected accounts'));
  await keyboard.press(button('Check the access token of GitHub'));
  await keyboard.press(screens.dialog.getByRole('button', { name: 'Check access token' }));
  await expect(screens.dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await keyboard.expectFocus(button('Check the access token of GitHub'));
  await keyboard.press(button('Disconnect GitHub'));
  await confirm('Disconnect');
  await main.getByRole('heading', { name: 'No connected accounts' }).waitFor();
  await keyboard.expectFocusKept();
}

async function apiKeys({ keyboard, page, screens, button, confirm }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('API keys'));
  await keyboard.press(button('Create API key'));
  await keyboard.type(screens.dialog.getByLabel('Description'), 'Keyboard');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('dialog', { name: 'Save your API key' });
  await keyboard.press(saved.getByRole('button', { name: 'Show key' }));
  await expect(saved.locator('code')).toHaveText(/^sk_[0-9a-z]{99}$/);
  await keyboard.press(saved.getByRole('button', { name: 'Hide key' }));
  await keyboard.press(saved.getByRole('checkbox'), 'Space');
  await confirm('Done');
  await keyboard.expectFocus(button('Create API key'));
  await keyboard.press(button('Revoke Keyboard'));
  await confirm('Revoke API key');
  await expect(page.getByRole('row', { name: /^Keyboard/ })).toContainText('Revoked');
  await keyboard.expectFocusKept();

  await keyboard.press(screens.entry('Permissions', 'Account'));
  await keyboard.type(page.getByRole('searchbox', { name: 'Search by permission or team' }), 'reports:read');
  await expect(page.getByRole('grid', { name: 'Permissions' }).getByRole('row')).not.toHaveCount(0);
  await keyboard.press(screens.entry('Notifications'));
  const marketing = page.getByRole('switch', { name: 'Marketing' });
  const isOn = await marketing.isChecked();
  await keyboard.press(marketing, 'Space');
  await expect(marketing).toBeChecked({ checked: !isOn });
}

async function teams({ keyboard, page, main, screens, button, confirm }: KeyboardWalk): Promise<void> {
  const openTab = async (name: string) => {
    await keyboard.to(main.getByRole('tab', { selected: true }));
    await keyboard.arrow(main.getByRole('tab', { name }), 'ArrowRight');
  };
  await keyboard.press(screens.entry('Create team'));
  await keyboard.type(main.getByLabel('Team name'), 'Loom Weavers');
  await page.keyboard.press('Enter');
  await expect(screens.entry('Loom Weavers')).toHaveAttribute('aria-current', 'page');
  await keyboard.press(button('Edit team name'));
  await keyboard.type(main.getByRole('textbox', { name: 'team name' }), 'Tide Predictors');
  await page.keyboard.press('Enter');
  await keyboard.expectFocus(button('Edit team name'));

  await openTab('Invitations');
  await keyboard.type(main.getByLabel('Email addresses'), 'mary@letters.example');
  await page.keyboard.press('Enter');
  await keyboard.press(button('Send invitation'));
  await expect(main.getByRole('list', { name: 'Results' }).getByText('Sent', { exact: true })).toBeVisible();
  await keyboard.press(button('Revoke the invitation to mary@letters.example'));
  await confirm('Revoke invitation');
  await keyboard.expectFocusKept();

  await keyboard.press(screens.entry('Tide Predictors'));
  await keyboard.press(button('Delete team'));
  await keyboard.type(screens.dialog.getByLabel('Type “Tide Predictors” to confirm'), 'Tide Predictors');
  await confirm('Delete team');
  await expect(screens.entry('Tide Predictors')).toHaveCount(0);

  await keyboard.press(screens.entry('Analytical Engines'));
  await openTab('Members');
  await keyboard.type(page.getByRole('searchbox', { name: 'Search by name or ID' }), 'babbage');
  await keyboard.press(button('Remove Charles Babbage'));
  await confirm('Remove member');
  await expect(button('Remove Charles Babbage')).toHaveCount(0);
  await keyboard.expectFocusKept();
  await openTab('General');
  await keyboard.press(button('Leave team'));
  await confirm('Leave team');
  await expect(screens.entry('Analytical Engines')).toHaveCount(0);
}

async function deletion({ keyboard, page, screens, button }: KeyboardWalk): Promise<void> {
  await keyboard.press(screens.entry('Profile'));
  await keyboard.press(button('Delete account'));
  const remove = screens.dialog.getByRole('button', { name: 'Delete account' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await keyboard.type(screens.dialog.getByRole('textbox'), home);
  await expect(remove).not.toHaveAttribute('aria-disabled', 'true');
  await keyboard.to(remove);
  await page.keyboard.press('Escape');
  await keyboard.expectFocus(button('Delete account'));
}

test('the whole account is used by keyboard', async ({ page, screens, environment, userBrowser }) => {
  const { tab: device } = await deviceTab(userBrowser);
  const walk = await startKeyboardWalk(page, screens);
  await test.step('profile', () => profile(walk));
  await test.step('sessions and connected accounts', () => sessionsAndProviders(walk));
  await test.step('emails', () => emails(walk, (email) => environment.mailedLink(email)));
  await test.step('sign-in methods', () => methods(walk));
  await test.step('passkey', () => passkey(walk, device, () => environment.opened()));
  await test.step('API keys, permissions and notifications', () => apiKeys(walk));
  await test.step('teams', () => teams(walk));
  await test.step('deleting the account', () => deletion(walk));
  walk.keyboard.expectNoMouse();
});
