import type { IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createGoLinks } from '../loopback/go-links';
import { createBrowserOpener, createGoAddress, createGoPages } from './confirm-pages';

const origin = 'http://localhost:47810';
const target = 'https://api.example/authorize?token=secret';

function setUp() {
  const clock = createFakeClock();
  const links = createGoLinks(() => 'a1'.repeat(16), clock);
  const pages = createGoPages(links, () => createTranslator('en'));
  const openUrl = vi.fn(async (_url: string) => undefined);
  const expectBrowser = vi.fn(async (_milliseconds: number) => origin);
  const open = createBrowserOpener(createGoAddress({ callbackServer: { listenFor: expectBrowser }, links }), openUrl);
  const ask = (path: string, headers = {}, method = 'GET') => pages.answer({ method, headers } as IncomingMessage, path, origin);
  return { clock, open, openUrl, expectBrowser, ask };
}

const path = `go/${'a1'.repeat(16)}`;

describe('opening an address', () => {
  test('starts the browser with a link that redirects there once', async () => {
    const { open, openUrl, expectBrowser, ask } = setUp();
    await open(target);
    expect(openUrl).toHaveBeenCalledExactlyOnceWith(`${origin}/latchkey/${path}`);
    expect(expectBrowser).toHaveBeenCalledExactlyOnceWith(60_000);
    const page = await ask(path);
    expect(page).toMatchObject({
      status: 302,
      headers: { location: target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      body: '',
    });
    const again = await ask(path);
    expect([again?.status, again?.body.includes('already used'), again?.headers.location]).toEqual([410, true, undefined]);
  });

  test('redirects to an authenticator app', async () => {
    const { open, ask } = setUp();
    await open('otpauth://totp/Engines:ada?secret=JBSWY3DP');
    expect(await ask(path)).toMatchObject({ status: 302, headers: { location: 'otpauth://totp/Engines:ada?secret=JBSWY3DP' } });
  });

  test('expires after a minute', async () => {
    const { open, ask, clock } = setUp();
    await open(target);
    await clock.advance(60_000);
    expect(await ask(path)).toMatchObject({ status: 410 });
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'latchkey://x', 'no address', ''])(
    'rejects other URLs than web URLs: %s',
    async (url) => {
      const { open, openUrl, expectBrowser } = setUp();
      expect(await reportOf(open(url))).toEqual({ code: 'browser-not-opened' });
      expect([openUrl, expectBrowser].map(({ mock }) => mock.calls)).toEqual([[], []]);
    },
  );

  test('fails where no port is free', async () => {
    const { open, openUrl, expectBrowser } = setUp();
    expectBrowser.mockRejectedValue(new Error('no port is free'));
    expect(await reportOf(open(target))).toEqual({ code: 'browser-not-opened' });
    expect(openUrl).not.toHaveBeenCalled();
  });
});

test.each<[string, string, Record<string, string>, string]>([
  ['another path', 'passkey/a1', {}, 'GET'],
  ['no id', 'go/', {}, 'GET'],
  ['more than an id', `${path}/x`, {}, 'GET'],
  ['an encoded id', `${path}%00`, {}, 'GET'],
  ['another method', path, {}, 'HEAD'],
  ['a form', path, {}, 'POST'],
  ['a part of another page', path, { 'sec-fetch-dest': 'image' }, 'GET'],
  ['a script of another page', path, { 'sec-fetch-mode': 'no-cors' }, 'GET'],
  ['a page loaded ahead', path, { 'sec-purpose': 'prefetch' }, 'GET'],
])('%s is refused, and does not use up the link', async (_what, at, headers, method) => {
  const { open, ask } = setUp();
  await open(target);
  expect(await ask(at, headers, method)).toBeNull();
  expect(await ask(path)).toMatchObject({ status: 302 });
});
