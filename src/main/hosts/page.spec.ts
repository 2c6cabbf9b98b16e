import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Settings } from '#contract/bridge/settings.ts';
import { defaultSettings } from '#contract/default-settings.ts';
import { pictureOf } from '#contract/pictures/picture.ts';
import { dataUrlOf, gif } from '#tests/support/samples/images.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { contentSecurityPolicy, pageFile } from './page';

const index =
  '<html class="__THEME__" data-now="__NOW__" data-languages="__LANGUAGES__"><meta content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';
const inline = 'let a = 1;\nlet b = "__THEME__";';

async function setUp(
  settings: Settings = defaultSettings,
  fixedTime: number | null = null,
  page = index,
  languages: (() => readonly string[]) | null = null,
) {
  const folder = await temporaryFolder();
  const root = join(folder, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  await mkdir(join(folder, 'renderer-other'));
  const files = {
    'renderer/index.html': page,
    'renderer/assets/app-1a2b.js': '__CSP_NONCE__',
    'renderer/assets/a b.css': 'x',
    'renderer/assets/odd.wasm': 'x',
  };
  for (const [name, text] of Object.entries({ ...files, 'secret.txt': 'secret', 'renderer-other/x.js': 'secret' }))
    await writeFile(join(folder, name), text);
  const parts = {
    folder: root,
    nonce: 'n0nce',
    connectSource: "'none'",
    origins: ['http://localhost:1', 'http://127.0.0.1:1'],
    settings: () => settings,
    fixedTime,
    languages,
    preview: (path: string) => ({ '/preview/known': '<p>A preview</p>', '/preview/known/0': picture })[path] ?? null,
  };
  return { folder, get: (path: string) => pageFile(parts, path) };
}

const picture = pictureOf(dataUrlOf(gif(1, 1)));

const textOf = (file: { bytes: Uint8Array } | null) => file && Buffer.from(file.bytes).toString();

describe('a file of the page', () => {
  test.each([
    { path: '/', type: 'text/html; charset=utf-8', cache: 'no-store' },
    { path: '/index.html', type: 'text/html; charset=utf-8', cache: 'no-store' },
    { path: '/assets/app-1a2b.js', type: 'text/javascript; charset=utf-8', cache: 'public, max-age=31536000, immutable' },
    { path: '/assets/a%20b.css', type: 'text/css; charset=utf-8', cache: 'public, max-age=31536000, immutable' },
    { path: '/assets/../index.html', type: 'text/html; charset=utf-8', cache: 'no-store' },
    { path: '/assets/odd.wasm', type: 'application/octet-stream', cache: 'public, max-age=31536000, immutable' },
  ])('$path is $type with exactly these headers', async ({ path, type, cache }) => {
    const { get } = await setUp();
    expect((await get(path))?.headers).toEqual({
      'content-type': type,
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-n0nce'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src http://localhost:1/preview/ http://127.0.0.1:1/preview/; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': cache,
    });
  });

  test('has the nonce and the theme filled in where it is the page itself, and nowhere else', async () => {
    const { get } = await setUp({ ...defaultSettings, theme: 'dark', contrast: 'more' });
    expect(textOf(await get('/'))).toBe(
      '<html class="dark contrast-more" data-now="" data-languages=""><meta content="n0nce"><style nonce="n0nce"></style>',
    );
    expect(textOf(await get('/assets/app-1a2b.js'))).toBe('__CSP_NONCE__');
    expect(textOf(await (await setUp()).get('/'))).toContain('class="system"');
    expect(textOf(await (await setUp(defaultSettings, 1_768_471_200_000)).get('/'))).toContain('data-now="1768471200000"');
  });
});

test('has the languages of the system, without anything that could end the attribute', async () => {
  const languages = () => ['de-AT', 'zh-Hans-CN', 'en" onload="', 'ja_JP', ''];
  const { get } = await setUp(defaultSettings, null, index, languages);
  expect(textOf(await get('/'))).toContain(' data-languages="de-AT zh-Hans-CN ja_JP">');
});

test('the page may run the scripts that it contains, as they are served, and no others', async () => {
  const scripts = `<script nonce="__CSP_NONCE__">${inline}</script><script type="module" crossorigin src="./a.js"></script><script>c</script>`;
  const { get } = await setUp(defaultSettings, null, index + scripts);
  const file = await get('/');
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  const served = 'let a = 1;\nlet b = "system";';
  expect(textOf(file)).toContain(`>${served}</script>`);
  expect(file?.headers['content-security-policy']).toContain(`; script-src 'self' ${hash(served)} ${hash('c')}; `);
  expect((await get('/assets/app-1a2b.js'))?.headers['content-security-policy']).toContain("; script-src 'self'; ");
});

describe('a preview', () => {
  test('has no scripts, no network, and no origin, and only the page can frame it', async () => {
    const { get } = await setUp();
    const file = await get('/preview/known');
    expect(textOf(file)).toBe('<p>A preview</p>');
    expect(file?.headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; img-src http://localhost:1/preview/known/ http://127.0.0.1:1/preview/known/; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-store',
    });
  });

  test('has pictures with their real type', async () => {
    const { get } = await setUp();
    const file = await get('/preview/known/0');
    expect(file?.bytes).toEqual(gif(1, 1));
    expect(file?.headers).toMatchObject({
      'content-type': 'image/gif',
      'content-security-policy': expect.stringContaining("img-src 'none';"),
      'x-content-type-options': 'nosniff',
    });
  });

  test.each(['/preview/', '/preview/other', '/preview/../index.html', '/preview/%2e%2e/index.html'])('is not at %s', async (path) => {
    const { get } = await setUp();
    expect(await get(path)).toBeNull();
  });
});

describe('a path outside the page is nothing', () => {
  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/../renderer-other/x.js',
    '/..%2frenderer-other%2fx.js',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/assets\\..\\..\\secret.txt',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/....//secret.txt',
    '/index.html%00.js',
    '/%00',
    '/\0',
    '/index.html\0',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/secret.txt',
    '/..',
    '/.',
    '',
    '.',
    '..',
    '/assets',
    '/assets/',
    '/no-such-file.js',
    '/index.html/x',
    '/index.html/../../secret.txt',
    'file:///etc/passwd',
    `/${'x'.repeat(100_000)}`,
    `/${'../'.repeat(50)}etc/passwd`,
  ])('%j', async (path) => {
    const { get } = await setUp();
    expect(await get(path)).toBeNull();
  });

  test('by its full name', async () => {
    const { get, folder } = await setUp();
    expect(await get(join(folder, 'secret.txt'))).toBeNull();
    expect(await get(`/${encodeURIComponent(join(folder, 'secret.txt'))}`)).toBeNull();
  });
});

test('the policy differs between hosts in what the page may connect to and where its previews are, and in nothing else', () => {
  const electron = contentSecurityPolicy({ nonce: 'n', connectSource: "'none'", origins: ['app://bundle'] });
  const browser = contentSecurityPolicy({ nonce: 'n', connectSource: "'self' ws://localhost:1", origins: ['http://localhost:1'] });
  const expected = electron.replace("connect-src 'none'", "connect-src 'self' ws://localhost:1");
  expect(browser).toBe(expected.replace('app://bundle/preview/', 'http://localhost:1/preview/'));
  expect(electron).not.toMatch(/unsafe|\*|https?:/);
});
