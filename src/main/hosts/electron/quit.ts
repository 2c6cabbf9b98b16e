/** Ending the program: what is being written is written first, within a limit. */
import { app, type BrowserWindow, type Event, powerMonitor } from 'electron';
import type { Clock } from '../../ports';
import { withinLimit } from '../../runtime/within-limit';

/** Milliseconds that the end may take; a service or a disk that does not answer must not keep the program from ending. */
const quitLimit = 8000;

/** Has every way of ending wait for `close`, once, after the windows are closed: one that stays keeps the program going. */
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
  // Linux and macOS wait for a program that says it is ending.
  powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    app.quit();
  });
}

/** Windows asks the windows themselves when a person signs out or shuts down. */
export function quitWithSession(window: BrowserWindow): void {
  window.on('query-session-end', () => app.quit());
}
