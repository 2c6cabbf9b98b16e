/** What the browser must read before the first screen, in the build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtFolder as folder, reachedScripts, readBuiltPage, readBuiltScripts, scriptsOfPage } from '../support/program/built-scripts';

const maxKilobytes = 130;

const page = readBuiltPage();
const scripts = readBuiltScripts();

/** The page's scripts, and what they import. */
const first = [...reachedScripts(scripts, scriptsOfPage(page), ({ fixed }) => fixed)].flatMap((path) => scripts.get(path) ?? []);

test('the first screen needs one script, which is small', () => {
  expect(first).toHaveLength(1);
  const bytes = first.reduce((sum, script) => sum + script.bytes, 0);
  expect(bytes / 1000).toBeGreaterThan(50);
  expect(bytes / 1000).toBeLessThanOrEqual(maxKilobytes);
});

test('the browser keeps one byte for each of its characters', () => {
  expect(first.filter(({ text }) => /[^\0-\x7f]/.test(text))).toEqual([]);
});

test('the script has React’s renderer, though it runs it later', () => {
  expect(first.filter(({ text }) => text.includes('.createRoot=function'))).toHaveLength(1);
});

test('the script has no icons of later screens', () => {
  const later = [...scripts.values()].filter((script) => !first.includes(script));
  expect(first.filter(({ text }) => text.includes('`map-pin-off`'))).toEqual([]);
  expect(later.filter(({ text }) => text.includes('`map-pin-off`'))).not.toEqual([]);
});

test('the page contains its styles, whose fonts exist', () => {
  expect(page).not.toContain('rel="stylesheet"');
  const [, style = ''] = /<style nonce="__CSP_NONCE__">(.+?)<\/style>/s.exec(page) ?? [];
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
