/** The windows of the app: opened at their saved bounds, and identified as senders of messages. */
import { BrowserWindow, nativeTheme, type Rectangle, screen, type WebContents } from 'electron';
import type { Settings } from '#contract/setting-rows.ts';
import type { Caller } from '../../../ports/caller';
import type { Clock } from '../../../ports/ports';
import type { JsonFile } from '../../../storage/json-file';
import { createLeftWindows } from './left-windows';
import { createPaletteWindow } from './palette-window';
import { windowsToOpen } from './remembered-windows';
import { createSavedStates } from './saved-states';
import { backgrounds, createWindow } from './window';
import { cascadeBounds, fitToDisplays, isReachable, lastUsed, stateKey, type WindowState, type WindowStates } from './window-state';

export interface WindowsDeps {
  readonly preload: string;
  readonly icon: string | undefined;
  readonly file: JsonFile<WindowStates>;
  readonly leftFile: Parameters<typeof createLeftWindows>[0];
  readonly hasConnection: (id: string) => boolean;
  readonly clock: Pick<Clock, 'after'>;
  readonly settings: () => Settings;
  /** Runs for each window after it was created. */
  readonly onOpen: (window: BrowserWindow) => void;
  /** Runs for the small window of the palette after it was created. */
  readonly onOpenPalette: (window: BrowserWindow) => void;
}

export interface Windows {
  /** Those that are remembered and listed: all but the small one of the palette. */
  readonly all: ReadonlySet<BrowserWindow>;
  /** All with a page of the app. */
  pages(): readonly BrowserWindow[];
  /** Opens the palette in a small window over all others, or brings it to the front; closes it if it has the focus. */
  togglePalette(): void;
  open(path: string): BrowserWindow;
  /**
   * Opens the windows that were open last, where they were left, or one at Home. Returns the one that was used last, which opens at `path`
   * instead if there is one.
   */
  openLeft(path?: string): BrowserWindow;
  /** Brings the window that was used last to the front, or opens those that were left, and returns it. */
  show(): BrowserWindow;
  /** Returns the window that has the focus, if it is one of the app's. */
  focused(): BrowserWindow | undefined;
  of(caller: Caller): BrowserWindow | undefined;
  isOwn(contents: WebContents): boolean;
  /** Whether a window has been shown. */
  hasShown(): boolean;
  /** Resolves when a window has been shown. */
  shown(): Promise<void>;
  /** Applies the settings that windows have: the theme, and the protection from screenshots. */
  applySettings(): void;
  /** Resolves when the states of all windows are saved or have failed to be saved. Later changes are not saved. */
  saved(): Promise<void>;
}

/** Returns the caller that identifies a window. */
export function callerOf(contents: WebContents): Caller {
  return { windowId: `window-${contents.id}` };
}

/** Reads the saved states and creates the registry of windows. Opens no window. */
export async function createWindows(deps: WindowsDeps): Promise<Windows> {
  const { preload, icon, file, leftFile, clock, settings, hasConnection, onOpen, onOpenPalette } = deps;
  /** Ordered by use, the most recently used window last. */
  const all = new Set<BrowserWindow>();
  const states = await createSavedStates(file, clock, all);
  const left = await createLeftWindows(leftFile, clock, all);
  let hasShown = false;
  let reportShown = () => {};
  const shown = new Promise<void>((resolve) => {
    reportShown = resolve;
  });
  const onShown = () => {
    hasShown = true;
    reportShown();
  };

  const open = (path: string, state = stateFor(path, states.get())) => {
    const bounds = freeBounds(state, all);
    const { maximized = false, fullScreen = false, zoom = 0 } = state ?? {};
    const window = createWindow({ preload, icon, clock, bounds, maximized, fullScreen, zoom, dark: isDark(), path, onShown });
    all.add(window);
    protect(window);
    states.follow(window);
    trackUse(window, all);
    left.follow(window);
    onOpen(window);
    return window;
  };
  const openLeft = (path?: string) => {
    const known = windowsToOpen(left.get(), hasConnection);
    const last = known.at(-1);
    for (const each of known.slice(0, -1)) open(each.path, each.state);
    return open(path ?? last?.path ?? '/', last?.state);
  };
  const palette = createPaletteWindow({
    ...{ preload, icon, clock, isDark },
    onOpen(window) {
      protect(window);
      onOpenPalette(window);
    },
  });
  const pages = () => (palette.window === null ? [...all] : [...all, palette.window]);
  const paint = () => {
    for (const window of pages()) window.setBackgroundColor(isDark() ? backgrounds.dark : backgrounds.light);
  };
  const protect = (window: BrowserWindow) => window.setContentProtection(settings().captureProtection);
  // The system theme can change too.
  nativeTheme.on('updated', paint);
  keepReachable(all);

  return {
    all,
    pages,
    togglePalette: palette.toggle,
    open: (path) => open(path),
    openLeft,
    show() {
      const focused = BrowserWindow.getFocusedWindow();
      const window = (focused === palette.window ? null : focused) ?? [...all].at(-1);
      return window === undefined ? openLeft() : toFront(window);
    },
    focused: () => [...all].find((window) => window === BrowserWindow.getFocusedWindow()),
    of: ({ windowId }) => pages().find(({ webContents }) => callerOf(webContents).windowId === windowId),
    hasShown: () => hasShown,
    shown: () => shown,
    isOwn: (contents) => pages().some(({ webContents }) => webContents === contents),
    applySettings() {
      nativeTheme.themeSource = settings().theme;
      paint();
      for (const window of pages()) protect(window);
    },
    saved: async () => void (await Promise.all([states.finish(), left.finish()])),
  };
}

function toFront(window: BrowserWindow): BrowserWindow {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return window;
}

function isDark(): boolean {
  return nativeTheme.shouldUseDarkColors;
}

/** Returns the state in which to open a path. */
function stateFor(path: string, states: WindowStates): WindowState | undefined {
  // A window that opens at Home gets the most recently used state, because it may have moved on to a connection.
  return path === '/' ? lastUsed(states) : states[stateKey(path)];
}

/** Returns the stored bounds, moved onto a connected display and off the other windows. */
function freeBounds(state: WindowState | undefined, windows: ReadonlySet<BrowserWindow>): Rectangle {
  const areas = workAreas();
  const taken = [...windows].map((window) => window.getNormalBounds());
  return cascadeBounds(fitToDisplays(state, areas), taken, areas);
}

/** Returns the parts of all displays that windows may cover, the primary display first. */
function workAreas(): readonly Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)].map(({ workArea }) => workArea);
}

/** Moves windows back that can't be reached since a display was removed or its work area changed. Not every system does. */
function keepReachable(windows: ReadonlySet<BrowserWindow>): void {
  const moveBack = () => {
    const areas = workAreas();
    for (const window of windows) {
      const bounds = window.getNormalBounds();
      if (!window.isMinimized() && !isReachable(bounds, areas)) window.setBounds(fitToDisplays(bounds, areas));
    }
  };
  screen.on('display-removed', moveBack);
  screen.on('display-metrics-changed', moveBack);
}

/** Keeps the order of use, and removes the window when it closes. */
function trackUse(window: BrowserWindow, windows: Set<BrowserWindow>): void {
  window.on('closed', () => windows.delete(window));
  window.on('focus', () => {
    windows.delete(window);
    windows.add(window);
  });
}
