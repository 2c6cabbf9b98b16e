import { test as base, expect } from '@playwright/test';
import { launchHost, newProfile, removeProfile } from '../support/browser/launch';
import { Screens } from '../support/browser/screens';
import { filesWithSecrets } from '../support/browser/secret-search';
import { type KeyringSession, startKeyringSession } from '../support/main/keyring-session';

interface Fixtures {
  readonly keyring: KeyringSession;
  readonly profile: string;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  keyring: async ({}, use) => {
    const keyring = await startKeyringSession();
    await use(keyring);
    await keyring.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  profile: async ({}, use) => {
    const profile = await newProfile();
    await use(profile);
    expect(await filesWithSecrets(profile)).toEqual([]);
    await removeProfile(profile);
  },
});

test('with a keychain a person stays signed in over a restart, and signs out for good', async ({ page, keyring, profile }) => {
  const first = await launchHost(profile, keyring.env);
  await page.goto(first.url);
  await new Screens(page).startSandbox();
  await expect(page.getByText('Keys and sessions are kept in memory only')).toBeHidden();
  await first.stop();

  const second = await launchHost(profile, keyring.env);
  await page.goto(second.url);
  const screens = new Screens(page);
  await new Screens(page).openDemo();
  await screens.entry('Sessions').click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('This session');
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.getByRole('button', { name: 'Sign out' }).click();
  await screens.users.waitFor();
  await second.stop();

  const third = await launchHost(profile, keyring.env);
  await page.goto(third.url);
  await new Screens(page).openDemo();
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await third.stop();
});

test('a locked keychain is reported, and signs out no account', async ({ page, keyring, profile }) => {
  const first = await launchHost(profile, keyring.env);
  await page.goto(first.url);
  await new Screens(page).startSandbox();
  await first.stop();

  await keyring.lock();
  const second = await launchHost(profile, keyring.env);
  await page.goto(second.url);
  const screens = new Screens(page);
  await new Screens(page).openDemo();
  await screens.entry('Profile').click();
  await expect(page.getByText('The system keychain is locked')).toBeVisible();
  await keyring.unlock();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByText('ada@analytical.example').first()).toBeVisible();
  await second.stop();
});
