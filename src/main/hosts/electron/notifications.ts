/** Notifications of the system. */
import { type BrowserWindow, Notification } from 'electron';
import type { Notify } from '../../ports/ports';
import { callerOf } from './windows/windows';

/** Maximum number of notifications whose clicks are followed. The system's list may contain older ones. */
const maxFollowed = 20;

/** Creates the function that shows notifications. A click passes the window that `show` brought to the front. Never throws. */
export function createNotify(show: () => BrowserWindow): Notify {
  /** Without a reference, a notification would lose its listeners. */
  const followed: Notification[] = [];
  return ({ title, body }, onClick) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', () => onClick(callerOf(show().webContents)));
    followed.push(notification);
    if (followed.length > maxFollowed) followed.shift();
    notification.show();
  };
}
