/** The windows of the app: opened at their saved bounds, and identified as senders of messages. */
import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { Settings } from '../../../contract/bridge/settings';
import type { Clock } from '../../ports';
import type { Caller } from '../../runtime/caller';
import type { JsonFile } from '../../storage/json-file';
import { backgrounds, createWindow, pathOf } from './window';
import { cascadeBounds, fitToDisplays, keepState, lastUsed, stateKey, type WindowState, type WindowStates } from './window-state';

export interface WindowsDeps {
  readonly preload: string;
  readonly file: JsonFile<WindowStates>;
  readonly clock: Pick<Clock, 'after'>;
  readonly settings: () => Settings;
  /** Runs for each window after it was created. */
  readonly onOpen: (window: BrowserWindow) => void;
}

export interface Windows {
  readonly all: ReadonlySet<BrowserWindow>;
  open(path: string): BrowserWindow;
  /** Brings the window that was used last to the front, or opens one. */
  show(): void;
  /** Returns the window that has the focus, if it is one of the app's. */
  focused(): BrowserWindow | undefined;
  of(caller: Caller): BrowserWindow | undefined;
  isOwn(contents: WebContents): boolean;
  /** Applies the theme of the settings. */
  applyTheme(): void;
  /** Resolves when the states of all windows are saved or have failed to be saved. Later changes are not saved. */
  saved(): Promise<void>;
}

/** Delay (ms) after the last move of a window until its state is saved. */
const settleTime = 500;

/** A window's state with its key. */
interface Place {
  readonly key: string;
  readonly state: WindowState;
}

function placeOf(window: BrowserWindow): Place {
  const key = stateKey(pathOf(window.webContents.getURL()));
  return { key, state: { ...window.getNormalBounds(), maximized: window.isMaximized() } };
}

/** Returns the caller that identifies a window. */
export function callerOf(contents: WebContents): Caller {
  return { windowId: `window-${contents.id}` };
}

/** Reads the saved states and creates the registry of windows. Opens no window. */
export async function createWindows({ preload, file, clock, settings, onOpen }: WindowsDeps): Promise<Windows> {
  let states = await file.read().catch((): WindowStates => ({}));
  let saving: Promise<unknown> = Promise.resolve();
  let isOver = false;
  /** Ordered by use, the most recently used window last. */
  const all = new Set<BrowserWindow>();
  const isDark = () => nativeTheme.shouldUseDarkColors;

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
    const window = [...all].at(-1);
    lastAtEnd = window && placeOf(window);
  });
  const follow = (window: BrowserWindow) => {
    let stopWaiting = () => {};
    const soon = () => {
      stopWaiting();
      stopWaiting = clock.after(settleTime, () => save(window));
    };
    window.on('resize', soon);
    window.on('move', soon);
    window.on('close', () => {
      stopWaiting();
      save(window);
    });
    // A destroyed window emits no `close`.
    window.on('closed', () => {
      stopWaiting();
      all.delete(window);
    });
    window.on('focus', () => {
      all.delete(window);
      all.add(window);
    });
  };
  const open = (path: string) => {
    // A window that opens at Home gets the most recently used state, because it may have moved on to a connection.
    const state = path === '/' ? lastUsed(states) : states[stateKey(path)];
    const primary = screen.getPrimaryDisplay();
    const displays = [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
    const fitted = fitToDisplays(
      state,
      displays.map(({ workArea }) => workArea),
    );
    const bounds = cascadeBounds(
      fitted,
      [...all].map((window) => window.getNormalBounds()),
    );
    const window = createWindow({ preload, bounds, maximized: state?.maximized ?? false, dark: isDark(), path });
    all.add(window);
    follow(window);
    onOpen(window);
    return window;
  };
  const paint = () => {
    for (const window of all) window.setBackgroundColor(isDark() ? backgrounds.dark : backgrounds.light);
  };
  // The system theme can change too.
  nativeTheme.on('updated', paint);

  return {
    all,
    open,
    show() {
      const window = BrowserWindow.getFocusedWindow() ?? [...all].at(-1);
      if (window === undefined) return void open('/');
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    focused: () => [...all].find((window) => window === BrowserWindow.getFocusedWindow()),
    of: ({ windowId }) => [...all].find(({ webContents }) => callerOf(webContents).windowId === windowId),
    isOwn: (contents) => [...all].some(({ webContents }) => webContents === contents),
    applyTheme() {
      nativeTheme.themeSource = settings().theme;
      paint();
    },
    async saved() {
      for (const window of all) save(window);
      if (lastAtEnd) keep(lastAtEnd);
      isOver = true;
      await saving;
    },
  };
}
