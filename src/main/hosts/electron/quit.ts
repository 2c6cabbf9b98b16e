/** Closes the app before the process exits, within a time limit. */
import { app, type BrowserWindow, type Event, powerMonitor } from 'electron';
import type { Clock } from '../../ports';
import { withinLimit } from '../../runtime/within-limit';

/** Maximum duration (ms) of closing, so that a service or a disk that doesn't respond can't prevent the exit. */
const quitLimit = 8000;

/** Delays quitting until `close` has run, once, after all windows are closed. A window that stays open cancels quitting. */
export function closeBeforeQuit(close: () => Promise<void>, clock: Pick<Clock, 'after'>): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('will-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void withinLimit(close(), quitLimit, clock).then(() => {
      state = 'closed';
      app.quit();
    });
  });
  // On Linux and macOS, `preventDefault` makes the system wait for the app to quit.
  powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    app.quit();
  });
}

/** Quits when the user signs out of Windows or shuts it down, which only windows are notified of. */
export function quitWithSession(window: BrowserWindow): void {
  window.on('query-session-end', () => app.quit());
}
