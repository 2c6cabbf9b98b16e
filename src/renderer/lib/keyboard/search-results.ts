import { dialogSelector } from './open-dialog';

/** The way by keyboard from a search to its results. They are in an element with `data-results`, and those that open carry `data-result`. */

const rows = '[data-row]:not([aria-busy="true"])';
const opening = `${rows}, [data-result]:not(:disabled)`;
const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Returns the nearest results around a search field, in its dialog or screen. */
function resultsOf(field: Element): HTMLElement | null {
  for (let around = field.parentElement; around !== null; around = around.parentElement) {
    const results = around.querySelector<HTMLElement>('[data-results]');
    if (results !== null) return results;
    if (around.matches(`${dialogSelector}, main`)) return null;
  }
  return null;
}

/** Goes to the results of a search: to the first one, or to the one that Tab reaches. Enter opens the only one. Does nothing without any. */
export function enterResults(field: Element, key: 'ArrowDown' | 'Enter'): void {
  const results = resultsOf(field);
  if (results === null) return;
  const [only, ...others] = results.querySelectorAll<HTMLElement>(opening);
  const isOnly = only !== undefined && others.length === 0;
  const reached = results.querySelector<HTMLElement>(`${rows}[tabindex="0"]`) ?? only ?? results.querySelector<HTMLElement>(focusable);
  reached?.focus();
  if (key === 'Enter' && isOnly) only.click();
}

/** Frames for which the results are awaited at most. */
const maxFrames = 600;

/** Goes to the results once they are those of what is in the field, unless the user types on or goes elsewhere. */
export function enterResultsWhenThere(field: HTMLInputElement, key: 'ArrowDown' | 'Enter'): void {
  const text = field.value;
  let frames = 0;
  const look = () => {
    if (document.activeElement !== field || field.value !== text) return;
    const results = resultsOf(field);
    const isThere = results !== null && results.closest('[aria-busy="true"]') === null;
    frames += 1;
    if (isThere) enterResults(field, key);
    else if (frames < maxFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
