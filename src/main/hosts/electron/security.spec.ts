import type { Session } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { isPageAddress, outwardLink, secureSession } from './security';

vi.mock('electron', () => ({ app: {}, shell: {} }));

describe('the own page', () => {
  test.each(['app://bundle/', 'app://bundle/index.html', 'app://bundle/#/users', 'APP://bundle/x?y'])('%s is', (text) => {
    expect(isPageAddress(text)).toBe(true);
  });

  test.each([
    '',
    'app:',
    'app://',
    'app://bundle.evil.test/',
    'app://evil/',
    'app://bundle:80/',
    'app://user@bundle/',
    'app://user:password@bundle/',
    'app:bundle/',
    'https://bundle/',
    'http://localhost/app://bundle/',
    'file:///app/bundle/index.html',
    'data:text/html,app://bundle/',
    'javascript:location="app://bundle/"',
    'about:blank',
    'blob:app://bundle/x',
    'null',
    '//bundle/',
  ])('%s is not', (text) => {
    expect(isPageAddress(text)).toBe(false);
  });
});

describe('a link outwards', () => {
  test.each([
    { text: 'https://example.com', link: 'https://example.com/' },
    { text: 'https://example.com/a b?c=d"e', link: 'https://example.com/a%20b?c=d%22e' },
    { text: 'mailto:ada@example.com', link: 'mailto:ada@example.com' },
    { text: 'http://localhost:3000/x', link: 'http://localhost:3000/x' },
    { text: 'http://127.0.0.1/', link: 'http://127.0.0.1/' },
    { text: 'HTTPS://EXAMPLE.COM', link: 'https://example.com/' },
  ])('$text is opened as $link', ({ text, link }) => {
    expect(outwardLink(text)).toBe(link);
  });

  test.each([
    '',
    'example.com',
    'http://example.com',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://bundle/',
    'smb://server/share',
    'ms-settings:',
    'ftp://example.com',
    'vscode://x',
    'https://',
    'ht\ttps//x',
  ])('%j is not opened', (text) => {
    expect(outwardLink(text)).toBeNull();
  });
});

describe('the session of the page', () => {
  type Handlers = {
    request: (details: { url: string }) => boolean;
    ask: (permission: string) => boolean;
    check: (permission: string) => boolean;
    device: () => boolean;
  };

  function handlersOf(): Handlers {
    const got: Partial<Handlers> = {};
    const session = {
      webRequest: {
        onBeforeRequest: (listener: (details: { url: string }, answer: (response: { cancel: boolean }) => void) => void) => {
          got.request = (details) => {
            let cancelled = false;
            listener(details, ({ cancel }) => (cancelled = cancel));
            return cancelled;
          };
        },
      },
      setPermissionRequestHandler: (handler: (contents: null, permission: string, answer: (granted: boolean) => void) => void) => {
        got.ask = (permission) => {
          let granted = false;
          handler(null, permission, (answer) => (granted = answer));
          return granted;
        };
      },
      setPermissionCheckHandler: (handler: (contents: null, permission: string) => boolean) => {
        got.check = (permission) => handler(null, permission);
      },
      setDevicePermissionHandler: (handler: () => boolean) => {
        got.device = handler;
      },
    };
    secureSession(session as unknown as Session);
    return got as Handlers;
  }

  test.each([
    { url: 'app://bundle/index.html', cancelled: false },
    { url: 'devtools://devtools/bundled/x.js', cancelled: false },
    { url: 'https://example.com/', cancelled: true },
    { url: 'http://localhost:1/', cancelled: true },
    { url: 'ws://localhost:1/', cancelled: true },
    { url: 'file:///etc/passwd', cancelled: true },
    { url: 'data:text/html,x', cancelled: true },
    { url: 'app://other/', cancelled: true },
  ])('$url is cancelled: $cancelled', ({ url, cancelled }) => {
    expect(handlersOf().request({ url })).toBe(cancelled);
  });

  test('permits writing text to the clipboard and nothing else', () => {
    const { ask, check, device } = handlersOf();
    const wanted = [
      'clipboard-sanitized-write',
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fullscreen',
      'hid',
      'usb',
      '',
    ];
    for (const permitted of [ask, check]) expect(wanted.filter(permitted)).toEqual(['clipboard-sanitized-write']);
    expect(device()).toBe(false);
  });
});
