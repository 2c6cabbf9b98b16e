/** The bridge over Electron's IPC: calls from the main frame of the app's windows, and pushes to them. */
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Reply } from '#contract/errors.ts';
import type { App } from '../../app/app';
import { isPageAddress } from './security';
import { callerOf, type Windows } from './windows/windows';

/** Handles calls of the app's windows. Other senders receive `not-allowed` and are logged. */
export function attachIpc(app: App, windows: Windows): void {
  ipcMain.handle('latchkey:call', (event, name: unknown, input: unknown): Promise<Reply> => {
    if (isOwnPage(event, windows)) return app.dispatch(name, input, callerOf(event.sender));
    app.log('warn', 'sender-refused', { windowId: callerOf(event.sender).windowId });
    return Promise.resolve({ ok: false, error: { code: 'not-allowed' } });
  });
  app.onPush(({ to, ...push }) => {
    for (const { webContents } of windows.pages()) {
      const isRecipient = to === undefined || to === callerOf(webContents).windowId;
      if (isRecipient && !webContents.isDestroyed()) webContents.send('latchkey:push', push);
    }
  });
}

/** Whether the sender is the main frame of one of the app's windows. The frame is null after it has navigated or was destroyed. */
function isOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, windows: Windows): boolean {
  return windows.isOwn(sender) && senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.url);
}
