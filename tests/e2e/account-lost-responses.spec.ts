/** Changes to the addresses and methods whose response is lost: what was entered stays, what is stored is read again, and nothing is sent twice. */
import type { Locator, Page } from '@playwright/test';
import { connected, test } from '../support/browser/connecting';
import { expect } from '../support/browser/fixtures';

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
    await choose(page, home, 'Send email');
    proxied.lost.add(`POST ${channel}/send-verification-code`);
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The email may have been sent.');
    expect(sent(`POST ${channel}/send-verification-code`)).toBe(before + 1);
    await dialog.getByRole('button', { name: 'Send email' }).click();
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
