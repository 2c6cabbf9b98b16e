/** Texts that stay on the screen while the language changes. */
import type { Page } from '@playwright/test';
import de from '#messages/de.json' with { type: 'json' };
import en from '#messages/en.json' with { type: 'json' };
import { interceptBridge } from '../gallery/replies';
import { askInTurn } from '../support/browser/bridge-calls';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

type Key = keyof typeof en;

/** Changes the language, as another window can do. */
async function speak(page: Page, language: 'de' | 'en'): Promise<void> {
  await askInTurn(page, [{ name: 'settings.update', input: { language } }]);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

const textOf = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });

async function expectToFollow(page: Page, ...keys: readonly Key[]): Promise<void> {
  for (const key of keys) await expect(textOf(page, en[key])).toBeVisible();
  await speak(page, 'de');
  for (const key of keys) {
    await expect(textOf(page, de[key])).toBeVisible();
    await expect(textOf(page, en[key])).toHaveCount(0);
  }
  // For the next step.
  await speak(page, 'en');
}

const emptyForms: readonly { name: string; entry: string; section: 'Account' | 'Admin'; create: Key; missing: Key }[] = [
  { name: 'the violation of a schema', entry: 'Teams', section: 'Admin', create: 'teams.create', missing: 'create-team.name.missing' },
  {
    name: 'a missing description of an API key',
    entry: 'API keys',
    section: 'Account',
    create: 'api-keys.create',
    missing: 'api-keys.description.missing',
  },
];

const { step, takeSteps } = createSteps();
test('texts follow the language', takeSteps);

for (const { name, entry, section, create, missing } of emptyForms)
  step(name, async ({ page, screens }) => {
    await screens.startSandbox();
    await screens.entry(entry, section).click();
    await page.getByRole('button', { name: en[create] }).click();
    await screens.dialog.getByRole('button', { name: en[create] }).click();
    await expectToFollow(page, missing);
  });

step('the check of an address', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Emails and sign-in').click();
  await page.getByRole('button', { name: en['own-emails.add'] }).click();
  await screens.dialog.getByLabel(en['own-emails.address'], { exact: true }).fill('ada@analytical.example');
  await screens.dialog.getByRole('button', { name: en['own-emails.add'] }).click();
  await expectToFollow(page, 'own-emails.address.known');
});

step('missing credentials', async ({ page, screens }) => {
  await screens.startSignedOut();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectToFollow(page, 'sign-in.email.missing', 'sign-in.password.missing');
});

step('the reason for which a password is refused', async ({ page, screens }) => {
  await screens.startSignedOut();
  await screens.signIn('ada@analytical.example', 'not-her-password');
  await expectToFollow(page, 'known.EMAIL_PASSWORD_MISMATCH');
});

step('a toast, and the title of the window', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Teams', 'Admin').click();
  await page.getByRole('button', { name: en['teams.create'] }).click();
  await screens.dialog.getByLabel(en['create-team.name'], { exact: true }).fill('Difference Engines');
  await screens.dialog.getByRole('button', { name: en['teams.create'] }).click();
  // A toast stays while the pointer is on it.
  await textOf(page, 'Difference Engines created').hover();
  await speak(page, 'de');
  await expect(textOf(page, 'Difference Engines erstellt')).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^(Difference Engines|${de['shell.screen.teams']})`));
});

test('an incorrect passphrase on the lock screen', async ({ page, screens }) => {
  await screens.startSandbox();
  await askInTurn(page, [{ name: 'lock.setPassphrase', input: { passphrase: 'correct horse battery', seal: false } }]);
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.users.waitFor();
  await page.keyboard.press('ControlOrMeta+Shift+KeyL');
  await page.getByLabel(en['sealed.passphrase'], { exact: true }).fill('wrong passphrase');
  await page.getByRole('button', { name: en['lock.unlock'] }).click();
  await expect(textOf(page, en['lock.wrong'])).toBeVisible();
  // The program changes no settings while it is locked.
  bridge.speak('de');
  await expect(textOf(page, de['lock.wrong'])).toBeVisible();
  await expect(page.getByRole('heading', { name: de['lock.title'] })).toBeVisible();
});
