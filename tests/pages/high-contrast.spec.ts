/** High contrast and the system's own colors: what axe doesn't test. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/page/fixtures';

/** What marks a control, its state, or the focus, and its backgrounds. */
const marks = ['--border', '--border-control', '--border-strong', '--accent', '--icon', '--bad-border', '--border-soft'];
const grounds = ['--surface', '--sunken', '--raised'];
const texts = ['--ink', '--ink-2', '--ink-3', '--accent-ink', '--good', '--warn', '--bad'];

/** Returns the contrast of pairs of tokens as the page shows them. */
function contrasts(page: Page, fronts: readonly string[], backs: readonly string[]): Promise<Record<string, number>> {
  return page.evaluate<Record<string, number>>(`(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const probe = document.body.appendChild(document.createElement('span'));
    const luminance = (token) => {
      probe.style.color = 'var(' + token + ')';
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const found = {};
    for (const front of ${JSON.stringify(fronts)})
      for (const back of ${JSON.stringify(backs)}) {
        const [dark, bright] = [luminance(front), luminance(back)].sort((a, b) => a - b);
        found[front + ' on ' + back] = (bright + 0.05) / (dark + 0.05);
      }
    probe.remove();
    return found;
  })()`);
}

for (const theme of ['light', 'dark'] as const)
  test(`with high contrast, texts have 7:1 and marks 3:1: ${theme}`, async ({ page, screens }) => {
    await page.emulateMedia({ colorScheme: theme, contrast: 'more' });
    await screens.page.getByRole('button', { name: 'Start sandbox' }).waitFor();
    await expect(page.locator('html')).toContainClass(`${theme} contrast-more`);
    const low = (found: Record<string, number>, limit: number) => Object.entries(found).filter(([, contrast]) => contrast < limit);
    expect(low(await contrasts(page, texts, grounds), 7)).toEqual([]);
    expect(low(await contrasts(page, ['--on-accent'], ['--accent', '--accent-hover']), 7)).toEqual([]);
    expect(low(await contrasts(page, marks, grounds), 3)).toEqual([]);
  });

test('with forced colors, the focus, a switch, and what is chosen can be seen', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.emulateMedia({ forcedColors: 'active' });
  await screens.search.focus();
  const styleOf = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
  await expect.poll(() => styleOf('div:has(> span > input[type=search])', 'outlineStyle')).toBe('solid');
  await expect.poll(() => styleOf('a[aria-current="page"]', 'outlineStyle')).toBe('solid');
  await screens.entry('Notifications').click();
  const toggle = page.getByRole('switch', { name: 'Marketing' });
  const ground = () =>
    page.evaluate<string>(`[...document.querySelectorAll('[role=switch]')].map((one) => getComputedStyle(one).backgroundColor).join()`);
  await toggle.waitFor();
  const before = await ground();
  await toggle.click();
  await expect.poll(ground).not.toBe(before);
});
