/** The bridge over Electron's IPC: calls from the own main frame of an own window, pushes to every own window. */
import { BrowserWindow, app as electron, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Reply } from '../../../contract/errors';
import type { App } from '../../app';
import { isPageAddress } from './security';

/** Answers calls of windows; any other sender gets the coded error `not-allowed`. */
export function attachIpc(app: App): void {
  ipcMain.handle('latchkey:call', (event, name: unknown, input: unknown): Promise<Reply> => {
    if (!isOwnPage(event)) return Promise.resolve({ ok: false, error: { code: 'not-allowed' } });
    return app.dispatch(name, input, { windowId: `window-${event.sender.id}` });
  });
  electron.on('web-contents-created', (_event, contents) => {
    contents.once('destroyed', () => app.windowClosed({ windowId: `window-${contents.id}` }));
  });
  app.onPush((push) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('latchkey:push', push);
  });
}

function isOwnPage(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return BrowserWindow.fromWebContents(event.sender) !== null && frame !== null && frame.parent === null && isPageAddress(frame.url);
}
