/** What is specified for a user is true on both hosts, but for a few files that say why. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notOnElectron } from './support/browser/not-on-electron';

const folder = join(import.meta.dirname, 'e2e');
const names = readdirSync(folder).map((name) => name.replace(/\.spec\.ts$/, ''));
const source = (name: string) => readFileSync(join(folder, `${name}.spec.ts`), 'utf8');

test('only specs that are there are left out on Electron, and some run there', () => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(notOnElectron)));
  expect(names.length - Object.keys(notOnElectron).length).toBeGreaterThanOrEqual(10);
});

test.each(names.filter((name) => !Object.hasOwn(notOnElectron, name)))('%s needs nothing of one host alone', (name) => {
  expect(source(name)).not.toMatch(/launchHost|new WebSocket|sessionStorage|interceptBridge|waitForEvent\('page'\)/);
});

test.each(['tests/support/browser/electron.ts', 'examples/playwright/latchkey.ts'])('%s starts Electron in its sandbox', (file) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  expect(text.match(/_electron\.launch\(/g)).toHaveLength(1);
  expect(text).toMatch(/_electron\.launch\(\{[^;]*chromiumSandbox: /);
});
