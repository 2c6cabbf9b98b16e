import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { createPasskeyPages } from './passkey-pages';

const origin = 'http://localhost:47810';
const id = 'a'.repeat(32);
const path = `passkey/${id}`;
const options = { challenge: 'TU9D', user: { name: '"><script>alert(1)</script>' } };
const own = { host: 'localhost:47810', origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

function request(method: string, headers: Readonly<Record<string, string | undefined>>, body = ''): IncomingMessage {
  return Object.assign(Readable.from(body === '' ? [] : [Buffer.from(body)]), { method, headers }) as unknown as IncomingMessage;
}

function setUp(kind: 'create' | 'get' = 'get') {
  const accept = vi.fn((answer: unknown) => typeof answer === 'object' && answer !== null && 'id' in answer);
  const pages = createPasskeyPages(
    () => id,
    () => createTranslator('en'),
  );
  const gone = new AbortController();
  const offered = pages.offer({ kind, options, account: 'ada@x.io <b>', accept }, gone.signal);
  const get = (headers: Readonly<Record<string, string | undefined>> = { host: 'localhost:47810' }) =>
    pages.answer(request('GET', headers), path, origin);
  const post = async (body: string, headers: Readonly<Record<string, string | undefined>> = own) =>
    (await pages.answer(request('POST', headers, body), path, origin))?.status ?? null;
  return { pages, accept, gone, offered, get, post };
}

describe('the passkey page', () => {
  test('contains its options as text, runs only its own script, and allows no other connections', async () => {
    const { get, offered, pages } = setUp('create');
    expect(offered).toBe(`/latchkey/${path}`);
    const page = await get();
    expect(page?.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page?.body).toContain('Create a passkey for ada@x.io &lt;b&gt;');
    expect(page?.body.match(/<script[^>]*>/g)).toEqual(['<script src="/latchkey/passkey.js" defer>']);
    const script = await pages.answer(request('GET', {}), 'passkey.js', origin);
    expect(script?.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(() => new Function(script?.body ?? 'syntax error')).not.toThrow();
  });

  test('accepts one response', async () => {
    const { post, accept, get } = setUp();
    expect(await post('{"id":"x"}')).toBe(204);
    expect(accept).toHaveBeenCalledExactlyOnceWith({ id: 'x' });
    expect([await post('{"id":"y"}'), await get()]).toEqual([null, null]);
    expect(accept).toHaveBeenCalledOnce();
  });

  test('accepts one of two concurrent responses', async () => {
    const { post, accept } = setUp();
    expect((await Promise.all([post('{"id":"x"}'), post('{"id":"y"}')])).sort()).toEqual([204, 400]);
    expect(accept).toHaveBeenCalledOnce();
  });

  test.each([
    ['another page', { ...own, origin: 'https://evil.example' }],
    ['a page of another port', { ...own, origin: 'http://localhost:1' }],
    ['a page of another name of this machine', { ...own, origin: 'http://127.0.0.1:47810' }],
    ['no page', { ...own, origin: undefined }],
    ['a page without an address', { ...own, origin: 'null' }],
    ['another site, according to the browser', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['a form', { ...own, 'content-type': 'text/plain' }],
    ['an encoded form', { ...own, 'content-type': 'application/x-www-form-urlencoded' }],
    ['another name of this machine', { ...own, host: '127.0.0.1:47810', origin: 'http://127.0.0.1:47810' }],
  ])('accepts nothing from %s', async (_what, headers) => {
    const { post, accept } = setUp();
    expect(await post('{"id":"x"}', headers)).toBeNull();
    expect(accept).not.toHaveBeenCalled();
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{"id":'],
    ['too much', JSON.stringify({ id: 'x'.repeat(65_536) })],
    ['something else', '{"name":"x"}'],
    ['null', 'null'],
  ])('keeps waiting after a response that is %s', async (_what, body) => {
    const { post } = setUp();
    expect(await post(body)).toBe(400);
    expect(await post('{"id":"x"}')).toBe(204);
  });

  test('is removed when the sign-in has ended', async () => {
    const { gone, get, post } = setUp();
    gone.abort();
    expect([await get(), await post('{"id":"x"}')]).toEqual([null, null]);
  });

  test.each([`passkey/${'b'.repeat(32)}`, 'passkey/', `passkey/${id}/x`, `passkey/${id}%00`, 'passkey', `Passkey/${id}`, '../passkey.js'])(
    'is not at %s',
    async (elsewhere) => {
      const { pages } = setUp();
      expect(await pages.answer(request('GET', { host: 'localhost:47810' }), elsewhere, origin)).toBeNull();
    },
  );

  test('is not served to other pages, or on a host name that passkeys reject', async () => {
    const { get } = setUp();
    expect(await get({ host: 'localhost:47810', origin: 'https://evil.example' })).toBeNull();
    expect(await get({ host: '127.0.0.1:47810' })).toBeNull();
  });
});
