/** What moves on a screen by itself, as the browser measures it: of what can be pressed. */
import type { Page } from '@playwright/test';

/** A part of the page that moved: its class and text, and where it was and is, as `x,y width×height`. */
export interface Shift {
  /** From 0 to 1: which part of the window moved, and how far. */
  readonly value: number;
  readonly sources: readonly string[];
}

/** Records every shift of what can be pressed, from the next load of a page on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShifts = [];
    const pressable = 'a[href], button, input, select, textarea, [role="row"], [role="tab"]';
    const elementOf = (node) => node?.nodeType === 1 ? node : node?.parentElement;
    const canBePressed = ({ node }) => elementOf(node)?.closest(pressable) || elementOf(node)?.querySelector(pressable);
    // Text that is replaced by text of the other direction counts as a shift, where its box stays.
    const hasMoved = ({ previousRect: one, currentRect: other }) => ['x', 'y', 'width', 'height'].some((each) => one[each] !== other[each]);
    const nameOf = (node) => {
      const element = elementOf(node);
      if (!element) return 'removed';
      return element.tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? '') + ' “' + (element.textContent ?? '').trim().slice(0, 40) + '”';
    };
    const boxOf = ({ x, y, width, height }) => [x, y].map(Math.round) + ' ' + [width, height].map(Math.round).join('×');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        if (sources.some((source) => canBePressed(source) && hasMoved(source))) window.layoutShifts.push({ value, sources: sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ': ' + boxOf(previousRect) + ' → ' + boxOf(currentRect)) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/** Forgets the shifts until now. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await page.evaluate('window.layoutShifts.length = 0');
}

/** Returns the shifts since the page was loaded, or since they were forgotten, the largest first. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  const shifts = await page.evaluate<Shift[]>('window.layoutShifts');
  return shifts.toSorted((one, other) => other.value - one.value);
}
