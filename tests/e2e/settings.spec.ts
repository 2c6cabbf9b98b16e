/** The screen of the app's settings. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

const heading = (page: Page, name = 'Settings') => page.getByRole('heading', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of the settings' });

async function openSettings(page: Page, section?: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/settings${section === undefined ? '' : `?section=${section}`}`);
  await expect(heading(page)).toBeVisible();
}

test('the settings open over any screen, and leaving them returns there', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Sessions').click();
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveTitle(/^Settings/);
  // Asking for them again, or going to a section, isn't another step back.
  await page.keyboard.press('ControlOrMeta+,');
  await sections(page).getByRole('link', { name: 'Network' }).click();
  await expect(heading(page, 'Network')).toBeFocused();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
});

test('the search finds settings by name, description and related words', async ({ page, screens: _screens }) => {
  await openSettings(page);
  await expect(page.getByRole('switch', { name: 'Read-only mode' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('clipboard');
  await expect(page.getByRole('textbox', { name: 'Remove copied secrets' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Read-only mode' })).toHaveCount(0);
  await expect(sections(page).getByRole('link')).toHaveText(['Safety']);
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('');
  await expect(page.getByRole('switch', { name: 'Read-only mode' })).toBeVisible();
  await search(page).fill('no such setting');
  await expect(heading(page, 'No settings found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search(page)).toBeFocused();
  await expect(sections(page).getByRole('link')).toHaveCount(10);
});

test('an address names a section, and the list of sections follows the scroll', async ({ page, screens: _screens }) => {
  await openSettings(page, 'network');
  const current = sections(page).locator('[aria-current]');
  await expect(current).toHaveText('Network');
  await expect(heading(page, 'Network')).toBeFocused();
  await expect(heading(page, 'Network')).toBeInViewport();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -9_000);
  await expect(current).toHaveText('Appearance');
  await page.mouse.wheel(0, 9_000);
  await expect(current).toHaveText('About');
  await sections(page).getByRole('link', { name: 'Connections' }).press('Enter');
  await expect(current).toHaveText('Connections');
});

test('what a browser doesn’t have is disabled, and says so', async ({ page, screens: _screens }) => {
  await openSettings(page, 'desktop');
  const startAtLogin = page.getByRole('switch', { name: 'Start with the computer' });
  await expect(startAtLogin).toBeDisabled();
  await expect(startAtLogin).toHaveAccessibleDescription(/^Not available in a browser/);
  await startAtLogin.click({ force: true });
  await expect(startAtLogin).not.toBeChecked();
});
