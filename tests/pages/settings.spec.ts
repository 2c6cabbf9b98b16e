/** The screen of the app's settings. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const heading = (page: Page, name = 'Settings') => page.getByRole('heading', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' });
const sections = (page: Page) => page.getByRole('navigation', { name: 'Settings sections' });

async function openSettings(page: Page, section?: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/settings${section === undefined ? '' : `?section=${section}`}`);
  await expect(heading(page)).toBeVisible();
}

const { step, takeSteps } = createSteps();
test('the screen of the settings', takeSteps);

step('the settings open over any screen, and leaving them returns there', async ({ page, screens }) => {
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
  await typeText(search(page), 'no such setting');
  await expect(heading(page, 'No settings found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search(page)).toBeFocused();
  await expect(sections(page).getByRole('link')).toHaveCount(10);
});

test('a sign-in for a proxy is stored, named, and removed, and its password comes back to no window', async ({ page, screens }) => {
  await openSettings(page, 'network');
  const row = page.getByRole('button', { name: 'Add sign-in' });
  await expect(row).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: 'Manual' }).click();
  const proxy = page.getByRole('textbox', { name: 'Proxy URL' });
  await typeText(proxy, 'socks5://Proxy.example:1080');
  await proxy.press('Enter');
  await row.click();
  await typeText(screens.dialog.getByLabel('Username'), 'a:b');
  await screens.dialog.getByRole('button', { name: 'Store sign-in' }).click();
  await expect(screens.dialog.getByText('Enter a username without a colon, at most 255 bytes')).toBeVisible();
  await typeText(screens.dialog.getByLabel('Username'), 'ada');
  await typeText(screens.dialog.getByLabel('Password', { exact: true }), 'hush');
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByText('Stored for socks5://proxy.example:1080')).toBeVisible();
  await page.getByRole('button', { name: 'Change sign-in' }).click();
  await expect(screens.dialog.getByLabel('Username')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove sign-in' }).click();
  await expect(row).toBeEnabled();
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

/** Every control that a browser has, with how it is changed and what it shows then. */
const changes: readonly (readonly [string, (page: Page) => Promise<void>, (page: Page) => Promise<void>])[] = [
  ...(
    [
      ['Theme', 'Dark'],
      ['Contrast', 'High'],
      ['Proxy', 'Manual'],
    ] as const
  ).map(
    ([group, value]) =>
      [group, (page: Page) => radio(page, group, value).click(), (page: Page) => expect(radio(page, group, value)).toBeChecked()] as const,
  ),
  ...(
    [
      ['Remove copied secrets', '45'],
      ['Proxy URL', 'http://127.0.0.1:3128'],
      ['Proxy exceptions', 'localhost, .example.com'],
      ['Callback port', '47999'],
    ] as const
  ).map(
    ([name, value]) =>
      [
        name,
        async (page: Page) => {
          await page.getByRole('textbox', { name, exact: true }).fill(value);
          await page.keyboard.press('Enter');
        },
        (page: Page) => expect(page.getByRole('textbox', { name, exact: true })).toHaveValue(value),
      ] as const,
  ),
  ...['Privacy mode', 'Watch in the background', 'Quiet hours'].map(
    (name) =>
      [
        name,
        (page: Page) => page.getByRole('switch', { name, exact: true }).click(),
        (page: Page) => expect(page.getByRole('switch', { name, exact: true })).toBeChecked(),
      ] as const,
  ),
  ...['Failed emails', 'Expiring keys', 'New sessions', 'Expiring invitations'].map(
    (name) =>
      [
        name,
        (page: Page) => page.getByRole('switch', { name, exact: true }).click(),
        (page: Page) => expect(page.getByRole('switch', { name, exact: true })).not.toBeChecked(),
      ] as const,
  ),
  [
    'Start of quiet hours',
    (page) => page.getByLabel('Start of quiet hours').fill('21:30'),
    (page) => expect(page.getByLabel('Start of quiet hours')).toHaveValue('21:30'),
  ],
];

const radio = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true });

test('every control is saved at once, and is as it was after a reload', async ({ page, screens: _screens, environment }) => {
  await openSettings(page);
  for (const [name, change, shows] of changes) {
    await test.step(name, async () => {
      await change(page);
      await shows(page);
    });
  }
  const stored = async () => (await environment.ask(page, 'settings.state', {})) as { value: { quietHours: { from: string } | null } };
  await expect.poll(async () => (await stored()).value.quietHours?.from).toBe('21:30');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  for (const [name, , shows] of changes) await test.step(name, () => shows(page));
});

test('what a setting can’t be is refused beside its field, and isn’t saved', async ({ page, screens: _screens }) => {
  await openSettings(page, 'network');
  const port = page.getByRole('textbox', { name: 'Callback port' });
  for (const value of ['80', '65536', 'eighty', '8e3', '-5', '']) {
    await port.fill(value);
    await port.press('Tab');
    await expect(port).toHaveAccessibleDescription(/^Enter a whole number from 1024 to 65535/);
  }
  await port.press('Escape');
  await expect(port).toHaveValue('47810');
  await radio(page, 'Proxy', 'Manual').click();
  const url = page.getByRole('textbox', { name: 'Proxy URL' });
  await url.fill('http://ada:secret-word@127.0.0.1');
  await url.press('Enter');
  await expect(url).toHaveAccessibleDescription(/^Enter a URL such as/);
  const hours = page.getByRole('switch', { name: 'Quiet hours' });
  await expect(hours).toHaveAccessibleDescription(/^Requires “Watch in the background”/);
  await page.getByRole('switch', { name: 'Watch in the background' }).click();
  await hours.click();
  await page.getByLabel('End of quiet hours').fill('22:00');
  await expect(page.getByText('Enter two different times')).toBeVisible();
  await page.reload();
  await expect(url).toHaveValue('');
  await expect(page.getByLabel('End of quiet hours')).toHaveValue('07:00');
  await expect(port).toHaveValue('47810');
});

step('links in texts have a line under them as soon as the user asks for that', async ({ page, screens }) => {
  await screens.startSandbox();
  await openSettings(page, 'appearance');
  await page.getByRole('switch', { name: 'Underline links' }).click();
  await expect(page.getByRole('switch', { name: 'Underline links' })).toBeChecked();
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/users/00000000-0000-4000-8000-000000000000`);
  const link = page.getByRole('banner').or(page.locator('header')).getByRole('link', { name: 'Users' });
  await expect(link).toHaveCSS('text-decoration-line', 'underline');
  // Entries of the navigation aren't text.
  await expect(screens.entry('Sessions')).toHaveCSS('text-decoration-line', 'none');
});

test('settings are exported to a file, and imported from it as far as the user agrees', async ({ page, screens }) => {
  await openSettings(page, 'appearance');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await openSettings(page, 'about');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await (await download).path();
  await expect(page.getByText('Settings exported', { exact: true })).toBeVisible();
  const exported = JSON.parse(await readFile(file, 'utf8'));
  expect(exported.settings).toMatchObject({ theme: 'dark', contrast: 'system', clipboardSeconds: 30 });
  const settings = { ...exported.settings, theme: 'light', contrast: 'more', clipboardSeconds: 60, font: 'Serif', handlerPort: 1 };
  const choose = (text: string) =>
    screens.dialog.getByLabel('Choose file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });

  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox'), 'import settings');
  await page.keyboard.press('Enter');
  await expect(screens.dialog.getByRole('button', { name: 'Choose file' })).toBeFocused();
  await choose('{"settings":');
  await expect(screens.dialog.getByRole('alert')).toContainText('This isn’t a file of settings exported from Latchkey');
  await choose(JSON.stringify({ ...exported, settings }));
  await expect(screens.dialog.getByRole('listitem')).toHaveText([
    'ThemeDark → Light',
    'ContrastSystem → High',
    'Remove copied secrets30 seconds → 60 seconds',
  ]);
  await expect(screens.dialog.getByText('font')).toBeVisible();
  await expect(screens.dialog.getByText('Callback port')).toBeVisible();
  await screens.dialog.getByRole('checkbox', { name: 'Contrast' }).uncheck();
  await screens.dialog.getByRole('button', { name: 'Change 2 settings' }).click();
  await expect(page.getByText('2 settings changed', { exact: true })).toBeVisible();
  await openSettings(page, 'appearance');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'High' })).not.toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Remove copied secrets' })).toHaveValue('60');
});
