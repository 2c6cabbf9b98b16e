/** Automated accessibility checks. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, test } from './fixtures';

/** WCAG 2.2 AA and axe's best practices, with details of violations only: collecting all takes much of the time. */
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // A frame that runs nothing shows what a project writes in its emails.
  iframes: false,
};

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A menu is opened by its button, which gets the focus again when it closes, so it needs no landmark. */
const isMenuOutsideLandmarks = (rule: string, target: string) => rule === 'region' && target.includes('data-radix-popper-content-wrapper');

/** Checks the whole page. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await page.evaluate<number>(`document.querySelectorAll('iframe:not([sandbox=""])').length`), 'frames, which are not checked').toBe(
    0,
  );
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(await readFile(axeScript, 'utf8'));
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target: target.join(' ') })));
  expect(found.filter(({ id, target }) => !isMenuOutsideLandmarks(id, target))).toEqual([]);
}

/** Tests the page in both themes, which it follows while it is open. */
export async function expectNoViolationsInThemes(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`));
    await test.step(theme, () => expectNoViolations(page));
  }
}
