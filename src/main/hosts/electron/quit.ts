/** Closes the app before the process exits, within a time limit. */
import { app, type BrowserWindow, type Event, powerMonitor } from 'electron';
import type { Clock } from '../../ports/ports';
import { withinLimit } from '../../runtime/pending';
import { quitUnasked } from './ask-before-quit';

/** Maximum duration (ms) of closing, so that a service or a disk that doesn't respond can't prevent the exit. */
const quitLimit = 8000;

/**
 * Delays quitting until `close` has run, once, after all windows are closed. A window that stays open cancels quitting. The program ends with
 * the `exitCode` of that time.
 */
export function closeBeforeQuit(close: () => Promise<void>, clock: Pick<Clock, 'after'>, exitCode: () => number): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('will-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void withinLimit(close(), quitLimit, clock).then(() => {
      state = 'closed';
      // `quit` has no code.
      if (exitCode() === 0) app.quit();
      else app.exit(exitCode());
    });
  });
  // On Linux and macOS, `preventDefault` makes the system wait for the app to quit.
  powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    quitUnasked();
  });
}

/**
 * Quits at every signal that a program is ended with, also if it comes again. Chromium quits at the first one, and lets the second one end the
 * process at once: a terminal sends one for each Ctrl+C. Must be called when the app is ready, because Chromium sets its own handlers before.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quitUnasked);
}

/** Quits when the user signs out of Windows or shuts it down, which only windows are notified of. */
export function quitWithSession(window: BrowserWindow): void {
  window.on('query-session-end', quitUnasked);
}
