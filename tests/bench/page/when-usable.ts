/** Notes when the first thing to press on a page can be pressed: in milliseconds since its navigation began. */

/** Of the app's first screen, and of the bare page. */
const labels = ['Start sandbox', 'Bare'];

const isUsable = (button: HTMLButtonElement) =>
  labels.includes(button.textContent) &&
  !button.disabled &&
  button.getAttribute('aria-disabled') !== 'true' &&
  button.checkVisibility({ visibilityProperty: true, opacityProperty: true });

const usableAt = new Promise<number>((resolve) => {
  const look = () => {
    if (![...document.querySelectorAll('button')].some(isUsable)) return;
    observer.disconnect();
    resolve(performance.now());
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
});

/** The paths of the scripts that were requested until a time. */
function scriptsUntil(time: number): string[] {
  const requests = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= time);
  return [...new Set(requests.map(({ name }) => new URL(name).pathname))].filter((path) => path.endsWith('.js'));
}

Object.assign(globalThis, { latchkeyBench: { usableAt, scriptsUntil } });
