/** The bridge over Electron's IPC: calls from the own main frame of an own window, pushes to own windows. */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Reply } from '../../../contract/errors';
import type { App } from '../../app';
import { isPageAddress } from './security';
import { callerOf, type Windows } from './windows';

/** Answers calls of windows; any other sender gets the coded error `not-allowed`, and is logged. */
export function attachIpc(app: App, windows: Windows): void {
  ipcMain.handle('latchkey:call', (event, name: unknown, input: unknown): Promise<Reply> => {
    if (isOwnPage(event, windows)) return app.dispatch(name, input, callerOf(event.sender));
    app.log('warn', 'sender-refused', { windowId: callerOf(event.sender).windowId });
    return Promise.resolve({ ok: false, error: { code: 'not-allowed' } });
  });
  app.onPush(({ to, ...push }) => {
    for (const { webContents } of windows.all) {
      const isMeant = to === undefined || to === callerOf(webContents).windowId;
      if (isMeant && !webContents.isDestroyed()) webContents.send('latchkey:push', push);
    }
  });
}

/** The frame is null once it has navigated or is gone. */
function isOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, windows: Windows): boolean {
  return windows.isOwn(sender) && senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.url);
}
