/** A page that holds what nobody saved: before its window closes, or the program ends, the person decides. */
import { type BrowserWindow, dialog } from 'electron';
import type { Translator } from '../../../messages/translator';

/** Asks where the page asks to stay; Electron by itself would keep the window open without a word. */
export function askBeforeUnload(window: BrowserWindow, translator: () => Translator): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const { t } = translator();
    if (window.isMinimized()) window.restore();
    window.show();
    // Only an answer that comes at once can still let the page go.
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: t('connect.leave.title'),
      detail: t('connect.leave.text'),
      buttons: [t('connect.leave.stay'), t('connect.leave')],
      defaultId: 0,
      cancelId: 0,
    });
    // What is prevented is that the page stays.
    if (answer === 1) event.preventDefault();
  });
}
