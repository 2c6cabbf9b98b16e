/** A window of the app: sandboxed, isolated, shown when it has something to show. */
import { BrowserWindow, nativeTheme } from 'electron';
import type { Settings } from '../../../contract/bridge/settings';
import { pageAddress } from './security';

/** Slate 1 of the light and the dark scale, so that nothing flashes before the page paints. */
const backgrounds = { light: '#fcfcfd', dark: '#111113' };

/** Opens a window and loads the page. */
export function openWindow(preload: string, settings: Settings): BrowserWindow {
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && nativeTheme.shouldUseDarkColors);
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 1000,
    minHeight: 640,
    show: false,
    title: 'Latchkey',
    backgroundColor: dark ? backgrounds.dark : backgrounds.light,
    webPreferences: { preload, contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageAddress);
  return window;
}
