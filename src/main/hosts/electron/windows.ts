/** The windows of the program: opened where they were last, told apart from anything else that could send a message. */
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
  /** Hears of each window as soon as there is one. */
  readonly onOpen: (window: BrowserWindow) => void;
}

export interface Windows {
  readonly all: ReadonlySet<BrowserWindow>;
  open(path: string): BrowserWindow;
  /** Brings the window that was used last to the front, or opens one. */
  show(): void;
  /** The window that has the focus, if it is one of ours. */
  focused(): BrowserWindow | undefined;
  of(caller: Caller): BrowserWindow | undefined;
  isOwn(contents: WebContents): boolean;
  /** Takes over a theme that was chosen. */
  applyTheme(): void;
  /** Resolves when the places of all windows are on disk, or could not be put there; later ones are not kept. */
  saved(): Promise<void>;
}

/** Milliseconds after the last move of a window until its place is written. */
const settleTime = 500;

/** Where a window is, and what that is kept under. */
interface Place {
  readonly key: string;
  readonly state: WindowState;
}

function placeOf(window: BrowserWindow): Place {
  const key = stateKey(pathOf(window.webContents.getURL()));
  return { key, state: { ...window.getNormalBounds(), maximized: window.isMaximized() } };
}

/** The name by which the app knows a window. */
export function callerOf(contents: WebContents): Caller {
  return { windowId: `window-${contents.id}` };
}

/** Reads the places of former windows; opens none yet. */
export async function createWindows({ preload, file, clock, settings, onOpen }: WindowsDeps): Promise<Windows> {
  let states = await file.read().catch((): WindowStates => ({}));
  let saving: Promise<unknown> = Promise.resolve();
  let isOver = false;
  /** The one used last at the end. */
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
  // Electron then closes windows in the order they were opened, whichever was used last.
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
    // A window that is given up closes without a word.
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
    // The program begins at the start, but went from there to some connection when it was used.
    const state = path === '/' ? lastUsed(states) : states[stateKey(path)];
    const primary = screen.getPrimaryDisplay();
    const displays = [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
    const wanted = fitToDisplays(
      state,
      displays.map(({ workArea }) => workArea),
    );
    const bounds = cascadeBounds(
      wanted,
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
  // The system's own theme changes as well, at dusk for one.
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
