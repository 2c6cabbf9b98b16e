/** A window of the app: sandboxed and isolated, and shown once its page is drawn. */
import { app, BrowserWindow, type Rectangle } from 'electron';
import type { Clock } from '../../../ports/ports';
import { isAutomation } from '../build';
import { pageAddress } from '../security';
import { showOnce } from './show-once';
import { minSize } from './window-state';

/** Slate 1 of the light and the dark scale, the page's initial background, to prevent a flash before the first paint. */
export const backgrounds = { light: '#fcfcfd', dark: '#111113' };

export interface WindowDeps {
  readonly preload: string;
  /** File of the window's icon; undefined where the system takes that of the program. */
  readonly icon: string | undefined;
  readonly clock: Pick<Clock, 'after'>;
  readonly bounds: Rectangle;
  readonly maximized: boolean;
  readonly fullScreen: boolean;
  /** Chromium's zoom level. */
  readonly zoom: number;
  readonly dark: boolean;
  /** Initial path in the app. */
  readonly path: string;
  /** Whether it is small and over all others, without a frame. */
  readonly isSmall?: boolean;
  readonly onShown: () => void;
}

const smallWindow = {
  frame: false,
  alwaysOnTop: true,
  skipTaskbar: true,
  resizable: false,
  minimizable: false,
  maximizable: false,
  fullscreenable: false,
} as const;

/** Opens a window and loads the page. */
export function createWindow({
  preload,
  icon,
  clock,
  bounds,
  maximized,
  fullScreen,
  zoom,
  dark,
  path,
  isSmall = false,
  onShown,
}: WindowDeps): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    // Smaller on a display that is smaller.
    minWidth: Math.min(minSize.width, bounds.width),
    minHeight: Math.min(minSize.height, bounds.height),
    show: false,
    ...(isSmall ? smallWindow : {}),
    ...(icon === undefined ? {} : { icon }),
    title: markedTitle('Latchkey'),
    backgroundColor: dark ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
      // By default, all windows of the same origin share one zoom level.
      zoomMode: 'isolated',
    },
  });
  // Windows applies the scale of the primary display to a new window, also on another one.
  if (!isSame(window.getNormalBounds(), bounds)) window.setBounds(bounds);
  const show = () => {
    if (maximized) window.maximize();
    if (fullScreen) window.setFullScreen(true);
    // Both show a hidden window on some systems only.
    if (!window.isVisible()) window.show();
    onShown();
  };
  showOnce(window, show, clock);
  // A level that is set earlier belongs to the empty page that a window starts with.
  if (zoom !== 0) window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(zoom));
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(markedTitle(title));
  });
  void window.loadURL(addressOf(path)).catch(() => undefined);
  return window;
}

function isSame(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** Returns the URL of a path of the app. */
export function addressOf(path: string): string {
  return path === '/' ? pageAddress : `${pageAddress}#${path}`;
}

/** Returns the path of the app in a URL of the page. */
export function pathOf(address: string): string {
  return address.startsWith(`${pageAddress}#/`) ? address.slice(pageAddress.length + 1) : '/';
}

function markedTitle(title: string): string {
  return isAutomation() ? `${title} · Automation` : title;
}
