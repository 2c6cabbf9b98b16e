/** What the browser must read before the first screen, in the build. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importsOf } from '../support/imports';

const folder = join(import.meta.dirname, '../../out/renderer');
const maxKilobytes = 170;

/** The page's scripts, and what they import. */
function firstScripts(): Map<string, string> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
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

test('the first screen needs two scripts, which are small', () => {
  const scripts = firstScripts();
  expect(scripts.size).toBe(2);
  const bytes = [...scripts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  expect(bytes / 1000).toBeGreaterThan(50);
  expect(bytes / 1000).toBeLessThanOrEqual(maxKilobytes);
});
