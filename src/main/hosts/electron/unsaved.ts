/** Confirmation before a window with unsaved changes closes. */
import { type BrowserWindow, dialog } from 'electron';
import type { Translator } from '#messages/translator.ts';

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
