/** Automated accessibility checks. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** A menu is opened by its button, which gets the focus again when it closes, so it needs no landmark. */
const isMenuOutsideLandmarks = (rule: string, target: string) => rule === 'region' && target.includes('data-radix-popper-content-wrapper');

/** Checks the whole page against WCAG 2.2 AA and axe's best practices. */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
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
