/** The languages of the app: chosen, or that of the system. */
import type { Page } from '@playwright/test';
import de from '#messages/de.json' with { type: 'json' };
import en from '#messages/en.json' with { type: 'json' };
import ja from '#messages/ja.json' with { type: 'json' };
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

type Texts = typeof en;

const users = (page: Page, texts: Texts) =>
  page.getByRole('navigation', { name: texts['shell.navigation'] }).getByRole('link', { name: texts['shell.screen.users'], exact: true });

async function choose(page: Page, shown: Texts, language: 'system' | 'de' | 'ja'): Promise<void> {
  await page.getByRole('button', { name: shown['shell.settings'], exact: true }).click();
  await page.getByRole('combobox', { name: shown['settings.row.language'] }).selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'system' ? 'en' : language);
  await page.goBack();
}

test('German and Japanese are chosen in the settings, and are still there after a reload', async ({ page, screens }) => {
  await screens.startSandbox();
  await choose(page, en, 'de');
  await expect(users(page, de)).toBeVisible();
  await page.reload();
  await expect(users(page, de)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${de['shell.screen.users']}`));
  await choose(page, de, 'ja');
  await expect(users(page, ja)).toBeVisible();
  await choose(page, ja, 'system');
  await expect(users(page, en)).toBeVisible();
});

test('the palette finds commands and settings by English words in Japanese, and by its own', async ({ page, screens }) => {
  await screens.startSandbox();
  await choose(page, en, 'ja');
  await expect(users(page, ja)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: ja['shell.palette'] });
  await expect(palette).toBeVisible();
  for (const [typed, label] of [
    ['dark mode', ja['shell.command.theme-dark']],
    ['ダークモード', ja['shell.command.theme-dark']],
    ['proxy', ja['settings.section.network']],
    ['証明書', ja['settings.section.network']],
  ] as const) {
    await typeText(palette.getByRole('combobox'), typed);
    await expect(palette.getByRole('option', { name: label })).toBeVisible();
  }
});

test('German quotes the names of unsaved changes, which can be sentences', async ({ page, screens }) => {
  await screens.startSandbox();
  await choose(page, en, 'de');
  await page.getByRole('link', { name: de['shell.screen.project-settings'], exact: true }).click();
  await page.getByRole('textbox', { name: de['project-settings.description'] }).fill('Werkstatt');
  await page.getByRole('switch', { name: de['project-settings.client_team_creation_enabled'] }).click();
  const names = `„${de['project-settings.description']}“ und „${de['project-settings.client_team_creation_enabled']}“`;
  await expect(page.getByText(names)).toBeVisible();
});

test.describe('where a file is missing', () => {
  test.use({ expectedComplaints: /net::ERR_FAILED/ });

  test('texts that can’t be loaded stay English, and the next start has them', async ({ page, screens }) => {
    await screens.startSandbox();
    await page.route(/\/assets\/de-[^/]*\.js$/, (route) => route.abort());
    await page.getByRole('button', { name: en['shell.settings'], exact: true }).click();
    const language = page.getByRole('combobox', { name: en['settings.row.language'] });
    await language.selectOption('de');
    await expect(language).toHaveValue('de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.unroute(/\/assets\/de-[^/]*\.js$/);
    await page.goBack();
    await expect(users(page, en)).toBeVisible();
    await page.reload();
    await expect(users(page, de)).toBeVisible();
  });
});

test.describe('on a system in German', () => {
  test.use({ locale: 'de-AT' });

  test('the app is in German, with dates of the region', async ({ page, screens }) => {
    await page.getByRole('button', { name: de['first-run.sandbox.start'], exact: true }).click();
    await expect(users(page, de)).toBeVisible();
    await expect(screens.page.locator('html')).toHaveAttribute('lang', 'de');
  });
});
