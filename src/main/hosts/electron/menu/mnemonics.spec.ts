import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { plainLabel, withMnemonics } from './mnemonics';

type Item = MenuItemConstructorOptions;

const items = (...labels: readonly string[]): Item[] => labels.map((label) => ({ label }));
const labelsOf = (found: readonly Item[]) => found.map(({ label }) => label);

test.each<[labels: string[], english: string[], marked: string[]]>([
  [
    ['File', 'Edit', 'View'],
    ['File', 'Edit', 'View'],
    ['&File', '&Edit', '&View'],
  ],
  [
    ['Copy', 'Cut', 'Close window'],
    ['Copy', 'Cut', 'Close window'],
    ['&Copy', 'C&ut', 'Close &window'],
  ],
  [
    ['Zoom in', 'Zoom out'],
    ['Zoom in', 'Zoom out'],
    ['&Zoom in', 'Zoom &out'],
  ],
  [
    ['Über Latchkey', 'Öffnen'],
    ['About Latchkey', 'Open'],
    ['Über &Latchkey', 'Ö&ffnen'],
  ],
  [
    ['ファイル', '編集', '設定…'],
    ['File', 'Edit', 'Settings…'],
    ['ファイル(&F)', '編集(&E)', '設定(&S)…'],
  ],
  [
    ['Latchkeyについて', 'ログ'],
    ['About Latchkey', 'Logs'],
    ['&Latchkeyについて', 'ログ(&O)'],
  ],
  [
    ['x', 'x', 'x'],
    ['x', 'x', 'x'],
    ['&x', 'x', 'x'],
  ],
])('%j are marked as %j', (labels, english, marked) => {
  expect(labelsOf(withMnemonics(items(...labels), items(...english)))).toEqual(marked);
});

test('leaves out what has a name of its own, no label, or is hidden', () => {
  const own: Item[] = [
    { type: 'separator' },
    { id: 'connection:1', label: 'A && b' },
    { label: 'Hidden', visible: false },
    { label: 'Help' },
  ];
  expect(labelsOf(withMnemonics(own, own))).toEqual([undefined, 'A && b', 'Hidden', '&Help']);
});

test('marks each submenu for itself', () => {
  const own: Item[] = [{ label: 'File', submenu: [{ label: 'Find' }, { label: 'Forward' }] }];
  expect(labelsOf(withMnemonics(own, own)[0]?.submenu as Item[])).toEqual(['&Find', 'F&orward']);
});

test('a user’s text marks nothing', () => {
  expect(plainLabel('Fish & Chips')).toBe('Fish && Chips');
});
