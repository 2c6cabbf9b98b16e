import type { Page } from '@playwright/test';

const script = `(() => {
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  // A locked window has no screen.
  const content = document.getElementById('content') ?? document.querySelector('main');
  const faults = [
    ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? ['the page scrolls'] : []),
    ...(content.scrollWidth > content.clientWidth ? ['the screen scrolls sideways'] : []),
  ];
  const shown = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? content;
  const isShown = (control) => control.checkVisibility({ visibilityProperty: true }) && control.closest('[aria-hidden=true]') === null;
  for (const control of [...shown.querySelectorAll('a[href], button, input, select, textarea, [role=textbox]')].filter(isShown)) {
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isInside = left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight;
    if (!isInside) faults.push((control.getAttribute('aria-label') ?? control.textContent) + ' is outside of the window');
  }
  return faults;
})()`;

/** Returns what can't be reached: a page that scrolls as a whole, a screen that scrolls sideways, and controls outside of the window. */
export function findUnreachable(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(script);
}
