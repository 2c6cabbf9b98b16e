/** Changes whose response is lost: what was entered stays, what is stored is read again, and nothing is sent twice that is not safe to send twice. */
import type { Locator, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { ProxiedService } from '../support/browser/proxied-service';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

// It waits out the pauses before changes that may be sent again.
test.describe.configure({ timeout: 120_000 });

const ada = 'ada@analytical.example';
const home = 'ada.lovelace@home.example';
const work = 'ada.king@work.example';
const channel = '/contact-channels/me/:id';

const row = (page: Page, email: string): Locator => page.getByRole('table', { name: 'Email addresses' }).getByRole('row', { name: email });
const use = (page: Page, email: string): Locator => page.getByRole('switch', { name: `Use ${email} for sign-in` });

async function choose(page: Page, email: string, command: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: command }).click();
}

test('a change whose response is lost is looked up, and what was entered is kept', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Away');
  await screens.entry('Sign in').click();
  await screens.signIn(ada, 'Analytical-Engine-1843');
  await expect(page).toHaveURL(/\/users$/);
  await screens.entry('Emails and sign-in').click();
  await row(page, ada).waitFor();
  const { dialog } = screens;
  const sent = (request: string) => proxied.requests.filter((one) => one.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id') === request).length;

  await test.step('add: refused the second time, because it was added', async () => {
    await page.getByRole('button', { name: 'Add email' }).click();
    const field = dialog.getByLabel('Email address');
    await field.fill(home);
    proxied.lost.add('POST /contact-channels');
    await dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The address may have been added.');
    await expect(field).toHaveValue(home);
    await expect(page.getByText(home, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(field).toHaveAccessibleDescription('You already added this email address');
    expect(sent('POST /contact-channels')).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, home)).toContainText('Unverified');
  });

  await test.step('add, without a connection: the address stays, and can be added once there is one', async () => {
    await page.getByRole('button', { name: 'Add email' }).click();
    const field = dialog.getByLabel('Email address');
    await field.fill(work);
    proxied.dropped.add('POST /contact-channels');
    await dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The address may have been added.');
    await expect(field).toHaveValue(work);
    proxied.dropped.clear();
    await dialog.getByRole('button', { name: 'Add email' }).click();
    await expect(row(page, work)).toContainText('Email sent');
    expect(sent('POST /contact-channels')).toBe(3);
  });

  await test.step('send verification: once, until the user sends it again', async () => {
    const before = sent(`POST ${channel}/send-verification-code`);
    await choose(page, home, 'Send verification email');
    proxied.lost.add(`POST ${channel}/send-verification-code`);
    await dialog.getByRole('button', { name: 'Send verification email' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The email may have been sent.');
    expect(sent(`POST ${channel}/send-verification-code`)).toBe(before + 1);
    await dialog.getByRole('button', { name: 'Send verification email' }).click();
    await expect(row(page, home)).toContainText('Email sent');
    expect(sent(`POST ${channel}/send-verification-code`)).toBe(before + 2);
  });

  await test.step('use for sign-in', async () => {
    proxied.lost.add(`PATCH ${channel}`);
    const before = sent(`PATCH ${channel}`);
    await use(page, home).click();
    await expect(use(page, home)).not.toHaveAttribute('aria-busy', 'true');
    await expect(use(page, home)).toBeChecked();
    expect(sent(`PATCH ${channel}`)).toBe(before + 1);
    await use(page, home).click();
    await expect(use(page, home)).not.toBeChecked();
  });

  await test.step('one-time code', async () => {
    const codes = page.getByRole('switch', { name: 'One-time code' });
    await expect(codes).toBeChecked();
    proxied.lost.add('PATCH /users/me');
    await codes.click();
    await expect(codes).not.toHaveAttribute('aria-busy', 'true');
    await expect(codes).not.toBeChecked();
    expect(sent('PATCH /users/me')).toBe(1);
  });

  await test.step('remove: it is gone, and the dialog closes', async () => {
    // Ada’s was the primary one, so another can be made primary unverified.
    for (const email of [work, ada]) {
      await choose(page, email, 'Remove email');
      proxied.lost.add(`DELETE ${channel}`);
      await dialog.getByRole('button', { name: 'Remove email' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row(page, email)).toHaveCount(0);
    }
  });

  await test.step('make primary', async () => {
    const before = sent(`PATCH ${channel}`);
    proxied.lost.add(`PATCH ${channel}`);
    await choose(page, home, 'Make primary');
    await expect(row(page, home)).toContainText('Primary');
    expect(sent(`PATCH ${channel}`)).toBe(before + 1);
  });
});

/** Confirms a removal in the dialog. The service does it, and its response is lost; then the app repeats the request, which the service refuses. */
async function removeTwice(screens: Screens, proxied: ProxiedService, request: string, confirm: string): Promise<void> {
  proxied.lost.add(`DELETE ${request}`);
  await screens.dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(screens.dialog).toHaveCount(0);
  expect(proxied.lost.size).toBe(0);
}

test('what was removed counts as removed when the response is lost and the repeated request finds nothing', async ({
  page,
  screens,
  proxied,
}) => {
  await connected(page, proxied, 'Away');
  await screens.entry('Sign in').click();
  await screens.signIn(ada, 'Analytical-Engine-1843');

  await test.step('session', async () => {
    await screens.entry('Sessions').click();
    const zurich = page.getByRole('button', { name: /^Revoke the session from Zurich/ });
    await zurich.click();
    await removeTwice(screens, proxied, '/auth/sessions/:id', 'Revoke session');
    await expect(zurich).toHaveCount(0);
  });

  await test.step('connected account', async () => {
    await screens.entry('Connected accounts').click();
    await page.getByRole('button', { name: 'Disconnect GitHub' }).click();
    await removeTwice(screens, proxied, '/oauth-providers/me/:id', 'Disconnect');
    await expect(page.getByText('GitHub account disconnected', { exact: true })).toBeVisible();
  });

  await test.step('member and invitation', async () => {
    await screens.entry('Analytical Engines').click();
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Remove Charles Babbage' }).click();
    await removeTwice(screens, proxied, '/team-memberships/:id/:id', 'Remove member');
    await expect(page.getByRole('button', { name: 'Remove Charles Babbage' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await page.getByLabel('Email addresses').fill('mary@letters.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Send .*invitation/ }).click();
    const revoke = page.getByRole('button', { name: 'Revoke the invitation to mary@letters.example' });
    await revoke.click();
    await removeTwice(screens, proxied, '/team-invitations/:id', 'Revoke invitation');
    await expect(revoke).toHaveCount(0);
  });

  await test.step('membership', async () => {
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Leave team' }).click();
    await removeTwice(screens, proxied, '/team-memberships/:id/me', 'Leave team');
    await expect(page.getByText('You left Analytical Engines', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });

  await test.step('team', async () => {
    await screens.entry('Difference Engine No. 2').click();
    await page.getByRole('main').getByRole('button', { name: 'Delete team' }).click();
    await screens.dialog.getByRole('textbox').fill('Difference Engine No. 2');
    await removeTwice(screens, proxied, '/teams/:id', 'Delete team');
    await expect(page.getByText('Difference Engine No. 2 was deleted, or you’re no longer a member', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });

  await test.step('account', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
    await screens.dialog.getByRole('textbox').fill(ada);
    await removeTwice(screens, proxied, '/users/me', 'Delete account');
    await expect(screens.entry('Sign in')).toBeVisible();
  });
});
