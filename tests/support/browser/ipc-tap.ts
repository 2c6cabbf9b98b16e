/** Records what the program sends to its windows on Electron, where there is no socket to record. */
import type { ElectronApplication } from '@playwright/test';

const mark = 'latchkey-told:';

/** Records every reply and every push as JSON from now on. Throws if this version of Electron stores its handlers elsewhere. */
export async function recordIpc(electronApp: ElectronApplication): Promise<readonly string[]> {
  const told: string[] = [];
  electronApp.on('console', (message) => {
    if (message.text().startsWith(mark)) told.push(message.text().slice(mark.length));
  });
  await electronApp.evaluate(tapIpc, mark);
  return told;
}

interface Contents {
  send(channel: string, ...args: unknown[]): void;
}

/** The part of the `electron` module that is used. */
export interface Tapped {
  readonly ipcMain: object;
  readonly webContents: { getAllWebContents(): readonly Contents[] };
  readonly app: { on(event: 'web-contents-created', listener: (event: unknown, contents: Contents) => void): unknown };
}

/** Runs as text in the program's own process, without access to this file. Prints each message after the mark. */
export function tapIpc({ ipcMain, webContents, app }: Tapped, before: string): void {
  const channel = 'latchkey:call';
  const print = (value: unknown) => console.log(before + JSON.stringify(value));
  const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers');
  const handler: unknown = handlers instanceof Map ? handlers.get(channel) : undefined;
  if (!(handlers instanceof Map) || typeof handler !== 'function') throw new Error(`The replies of ${channel} cannot be recorded here.`);
  handlers.set(channel, async (...args: unknown[]) => {
    const reply: unknown = await handler(...args);
    print(reply);
    return reply;
  });
  const tap = (contents: Contents) => {
    const send = contents.send.bind(contents);
    contents.send = (name, ...args) => {
      print(args);
      send(name, ...args);
    };
  };
  for (const contents of webContents.getAllWebContents()) tap(contents);
  app.on('web-contents-created', (_event, contents) => tap(contents));
}
