/** Closes the app before the process exits, within a time limit. */
import { app, type BrowserWindow, dialog, type Event, powerMonitor } from 'electron';
import type { Translator } from '#messages/translator.ts';
import type { Clock } from '../../ports/ports';
import { withinLimit } from '../../runtime/pending';

// Confirmation before a window with unsaved changes closes.

/**
 * Shows a confirmation when the page prevents unloading. By default, Electron would silently keep the window open. Calls `stayed` if the user
 * keeps it open, which also stops the program from quitting.
 */
export function askBeforeUnload(window: BrowserWindow, translator: () => Translator, stayed: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const { t } = translator();
    if (window.isMinimized()) window.restore();
    window.show();
    // Synchronous, because the event must be handled before this listener returns.
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: t('form.leave.title'),
      detail: t('form.leave.text'),
      buttons: [t('form.leave.stay'), t('form.leave')],
      defaultId: 0,
      cancelId: 0,
    });
    // `preventDefault` ignores the page's handler and unloads it.
    if (choice === 1) event.preventDefault();
    else stayed();
  });
}

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
    app.quit();
  });
}

/**
 * Quits at every signal that a program is ended with, also if it comes again. Chromium quits at the first one, and lets the second one end the
 * process at once: a terminal sends one for each Ctrl+C. Must be called when the app is ready, because Chromium sets its own handlers before.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** Quits when the user signs out of Windows or shuts it down, which only windows are notified of. */
export function quitWithSession(window: BrowserWindow): void {
  window.on('query-session-end', () => app.quit());
}
