/** A window of the app: sandboxed, isolated, shown when it has something to show. */
import { app, BrowserWindow, type Rectangle } from 'electron';
import { isAutomation } from './automation';
import { pageAddress } from './security';
import { minSize } from './window-state';

/** Slate 1 of the light and the dark scale, which the page begins with, so that nothing flashes before it paints. */
export const backgrounds = { light: '#fcfcfd', dark: '#111113' };

export interface WindowDeps {
  readonly preload: string;
  readonly bounds: Rectangle;
  readonly maximized: boolean;
  readonly dark: boolean;
  /** Where in the app it begins. */
  readonly path: string;
}

/** Opens a window and loads the page. */
export function createWindow({ preload, bounds, maximized, dark, path }: WindowDeps): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
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
    },
  });
  // Either shows it, which must not be before there is something to see.
  window.once('ready-to-show', () => (maximized ? window.maximize() : window.show()));
  // Else every window of the page's origin would have the same.
  window.webContents.setZoomMode('isolated');
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(markedTitle(title));
  });
  void window.loadURL(addressOf(path)).catch(() => undefined);
  return window;
}

/** The address of a path of the app. */
export function addressOf(path: string): string {
  return path === '/' ? pageAddress : `${pageAddress}#${path}`;
}

/** The path of the app that an address of the page means. */
export function pathOf(address: string): string {
  return address.startsWith(`${pageAddress}#/`) ? address.slice(pageAddress.length + 1) : '/';
}

function markedTitle(title: string): string {
  return isAutomation() ? `${title} · Automation` : title;
}
