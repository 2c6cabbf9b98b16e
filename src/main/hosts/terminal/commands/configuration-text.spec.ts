import { expect, test } from 'vitest';
import type { ShownRow } from '#contract/bridge/configuration.ts';
import { baseText, differenceText } from './configuration-text';

const terminal = { columns: null, style: (_style: string, text: string) => text } as unknown as Parameters<typeof differenceText>[1];

const row = (more: Partial<ShownRow>): ShownRow => ({
  section: 'settings',
  key: 'a',
  kind: 'changed',
  source: 1,
  target: 2,
  barrier: null,
  changedIn: null,
  isGuarded: false,
  isTicked: true,
  ...more,
});

test.each<[Partial<ShownRow>, readonly string[]]>([
  [{}, ['  ~ a', '      2 → 1']],
  [{ changedIn: 'source', base: 2 }, ['  ~ a  (changed in the source)', '      2 → 1']],
  [{ changedIn: 'target', base: 1 }, ['  ~ a  (changed in the target)', '      2 → 1']],
  [{ changedIn: 'both', base: 3 }, ['  ~ a  (conflict: changed in both)', '      2 → 1  (before: 3)']],
  [
    { changedIn: 'both', source: { x: 1, y: 1 }, target: { x: 2, y: 1 }, base: { x: 3 } },
    ['  ~ a  (conflict: changed in both)', '      x: 2 → 1  (before: 3)'],
  ],
  [{ kind: 'added', target: undefined }, ['  + a']],
  [{ kind: 'removed', source: undefined, changedIn: 'target' }, ['  - a  (changed in the target; deleted only with --prune)']],
  [{ isGuarded: true }, ['  ~ a  (applied only if --only names it)', '      2 → 1']],
  [{ key: '\x1b[31m', kind: 'added' }, ['  + \\u{1b}[31m']],
  [{ kind: 'same' }, []],
])('%j is shown', (more, lines) => {
  expect(differenceText([row(more)], terminal)).toBe(
    [...(lines.length === 0 ? [] : ['settings']), ...lines].map((line) => `${line}\n`).join(''),
  );
});

test('it says against what was compared', () => {
  expect(baseText(null)).toBe('Both sides are compared directly. Which of them changed isn’t known.\n');
  expect(baseText('2026-01-15T10:00:00.000Z')).toContain('on 2026-01-15T10:00:00.000Z.');
});
