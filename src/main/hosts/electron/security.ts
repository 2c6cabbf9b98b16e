/** Restrictions of pages: no network, navigation, new windows, permissions or downloads, except those listed here. */

import { app, type Session, type WebContents } from 'electron';
import { previewPath } from '#contract/bridge/previews.ts';
import { parseUrl } from '#contract/urls.ts';
import { closeWebRtc } from './guard/page-network';

export const pageOrigin = 'app://bundle';
export const pageAddress = `${pageOrigin}/`;
/** URL of the crash page, which replaces a page that crashes repeatedly. */
export const crashAddress = `${pageAddress}crashed`;

/** Whether the URL is one of the app's page. Compares protocol and host, because `URL.origin` of a custom scheme is `null`. */
export function isPageAddress(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, host, username, password } = url;
  return protocol === 'app:' && host === 'bundle' && username === '' && password === '';
}

/** Whether the URL is that of a preview, the only one that a frame may show. */
function isPreviewAddress(text: string): boolean {
  return isPageAddress(text) && parseUrl(text)?.pathname.startsWith(previewPath) === true;
}

/** Returns the normalized URL of a link that the system browser may open; null for other links. */
export function outwardLink(text: string): string | null {
  const url = parseUrl(text);
  if (url === null) return null;
  const isLoopback = url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
  return url.protocol === 'https:' || url.protocol === 'mailto:' || isLoopback ? url.toString() : null;
}

/** Whether the URL is a blob that the page created, such as a file to download. */
function isOwnBytes(url: string): boolean {
  return url.startsWith(`blob:${pageAddress}`);
}

/**
 * Blocks all requests of the page's session except its own files, and all permissions except writing text to the clipboard. While the app is
 * locked, nothing is downloaded.
 */
export function secureSession(session: Session, isLocked: () => boolean): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isPageAddress(url) && !isOwnBytes(url) && !isDevTools(url) }));
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'clipboard-sanitized-write'));
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (isLocked() || !isOwnBytes(item.getURL())) event.preventDefault();
  });
}

function isDevTools(url: string): boolean {
  return !app.isPackaged && url.startsWith('devtools://');
}

/**
 * Blocks navigation, redirects, webviews, new windows, WebRTC and devices in all web contents. What a page opens goes to `openLink`. Client
 * certificates aren't sent, neither by pages nor by requests to a service.
 */
export function secureContents(openLink: (url: string, contents: WebContents) => void): void {
  // Electron would send the first certificate of the system that matches, which tells the server who its user is.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
  app.on('web-contents-created', (_event, contents: WebContents) => {
    closeWebRtc(contents);
    contents.on('will-navigate', (event) => {
      // The crash page's link to the app.
      const isRestart = event.url === pageAddress && contents.getURL() === crashAddress;
      if (!isRestart) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame && !isPreviewAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      event.preventDefault();
      choose('');
    });
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url, contents);
      return { action: 'deny' };
    });
  });
}
