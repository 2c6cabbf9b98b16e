/** What belongs to the app and to no connection: its lock, its modes, and its own dialogs. */
import type { Page } from '@playwright/test';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { askInTurn } from '../support/browser/bridge-calls';
import type { Screens } from '../support/browser/screens';
import { checkViews, type Views } from '../support/browser/views';
import { findFaults, showLanguage, tightLooks } from '../support/looks/faults';
import { expect, test } from '../support/page/fixtures';

const passphrase = 'correct horse battery';

async function fromPalette({ page, dialog }: Screens, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Search or run a command' })).toBeVisible();
  await dialog.getByRole('option', { name: command }).click();
}

async function openSafety({ page }: Screens): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('heading', { name: 'Safety' })).toBeVisible();
}

/** Dialogs of the app and its notices. */
const dialogs: Views = {
  about: async (screens) => {
    await fromPalette(screens, 'About Latchkey');
    await expect(screens.page.getByRole('dialog', { name: 'About Latchkey' }).getByText('Node.js')).toBeVisible();
  },
  'a problem report that is too long': async (screens) => {
    await fromPalette(screens, 'Report a problem');
    const report = screens.page.getByRole('dialog', { name: 'Report a problem' });
    await report.getByRole('textbox', { name: 'Report' }).fill('x '.repeat(8000));
    await expect(report.getByText('This text is too long for a link')).toBeVisible();
  },
  'notices with findings': async ({ page }, environment) => {
    await environment.ask(page, 'settings.update', { watch: true });
    await environment.ask(page, 'watch.check', {});
    await page.getByRole('button', { name: /notice/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notices' }).getByText(/Team invitation expires/)).toBeVisible();
  },
};

/** Modes, each turned off by the next one. */
const modes: Views = {
  'privacy mode on a list': async ({ page, users }, environment) => {
    await environment.ask(page, 'settings.update', { privacyMode: true });
    await expect(page.getByRole('button', { name: 'Privacy mode' })).toBeVisible();
    await expect(users.getByRole('row').nth(3)).toContainText('••••••');
  },
  'privacy mode on a page': async (screens) => {
    await screens.entry('Profile').click();
    await expect(screens.page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await expect(screens.page.getByRole('main').getByText('••••••').first()).toBeVisible();
  },
  'read-only mode': async ({ page }, environment) => {
    await environment.ask(page, 'settings.update', { privacyMode: false, readOnly: true });
    await expect(page.getByText('Read-only mode: nothing can be changed in any connection')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Privacy mode' })).toHaveCount(0);
  },
};

/** The passphrase in the settings. */
const passphrases: Views = {
  'a new passphrase, with mistakes': async (screens) => {
    await openSafety(screens);
    await screens.page.getByRole('button', { name: 'Set passphrase' }).click();
    await screens.dialog.getByLabel('Passphrase', { exact: true }).fill('too short');
    await screens.dialog.getByRole('button', { name: 'Set passphrase' }).click();
    await expect(screens.dialog.getByText('Use at least 12 characters')).toBeVisible();
  },
  'another passphrase, with mistakes': async ({ page, dialog }, environment) => {
    await environment.ask(page, 'lock.setPassphrase', { passphrase, seal: false });
    await page.getByRole('button', { name: 'Change passphrase' }).click();
    await dialog.getByLabel('Current passphrase').fill('a wrong passphrase');
    for (const label of ['New passphrase', 'Repeat passphrase']) await dialog.getByLabel(label, { exact: true }).fill(passphrase);
    await dialog.getByRole('button', { name: 'Change passphrase' }).click();
    await expect(dialog.getByText('Incorrect passphrase')).toBeVisible();
  },
  'the removal of the passphrase': async ({ page, dialog }) => {
    await page.getByRole('button', { name: 'Remove passphrase' }).click();
    await expect(dialog.getByLabel('Passphrase', { exact: true })).toBeVisible();
  },
};

for (const [group, views] of Object.entries({ dialogs, modes, passphrases })) {
  test(`axe finds nothing: ${group}`, async ({ screens, environment }) => {
    await screens.startSandbox();
    await checkViews(screens, environment, views);
  });
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const ask = (page: Page, name: string, input: object) => askInTurn(page, [{ name, input }]);

async function lock(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+KeyL');
  await expect(page.getByLabel('Passphrase', { exact: true })).toBeVisible();
}

test('axe finds nothing in the lock screen: fresh, with a wrong passphrase, and while it waits', async ({ page, screens }) => {
  test.slow();
  await screens.startSandbox();
  await ask(page, 'lock.setPassphrase', { passphrase, seal: false });
  await lock(page);
  await expect(heading(page)).toHaveText('Latchkey is locked');
  await expectNoViolationsInThemes(page);
  const field = page.getByLabel('Passphrase', { exact: true });
  const tryWrong = async (wrong: string) => {
    await field.fill(wrong);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(field).toHaveAccessibleDescription('Incorrect passphrase');
  };
  await tryWrong('wrong one');
  await expectNoViolationsInThemes(page);
  await tryWrong('wrong two');
  // The wait doesn't end while the screen is looked at.
  await page.clock.setFixedTime(Date.now());
  await tryWrong('wrong three');
  await expect(page.getByRole('status').filter({ hasText: 'Try again in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveAccessibleDescription(/^Try again in/);
  await expectNoViolationsInThemes(page);
});

test('the lock screen cuts nothing off in any language', async ({ page, screens }) => {
  test.slow();
  await screens.startSandbox();
  await ask(page, 'lock.setPassphrase', { passphrase, seal: false });
  for (const { language, width, height } of tightLooks) {
    await page.setViewportSize({ width, height });
    // Locked, the program changes no settings.
    await showLanguage(page, language);
    await ask(page, 'lock.now', {});
    await expect(heading(page)).toHaveCount(1);
    await expect(page.locator('input[type=password]')).toBeFocused();
    await expect.poll(() => findFaults(page, language)).toEqual([]);
    await ask(page, 'lock.unlock', { passphrase });
    await expect(screens.page.getByRole('grid')).toBeVisible();
  }
});
