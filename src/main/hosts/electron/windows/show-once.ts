/** Shows a window when its page is drawn, or, where the system doesn't report that, some time later. */
import type { BrowserWindow } from 'electron';
import type { Clock } from '../../../ports/ports';

/** Delays (ms) until a window is shown without being reported as drawn: after its page has loaded, and in any case. */
const limits = { loaded: 1_000, created: 5_000 };

/**
 * Calls `show` once, for a window that was created hidden. `ready-to-show` alone may never come: some systems don't draw a hidden window, such
 * as Wayland ([electron#48859](https://github.com/electron/electron/issues/48859)) and Windows without a graphics card. A page that can't be
 * loaded is shown at once, because an error that is seen is better than a program without a window.
 */
export function showOnce(window: BrowserWindow, show: () => void, clock: Pick<Clock, 'after'>): void {
  const stops: (() => void)[] = [];
  let isDone = false;
  const stop = () => {
    isDone = true;
    for (const each of stops) each();
  };
  const showNow = () => {
    if (isDone) return;
    stop();
    show();
  };
  const showWithin = (delay: number) => {
    if (!isDone) stops.push(clock.after(delay, showNow));
  };
  window.once('ready-to-show', showNow);
  window.once('closed', stop);
  window.webContents.once('did-finish-load', () => showWithin(limits.loaded));
  window.webContents.on('did-fail-load', (_event, _code, _description, _url, isMainFrame) => {
    if (isMainFrame) showNow();
  });
  showWithin(limits.created);
}
