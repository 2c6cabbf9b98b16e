/** Automated accessibility checks. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expect } from './fixtures';

/** WCAG 2.2 AA and axe's best practices, with details of violations only: collecting all takes much of the time. */
const options: RunOptions = {
  resultTypes: ['violations'],
  elementRef: true,
  // A frame that runs nothing shows what a project writes in its emails.
  iframes: false,
};

/** What a look can break: everything in the first, the colors in the others, and what depends on the size. Higher contrast is that of WCAG AAA. */
const lookRules = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  highContrast: { type: 'rule', values: ['color-contrast-enhanced'] },
  size: { type: 'rule', values: ['target-size'] },
} as const satisfies Readonly<Record<string, unknown>>;

export type AxeRules = keyof typeof lookRules;

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const groupsScript = join(import.meta.dirname, 'contrast-groups.js');
let script: Promise<string> | undefined;

/**
 * Runs in the page: what isn't a problem. A menu is opened by its button, which gets the focus again when it closes, so it needs no landmark.
 * A control that is partly scrolled out of view is as large as it is once it is scrolled to. With privacy mode, screen readers get a field once it has the focus. Axe takes a label that is scrolled out of view for one that is hidden.
 */
const isMeant = `(id, element, messages) =>
  (id === 'region' && element.closest('[data-radix-popper-content-wrapper]') !== null) ||
  (id === 'aria-hidden-focus' && element.closest('[data-concealed-from-readers]') !== null) ||
  (id === 'target-size' && messages.some((message) => message.includes('partially obscured'))) ||
  (id === 'label-title-only' && (element.getBoundingClientRect().bottom < 0 || element.getBoundingClientRect().top > innerHeight))`;

const reportOf = (
  rules: AxeRules,
) => `window.findAxeViolations(${JSON.stringify({ ...options, runOnly: lookRules[rules] })}).then((violations) =>
  violations.flatMap(({ id, nodes }) => nodes.flatMap(({ element, target, any, all, none }) => {
    const messages = [...any, ...all, ...none].map(({ message }) => message);
    return (${isMeant})(id, element, messages) ? [] : [id + ': ' + target.join(' ') + ' (' + messages.join('; ') + ')'];
  })))`;

/** Loads axe into the page, once for each document. */
async function loadAxe(page: Page): Promise<void> {
  script ??= Promise.all([axeScript, groupsScript].map((path) => readFile(path, 'utf8'))).then((parts) => parts.join(';\n'));
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(await script);
}

/** Returns what violates rules on the whole page. */
export async function findViolations(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  await loadAxe(page);
  const [frames, violations] = await page.evaluate<[number, string[]]>(
    `${reportOf(rules)}.then((violations) => [document.querySelectorAll('iframe:not([sandbox=""])').length, violations])`,
  );
  return frames === 0 ? violations : [`${frames} frames, which are not checked`, ...violations];
}

/** Returns which texts are too faint in looks that have classes of their own, and leaves the document as it was. Quicker than having the system change its colors. */
export async function findFaintTexts(
  page: Page,
  themes: readonly { readonly classes: string; readonly rules: AxeRules }[],
): Promise<string[]> {
  await loadAxe(page);
  const runs = themes.map(
    ({ classes, rules }) => `
    root.className = '${classes}';
    found.push(...(await ${reportOf(rules)}).map((violation) => '${classes}: ' + violation));`,
  );
  return page.evaluate<string[]>(`(async () => {
    const root = document.documentElement;
    const before = root.className;
    const found = [];
    ${runs.join('')}
    root.className = before;
    return found;
  })()`);
}

/** Checks the whole page. */
export async function expectNoViolations(page: Page, rules?: AxeRules): Promise<void> {
  expect(await findViolations(page, rules)).toEqual([]);
}

/** The looks besides the light one. */
const otherLooks = [
  { classes: 'dark', rules: 'colors' },
  { classes: 'dark contrast-more', rules: 'highContrast' },
  { classes: 'light contrast-more', rules: 'highContrast' },
] as const;

/** Tests the page, which is light, in both themes and with high contrast. */
export async function expectNoViolationsInThemes(page: Page): Promise<void> {
  await expect(page.locator('html')).toContainClass('light');
  expect([...(await findViolations(page)), ...(await findFaintTexts(page, otherLooks))]).toEqual([]);
}
