/** A walk with the Tab key through the screen that is shown. */
import type { Page } from '@playwright/test';
import { showsFocus } from '../browser/keyboard';

/** Starts at the screen itself. Returns the number of its stops. */
const startWalk = `(() => {
  const main = document.querySelector('main');
  const isShown = (control) => control.checkVisibility({ visibilityProperty: true }) && control.closest('[inert], [aria-hidden=true]') === null;
  const isStop = (control) => control.tabIndex >= 0 && !control.disabled && isShown(control) && !(control.type === 'radio' && !control.checked);
  const stops = [...main.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]')].filter(isStop);
  window.tabWalk = { main, stops, seen: [], hidden: [] };
  main.tabIndex = -1;
  main.focus();
  return stops.length;
})()`;

const noteStop = `(() => {
  const { main, seen, hidden } = window.tabWalk;
  const focused = document.activeElement;
  if (!main.contains(focused)) return false;
  seen.push(focused);
  if (!(${showsFocus})) hidden.push(focused);
  return true;
})()`;

const endWalk = `(() => {
  const { main, stops, seen, hidden } = window.tabWalk;
  const nameOf = (control) => control.getAttribute('aria-label') ?? (control.textContent.trim().slice(0, 40) || control.outerHTML.slice(0, 120));
  const isBefore = (one, other) => (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  // What is gone since has no place among the others.
  const places = seen.filter((stop) => stop.isConnected);
  return [
    ...stops.filter((stop) => !seen.some((one) => stop.contains(one)) && stop.isConnected).map((stop) => 'not reached: ' + nameOf(stop)),
    ...hidden.map((stop) => 'focus not shown: ' + nameOf(stop)),
    ...places.filter((stop, at) => at > 0 && isBefore(stop, places[at - 1])).map((stop) => 'out of order: ' + nameOf(stop)),
    ...(main.contains(document.activeElement) ? ['the Tab key does not leave the screen'] : []),
  ];
})()`;

/** Returns which controls of the screen the Tab key doesn't reach or reaches out of order, and which don't show that they have the focus. */
export async function findUnreached(page: Page): Promise<string[]> {
  const stops = await page.evaluate<number>(startWalk);
  for (let pressed = 0, isInside = true; isInside && pressed <= 2 * stops + 5; pressed += 1) {
    await page.keyboard.press('Tab');
    isInside = await page.evaluate<boolean>(noteStop);
  }
  return page.evaluate<string[]>(endWalk);
}
