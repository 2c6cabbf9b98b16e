/** What moves on a screen without the user, as the browser measures it. */
import type { Page } from '@playwright/test';

/** A part of the page that moved: its class and text, and where it was and is, as `x,y width×height`. */
export interface Shift {
  /** From 0 to 1: which part of the window moved, and how far. */
  readonly value: number;
  readonly sources: readonly string[];
  /** Whether something moved that could be pressed before. */
  readonly isPressable: boolean;
}

/** Records every shift, from the next load of a page on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShifts = [];
    const pressable = 'a[href], button, input, select, textarea, [role="row"], [role="tab"]';
    const elementOf = (node) => node?.nodeType === 1 ? node : node?.parentElement;
    // What the last frames showed that can be pressed: what appears in the frame of a shift couldn't be pressed before it.
    const frames = [];
    const keyOf = (element) => element.tagName + element.textContent;
    const record = (time) => {
      frames.push({ time, keys: new Set([...document.querySelectorAll(pressable)].map(keyOf)) });
      if (frames.length > 60) frames.shift();
      requestAnimationFrame(record);
    };
    // A frame without scripts may not run this.
    if (window === window.top) requestAnimationFrame(record);
    const shownBefore = (startTime) => frames[frames.findLastIndex(({ time }) => time <= startTime) - 1]?.keys ?? new Set();
    const canBePressed = ({ node }, before) => {
      const element = elementOf(node);
      if (!element) return false;
      const around = element.closest(pressable);
      return [...(around ? [around] : []), ...element.querySelectorAll(pressable)].some((one) => before.has(keyOf(one)));
    };
    // Text that is replaced by text of the other direction counts as a shift, where its box stays.
    const hasMoved = ({ previousRect: one, currentRect: other }) => ['x', 'y', 'width', 'height'].some((each) => one[each] !== other[each]);
    const nameOf = (node) => {
      const element = elementOf(node);
      if (!element) return 'removed';
      return element.tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? '') + ' “' + (element.textContent ?? '').trim().slice(0, 40) + '”';
    };
    const boxOf = ({ x, y, width, height }) => [x, y].map(Math.round) + ' ' + [width, height].map(Math.round).join('×');
    new PerformanceObserver((list) => {
      for (const { value, sources, startTime } of list.getEntries())
        if (sources.some(hasMoved)) window.layoutShifts.push({ value, isPressable: sources.some((source) => canBePressed(source, shownBefore(startTime)) && hasMoved(source)), sources: sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ': ' + boxOf(previousRect) + ' → ' + boxOf(currentRect)) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/** Forgets the shifts until now. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await page.evaluate('window.layoutShifts.length = 0');
}

/** Returns all shifts since the page was loaded, or since they were forgotten, the largest first. */
export async function allShiftsOf(page: Page): Promise<readonly Shift[]> {
  const shifts = await page.evaluate<Shift[]>('window.layoutShifts');
  return shifts.toSorted((one, other) => other.value - one.value);
}

/** Returns the shifts of what could be pressed before. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return (await allShiftsOf(page)).filter(({ isPressable }) => isPressable);
}
