/** A walk with the Tab key through the screen that is shown. */
import type { Page } from '@playwright/test';
import { showsFocus } from '../browser/keyboard';

/** Starts at the screen itself. Returns the number of its stops. */
const startWalk = `(() => {
  const main = document.querySelector('main');
  const isShown = (control) => control.checkVisibility({ visibilityProperty: true }) && control.closest('[inert], [aria-hidden=true]') === null;
  const isStop = (control) => control.tabIndex >= 0 && !control.disabled && isShown(control) && !(control.type === 'radio' && !control.checked);
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const stopsNow = () => [...main.querySelectorAll(selector)].filter(isStop);
  const stops = stopsNow();
  window.tabWalk = { main, stops, stopsNow, seen: [], hidden: [] };
  main.tabIndex = -1;
  main.focus();
  return stops.length;
})()`;

/** Returns the number of stops that the screen has by now; null once the focus is outside. */
const noteStop = `(() => {
  const { main, stopsNow, seen, hidden } = window.tabWalk;
  const focused = document.activeElement;
  if (!main.contains(focused)) return null;
  seen.push(focused);
  if (!(${showsFocus})) hidden.push(focused);
  return stopsNow().length;
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
  // More may come while the screen is being loaded.
  let stops: number | null = await page.evaluate<number>(startWalk);
  for (let pressed = 0; stops !== null && pressed <= 2 * stops + 5; pressed += 1) {
    await page.keyboard.press('Tab');
    stops = await page.evaluate<number | null>(noteStop);
  }
  return page.evaluate<string[]>(endWalk);
}
