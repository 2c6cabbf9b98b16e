/** What the browser must read before the first screen, in the build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importsOf } from '../support/imports';

const folder = join(import.meta.dirname, '../../out/renderer');
const maxKilobytes = 170;

const page = readFileSync(join(folder, 'index.html'), 'utf8');

/** The page's scripts, and what they import. */
function firstScripts(): Map<string, string> {
  const waiting = [...page.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, path = '']) => posix.normalize(path));
  const found = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    found.set(path, text);
    waiting.push(...importsOf(path, text).flatMap(({ to, late }) => (late ? [] : [`${to}.js`])));
  }
  return found;
}

test('the first screen needs one script, which is small', () => {
  const scripts = firstScripts();
  expect(scripts.size).toBe(1);
  const bytes = [...scripts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  expect(bytes / 1000).toBeGreaterThan(50);
  expect(bytes / 1000).toBeLessThanOrEqual(maxKilobytes);
});

test('the script has React’s renderer, though it runs it later', () => {
  expect([...firstScripts().values()].filter((text) => text.includes('.createRoot=function'))).toHaveLength(1);
});

test('the page contains its styles, whose fonts exist', () => {
  expect(page).not.toContain('rel="stylesheet"');
  const [, style = ''] = /<style nonce="__CSP_NONCE__">([^<]+)<\/style>/.exec(page) ?? [];
  const fonts = [...style.matchAll(/url\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});

test('the styles that later code loads exist', () => {
  const assets = join(folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const named = scripts.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(/"\.\/[^"]+\.css"/g) ?? []);
  const paths = new Set(named.map((path) => path.slice(1, -1)));
  expect(paths.size).toBeGreaterThan(0);
  expect([...paths].filter((path) => !existsSync(join(assets, path)))).toEqual([]);
});
