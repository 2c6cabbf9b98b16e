import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOwnName } from './own-files';

const docs = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'starting.md'), 'utf8');
/** The table of the profile's files. */
const documented = docs
  .slice(docs.indexOf('| File or folder |'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\/$/, '')));

test.each(documented.filter((name) => name !== 'clearing.json'))('the documented %s is one of the app’s', (name) => {
  expect(documented.length).toBeGreaterThan(15);
  expect(isOwnName(name.replace('…', '12'))).toBe(true);
});

test.each([
  'settings.json.broken-1795000000000',
  'settings.json.newer-1795000000000-2',
  'clearing.json.broken-1795000000000',
  'connections.json.lock',
  'impersonation-0123456789abcdef.lock',
  'running-4711',
])('%s is one of the app’s', (name) => {
  expect(isOwnName(name)).toBe(true);
});

test.each([
  'notes.txt',
  'settings.json.mine',
  'settings.json.broken-',
  'my-settings.json',
  'Settings.json',
  'accounts.json~',
  'running-',
  'running-47x',
  'impersonation-.lock',
  'clearing.json',
  'clearing.lock',
  'clearing.json.lock',
  'constructor',
  '.git',
  'Cookies',
  'policy.json',
  '',
])('%j isn’t, or is the mark itself', (name) => {
  expect(isOwnName(name)).toBe(false);
});
