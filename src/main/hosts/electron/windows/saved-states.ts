/** Saves the states of windows after they moved, when they close, and when the app quits. */
import { app, type BrowserWindow } from 'electron';
import type { Clock } from '../../../ports/ports';
import type { JsonFile } from '../../../storage/json-file';
import { pathOf } from './window';
import { keepState, stateKey, type WindowState, type WindowStates } from './window-state';

export interface SavedStates {
  get(): WindowStates;
  /** Saves the state of a window from now on. */
  follow(window: BrowserWindow): void;
  /** Resolves when the states of all windows are saved or have failed to be saved. Later changes are not saved. */
  finish(): Promise<void>;
}

/** Delay (ms) after the last move of a window until its state is saved. */
const settleTime = 500;

/** A window's state with its key. */
interface Place {
  readonly key: string;
  readonly state: WindowState;
}

function placeOf(window: BrowserWindow): Place {
  return { key: stateKey(pathOf(window.webContents.getURL())), state: stateOf(window) };
}

/** Returns the bounds and the other state of a window. */
export function stateOf(window: BrowserWindow): WindowState {
  const fullScreen = window.isFullScreen();
  const zoom = window.webContents.getZoomLevel();
  const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
  return { ...state, ...(fullScreen ? { fullScreen } : {}), ...(zoom === 0 ? {} : { zoom }) };
}

/** Reads the saved states. `windows` are the open windows, the most recently used one last. */
export async function createSavedStates(
  file: JsonFile<WindowStates>,
  clock: Pick<Clock, 'after'>,
  windows: ReadonlySet<BrowserWindow>,
): Promise<SavedStates> {
  let states = await file.read().catch((): WindowStates => ({}));
  let saving: Promise<unknown> = Promise.resolve();
  let isOver = false;

  const keep = ({ key, state }: Place) => {
    states = keepState(states, key, state);
    saving = Promise.all([saving, file.update((known) => keepState(known, key, state)).catch(() => undefined)]);
  };
  const save = (window: BrowserWindow) => {
    if (!isOver && !window.isDestroyed()) keep(placeOf(window));
  };
  let lastAtEnd: Place | undefined;
  // When quitting, Electron closes windows in the order in which they were opened, not in which they were used.
  app.on('before-quit', () => {
    const window = [...windows].at(-1);
    lastAtEnd = window && placeOf(window);
  });

  return {
    get: () => states,
    follow: (window) => saveAfterMoves(window, clock, () => save(window)),
    async finish() {
      for (const window of windows) save(window);
      if (lastAtEnd) keep(lastAtEnd);
      isOver = true;
      await saving;
    },
  };
}

/** Calls `save` when a window has settled after a move, and when it closes. */
function saveAfterMoves(window: BrowserWindow, clock: Pick<Clock, 'after'>, save: () => void): void {
  let stopWaiting = () => {};
  const soon = () => {
    stopWaiting();
    stopWaiting = clock.after(settleTime, save);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('close', () => {
    stopWaiting();
    save();
  });
  // A destroyed window emits no `close`.
  window.on('closed', () => stopWaiting());
}
