import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-fingerprint-'));
  mkdirSync(join(folder, 'one', 'src', 'part'), { recursive: true });
  put('src/a.ts', 'a');
  put('src/part/b.ts', 'b');
  put('package.json', '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} path @param {string} text */
const put = (path, text) => writeFileSync(join(folder, 'one', path), text);
const print = (copy = 'one') => fingerprint(['src', 'package.json', 'missing'], join(folder, copy));

it('is the same in a copy of the project elsewhere', () => {
  const before = print();
  cpSync(join(folder, 'one'), join(folder, 'another', 'place'), { recursive: true });
  expect(print('another/place')).toBe(before);
});

it.each([
  ['content', () => put('src/part/b.ts', 'c')],
  ['a new file', () => put('src/c.ts', '')],
  ['a file less', () => rmSync(join(folder, 'one', 'src', 'a.ts'))],
  ['a name', () => renameSync(join(folder, 'one', 'src', 'a.ts'), join(folder, 'one', 'src', 'c.ts'))],
])('is another after a change: %s', (_what, change) => {
  const before = print();
  change();
  expect(print()).not.toBe(before);
});

it('doesn’t depend on specs', () => {
  const before = print();
  put('src/a.spec.ts', 'a');
  expect(print()).toBe(before);
});
