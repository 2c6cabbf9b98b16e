import type { Session } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { StandInSession } from '#tests/support/electron/session.ts';
import { isPageAddress, outwardLink, secureSession } from './security';

const electron = vi.hoisted(() => ({ app: { isPackaged: true }, shell: {} }));
vi.mock('electron', () => electron);

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
  function securedSession(isPackaged = true, isLocked = false): StandInSession {
    electron.app.isPackaged = isPackaged;
    const session = new StandInSession({});
    secureSession(session.face as unknown as Session, () => !isLocked);
    return session;
  }

  test.each([
    { url: 'app://bundle/index.html', sent: true },
    { url: 'blob:app://bundle/3f0c', sent: true },
    { url: 'https://example.com/', sent: false },
    { url: 'http://localhost:1/', sent: false },
    { url: 'ws://localhost:1/', sent: false },
    { url: 'wss://example.com/', sent: false },
    { url: 'file:///etc/passwd', sent: false },
    { url: 'data:text/html,x', sent: false },
    { url: 'app://other/', sent: false },
    { url: 'blob:https://example.com/x', sent: false },
    { url: 'chrome-extension://abc/x.js', sent: false },
    { url: 'devtools://devtools/bundled/x.js', sent: false },
    { url: '', sent: false },
  ])('sends $url: $sent', ({ url, sent }) => {
    expect(securedSession().mayRequest(url)).toBe(sent);
  });

  test('lets the developer’s tools load where the program is not packaged', () => {
    expect(securedSession(false).mayRequest('devtools://devtools/bundled/x.js')).toBe(true);
    expect(securedSession(false).mayRequest('https://example.com/')).toBe(false);
  });

  test('permits writing text to the clipboard and nothing else', () => {
    const wanted = [
      'clipboard-sanitized-write',
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fullscreen',
      'hid',
      'serial',
      'usb',
      'midi',
      'display-capture',
      'storage-access',
      '',
    ];
    const session = securedSession();
    for (const way of ['asked', 'checked'] as const) {
      expect(wanted.filter((permission) => session.grants(permission)[way])).toEqual(['clipboard-sanitized-write']);
    }
    expect(session.grants('usb').device).toBe(false);
  });

  test.each([
    ['blob:app://bundle/3f0c', true],
    ['https://example.com/setup.exe', false],
    ['data:application/octet-stream,x', false],
    ['app://bundle/index.html', false],
    ['file:///etc/passwd', false],
  ])('saves only what the page itself made, and nothing while the app is locked: %s %s', (url, saved) => {
    expect(securedSession().mayDownload(url)).toBe(saved);
    expect(securedSession(true, true).mayDownload(url)).toBe(false);
  });
});
