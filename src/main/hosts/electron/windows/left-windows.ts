/** Remembers the windows that are open, for the next start. */
import { app, type BrowserWindow } from 'electron';
import type { Clock } from '../../../ports/ports';
import type { JsonFile } from '../../../storage/json-file';
import { type LeftWindow, maxWindows, rememberedPath } from './remembered-windows';
import { stateOf } from './saved-states';
import { pathOf } from './window';

/** Delay (ms) after the last change until it is saved. */
const settleMillis = 500;

export interface LeftWindows {
  /** Returns the windows that were open when the last one closed or the app quit, the most recently used one last. */
  get(): readonly LeftWindow[];
  /** Remembers a window and its screens from now on. */
  follow(window: BrowserWindow): void;
  /** Resolves when the windows are saved or have failed to be saved. Later changes are not saved. */
  finish(): Promise<void>;
}

/** Reads the file. `windows` are the open windows, the most recently used one last. */
export async function createLeftWindows(
  file: JsonFile<readonly LeftWindow[]>,
  clock: Pick<Clock, 'after'>,
  windows: ReadonlySet<BrowserWindow>,
): Promise<LeftWindows> {
  let left = await file.read().catch((): readonly LeftWindow[] => []);
  let saving: Promise<unknown> = Promise.resolve();
  let isEnding = false;
  let isOver = false;
  let stopWaiting = () => {};
  const paths = new WeakMap<BrowserWindow, string>();

  const pathFor = (window: BrowserWindow): string => {
    const path = rememberedPath(pathOf(window.webContents.getURL())) ?? paths.get(window) ?? '/';
    paths.set(window, path);
    return path;
  };
  const note = () => {
    stopWaiting();
    const open = [...windows].filter((window) => !window.isDestroyed()).slice(-maxWindows);
    // The last window that closes is the one to start with, and those that close because the app quits are all.
    if (isOver || isEnding || open.length === 0) return;
    left = open.map((window) => ({ path: pathFor(window), state: stateOf(window) }));
    const next = left;
    saving = Promise.all([saving, file.update(() => next).catch(() => undefined)]);
  };
  const soon = () => {
    // What changes now shows that quitting was canceled.
    isEnding = false;
    stopWaiting();
    stopWaiting = clock.after(settleMillis, note);
  };
  app.on('before-quit', () => {
    note();
    isEnding = true;
  });

  return {
    get: () => left,
    follow(window) {
      window.webContents.on('did-navigate-in-page', () => {
        pathFor(window);
        soon();
      });
      window.on('resize', soon);
      window.on('move', soon);
      window.on('close', () => note());
      window.on('closed', () => note());
      soon();
    },
    async finish() {
      note();
      isOver = true;
      stopWaiting();
      await saving;
    },
  };
}
