/** A page with its preload script, which runs sandboxed and isolated, with only what Electron provides there. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import type { IpcMainInvokeEvent } from 'electron';
import { cross } from './bridge';
import { Emitter } from './emitter';
import { cloned, ipcMain } from './ipc';
import { faceOf, refuse } from './refuse';

/** The sender of a message. */
export interface StandInFrame {
  readonly url: string;
  readonly parent: StandInFrame | null;
}

export interface StandInPage {
  /** Objects that the preload script exposed to the page. */
  readonly world: Readonly<Record<string, unknown>>;
  /** Every message of the program so far, as the page's process received it. */
  readonly messages: readonly { readonly channel: string; readonly args: readonly unknown[] }[];
  /** Delivers a message of the program. */
  hear(channel: string, args: readonly unknown[]): void;
}

/** The only modules that a sandboxed preload script may require. */
const permitted = new Set(['electron', 'events', 'timers', 'url', 'node:events', 'node:timers', 'node:url']);
const nodeRequire = createRequire(import.meta.url);

/** Runs the preload script of a window; `eventOf` creates the event with which the program receives a message. */
export function runPreload(file: string, eventOf: () => IpcMainInvokeEvent): StandInPage {
  if (/\.mjs$/.test(file)) refuse('A sandboxed preload script cannot be an ES module');
  const world: Record<string, unknown> = {};
  const channels = new Emitter<string>('ipcRenderer', []);
  const heard = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => ipcMain.invoke(eventOf(), channel, args),
    on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      heard.set(channel, (heard.get(channel) ?? new Set()).add(listener));
      return channels;
    },
    off(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      heard.get(channel)?.delete(listener);
      return channels;
    },
  };
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (Object.hasOwn(world, key)) refuse(`Cannot bind an API on top of an existing property on the window object: ${key}`);
      world[key] = cross(api);
    },
  };
  const electron = faceOf({ ipcRenderer: faceOf(ipcRenderer, 'ipcRenderer', ['invoke', 'on', 'off']), contextBridge }, 'electron', [
    'ipcRenderer',
    'contextBridge',
  ]);
  const require = (name: string): unknown => {
    if (!permitted.has(name)) refuse(`module not found: ${name} (a sandboxed preload script)`);
    return name === 'electron' ? electron : nodeRequire(name);
  };
  const module = { exports: {} };
  const context = createContext({ require, module, exports: module.exports, console, setTimeout, clearTimeout });
  runInContext(readFileSync(file, 'utf8'), context, { filename: file });
  const messages: { channel: string; args: readonly unknown[] }[] = [];
  return {
    world,
    messages,
    hear(channel, args) {
      messages.push({ channel, args });
      const event = { sender: ipcRenderer };
      for (const listener of [...(heard.get(channel) ?? [])]) listener(event, ...args.map((value) => cloned(value)));
    },
  };
}
