/** Messages between pages and the program. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { faceOf, refuse } from './refuse';

type Handler = Parameters<IpcMain['handle']>[1];
const members = ['handle'] as const;

class StandInIpcMain implements Pick<IpcMain, (typeof members)[number]> {
  readonly face: this = faceOf(this, 'ipcMain', members);
  private readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (typeof handler !== 'function') throw new TypeError('ipcMain.handle: a handler must be a function');
    if (this.handlers.has(channel)) refuse(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  /** Sends a page's call as its process would. */
  async invoke(event: IpcMainInvokeEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    const sent = args.map((value) => cloned(value));
    const handler = this.handlers.get(channel);
    if (handler === undefined) return refuse(`Error invoking remote method '${channel}': No handler registered for '${channel}'`);
    try {
      return cloned(await handler(event, ...sent));
    } catch (thrown) {
      return refuse(`Error invoking remote method '${channel}': ${String(thrown)}`);
    }
  }
}

/** Returns a copy of a value. Throws when it can't be cloned and so can't be sent. */
export function cloned<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    return refuse('An object could not be cloned.');
  }
}

export const ipcMain = new StandInIpcMain();
