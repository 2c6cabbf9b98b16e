import { expect, it } from 'vitest';
import { asksForProject } from './playwright-project.mjs';

it.each([
  ['--project=electron'],
  ['--project electron'],
  ['--project electron --grep x'],
  ['--project e2e electron'],
  ['--project=e2e --project=electron'],
  ['-g x --project electron'],
])('%s asks for it', (line) => {
  expect(asksForProject(['node', 'playwright', 'test', ...line.split(' ')], 'electron')).toBe(true);
});

it.each([
  [''],
  ['electron'],
  ['--grep electron'],
  ['--grep=electron'],
  ['--project=e2e --grep electron'],
  ['--project e2e --grep electron'],
  ['--project e2e -g electron'],
  ['--project'],
  ['--project='],
  ['--project=electron-2'],
  ['--project=Electron'],
  ['--projects=electron'],
  ['--grep --project=e2e electron'],
])('"%s" does not', (line) => {
  expect(asksForProject(['node', 'playwright', 'test', ...line.split(' ')], 'electron')).toBe(false);
});
