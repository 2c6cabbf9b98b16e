/** What a page may not do: reach the network, navigate, open windows, ask for permissions. */
import { app, type Session, shell, type WebContents } from 'electron';

export const pageAddress = 'app://bundle/';

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

/** Cancels every request of the page's session but its own files, and denies every permission except writing text to the clipboard. */
export function secureSession(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isPageAddress(details.url) && !details.url.startsWith('devtools://') }),
  );
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'clipboard-sanitized-write'));
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  session.setDevicePermissionHandler(() => false);
}

/** Denies navigation, redirects, webviews and windows to every page there will ever be. Links out go to the system browser. */
export function secureContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    for (const name of ['will-navigate', 'will-redirect', 'will-attach-webview'] as const) {
      contents.on(name as 'will-navigate', (event) => event.preventDefault());
    }
    contents.setWindowOpenHandler(({ url }) => {
      const link = outwardLink(url);
      if (link !== null) void shell.openExternal(link);
      return { action: 'deny' };
    });
  });
}
