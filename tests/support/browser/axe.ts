/** Automated accessibility checks. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, test } from './fixtures';

/** WCAG 2.2 AA and axe's best practices, with details of violations only: collecting all takes much of the time. */
const options: RunOptions = {
  resultTypes: ['violations'],
  // A frame that runs nothing shows what a project writes in its emails.
  iframes: false,
};

/** What a look can break: everything in the first, the colors in the others. Higher contrast is that of WCAG AAA. */
const lookRules = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  highContrast: { type: 'rule', values: ['color-contrast-enhanced'] },
} as const satisfies Readonly<Record<string, unknown>>;

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A menu is opened by its button, which gets the focus again when it closes, so it needs no landmark. */
const isMenuOutsideLandmarks = (rule: string, target: string) => rule === 'region' && target.includes('data-radix-popper-content-wrapper');

/** Checks the whole page. */
export async function expectNoViolations(page: Page, rules: keyof typeof lookRules = 'all'): Promise<void> {
  expect(await page.evaluate<number>(`document.querySelectorAll('iframe:not([sandbox=""])').length`), 'frames, which are not checked').toBe(
    0,
  );
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(await readFile(axeScript, 'utf8'));
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify({ ...options, runOnly: lookRules[rules] })}).then(({ violations }) => violations)`,
  );
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target: target.join(' ') })));
  expect(found.filter(({ id, target }) => !isMenuOutsideLandmarks(id, target))).toEqual([]);
}

const looks = [
  { theme: 'light', contrast: 'no-preference', rules: 'all' },
  { theme: 'dark', contrast: 'no-preference', rules: 'colors' },
  { theme: 'dark', contrast: 'more', rules: 'highContrast' },
  { theme: 'light', contrast: 'more', rules: 'highContrast' },
] as const;

/** Tests the page in both themes and with high contrast, which it follows while it is open. */
export async function expectNoViolationsInThemes(page: Page): Promise<void> {
  for (const { theme, contrast, rules } of looks) {
    await page.emulateMedia({ colorScheme: theme, contrast });
    await expect(page.locator('html')).toContainClass(contrast === 'more' ? `${theme} contrast-more` : theme);
    await test.step(`${theme}, contrast: ${contrast}`, () => expectNoViolations(page, rules));
  }
  await page.emulateMedia({ contrast: null });
}
