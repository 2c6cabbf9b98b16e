/** Finding texts on a screen, in a window of our own: a browser tab has the browser's search. */
import type { Page } from '@playwright/test';
import { findFaultsInLooks, tightLayouts } from '../support/appearance/faults';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { expect, test } from '../support/browser/own-window';

const bar = (page: Page) => page.getByRole('search', { name: 'Find' });
const field = (page: Page) => bar(page).getByRole('textbox', { name: 'Find on this screen' });

/** How many places are marked, and the text of the current one. */
const marked = (page: Page) =>
  page.evaluate<[count: number, current: string | null]>(`(() => {
    const [current] = CSS.highlights.get('found-current')?.values() ?? [];
    return [CSS.highlights.get('found')?.size ?? 0, current?.toString().toLowerCase() ?? null];
  })()`);

async function openProfile(page: Page, screens: { entry(name: string): { click(): Promise<void> } }): Promise<void> {
  await screens.entry('Profile').click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('Ada Lovelace').first()).toBeVisible();
}

test('texts are found on what is shown, and nowhere else', async ({ page, screens }) => {
  await test.step('marks what is shown, steps around, and gives the focus back', async () => {
    await screens.startSandbox();
    await openProfile(page, screens);
    const before = page.getByRole('main').getByRole('button').first();
    await before.focus();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(field(page)).toBeFocused();
    await field(page).fill('email');
    await expect(bar(page).getByRole('status')).toHaveText(/^1 of \d+$/);
    const [count] = await marked(page);
    expect(count).toBeGreaterThan(2);
    expect(await marked(page)).toEqual([count, 'email']);
    await page.keyboard.press('Enter');
    await expect(bar(page).getByRole('status')).toHaveText(`2 of ${count}`);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await expect(bar(page).getByRole('status')).toHaveText(`${count} of ${count}`);
    await bar(page).getByRole('button', { name: 'Next match' }).click();
    await expect(bar(page).getByRole('status')).toHaveText(`1 of ${count}`);
    await field(page).fill('no such text');
    await expect(bar(page).getByRole('status')).toHaveText('No matches');
    expect(await marked(page)).toEqual([0, null]);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    await expect(before).toBeFocused();
  });
  await test.step('follows the screen as it changes', async () => {
    await screens.startSandbox();
    await openProfile(page, screens);
    await page.keyboard.press('ControlOrMeta+f');
    await field(page).fill('hardware acceleration');
    await expect(bar(page).getByRole('status')).toHaveText('No matches');
    await page.keyboard.press('ControlOrMeta+,');
    await expect(page.getByText('0.0.0-stand-in')).toBeVisible();
    await expect(bar(page).getByRole('status')).toHaveText(/^1 of \d+$/);
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  });
  await test.step('goes to the filter of a list first, and finds texts on the second press', async () => {
    await screens.startSandbox();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+f');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
  });
  await test.step('does not search behind a dialog', async () => {
    await screens.startSandbox();
    // In the field that has the focus since the step before, it would be typed.
    await screens.entry('Users').focus();
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
  });
  await test.step('finds no text that is hidden, and what privacy mode hides only while it is off', async () => {
    await screens.startSandbox();
    await openProfile(page, screens);
    // Only screen readers read the first one, and nothing the others.
    await page.evaluate(`for (const style of [
      { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' }, { display: 'none' }, { visibility: 'hidden' },
    ]) {
      const text = Object.assign(document.createElement('p'), { textContent: 'concealed' });
      Object.assign(text.style, style);
      document.querySelector('main').append(text);
    }`);
    await page.keyboard.press('ControlOrMeta+f');
    const status = bar(page).getByRole('status');
    await field(page).fill('concealed');
    await expect(status).toHaveText('No matches');
    await field(page).fill('lovelace');
    await expect(status).toHaveText(/^1 of \d+$/);
    const shown = await status.textContent();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(screens.dialog).toBeVisible();
    await page.keyboard.type('privacy mode on');
    await screens.dialog.getByRole('option', { name: 'Turn privacy mode on or off' }).click();
    await expect(page.getByRole('button', { name: 'Privacy mode' })).toBeVisible();
    await expect(status).toHaveText('No matches');
    expect(await marked(page)).toEqual([0, null]);
    await page.getByRole('button', { name: 'Privacy mode' }).click();
    await expect(status).toHaveText(String(shown));
  });
});

test('axe finds nothing in the bar, and no language cuts it off', async ({ page, screens }) => {
  test.slow();
  await screens.startSandbox();
  await openProfile(page, screens);
  await page.keyboard.press('ControlOrMeta+f');
  for (const [text, status] of [
    ['email', /^1 of \d+$/],
    ['no such text', 'No matches'],
  ] as const) {
    await field(page).fill(text);
    await expect(bar(page).getByRole('status')).toHaveText(status);
    await expectNoViolationsInThemes(page);
    expect(await findFaultsInLooks(page, tightLayouts)).toEqual([]);
  }
});
