/** What a page may not do: reach the network, navigate, open windows, ask for permissions, save what it did not make. */
import { app, type Session, shell, type WebContents } from 'electron';
import { isAutomation } from './automation';

export const pageAddress = 'app://bundle/';
/** The page that takes the place of one that fails again and again. */
export const crashAddress = `${pageAddress}crashed`;

/** True for an address of the own page. `URL.origin` of a custom scheme is the text `null`, so protocol and host are compared. */
export function isPageAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return protocol === 'app:' && host === 'bundle' && username === '' && password === '';
}

/** An outward link the system browser may open, re-serialised; null for everything else. */
export function outwardLink(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isLoopback = url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
  return url.protocol === 'https:' || url.protocol === 'mailto:' || isLoopback ? url.toString() : null;
}

/** Bytes that the page itself made, as for a file it hands over to be saved. */
function isOwnBytes(url: string): boolean {
  return url.startsWith(`blob:${pageAddress}`);
}

/**
 * Keeps people's app from being opened to whoever asks a port: the fuse that forbids inspecting the main process does not cover the
 * pages. Must be called before the app is ready.
 */
export function refuseRemoteDebugging(): void {
  if (!app.isPackaged || isAutomation()) return;
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
}

/** Cancels every request of the page's session but its own files, and denies every permission except writing text to the clipboard. */
export function secureSession(session: Session): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isPageAddress(url) && !isOwnBytes(url) && !isDevTools(url) }));
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'clipboard-sanitized-write'));
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!isOwnBytes(item.getURL())) event.preventDefault();
  });
}

function isDevTools(url: string): boolean {
  return !app.isPackaged && url.startsWith('devtools://');
}

/** Denies navigation, redirects, webviews, windows and devices to every page there will ever be. Links out go to the system browser. */
export function secureContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      // The one way on from the page that says what happened.
      const isRestart = event.url === pageAddress && contents.getURL() === crashAddress;
      if (!isRestart) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      event.preventDefault();
      choose('');
    });
    contents.setWindowOpenHandler(({ url }) => {
      const link = outwardLink(url);
      if (link !== null) void shell.openExternal(link).catch(() => undefined);
      return { action: 'deny' };
    });
  });
}
