import { expect, test } from 'vitest';
import { createKnownValues } from './known-values';

const known = createKnownValues();
for (const value of [
  'Ada Lovelace',
  'Ada',
  'Jo',
  'O’Brien',
  '(Grace) Hopper',
  'José',
  '山田太郎',
  'Köln',
  'X Æ A-12',
  'İstanbul',
  '  ',
  '+49 151 2345',
])
  known.add(value);

test.each([
  ['Ada Lovelace', '••••••'],
  ['ADA LOVELACE', '••••••'],
  [' Ada ', '••••••'],
  ['Delete Ada Lovelace?', 'Delete ••••••?'],
  ['Ada Lovelace, Ada, and Ada’s team', '••••••, ••••••, and ••••••’s team'],
  ['Jo', '••••••'],
  ['O’Brien left', '•••••• left'],
  ['by (Grace) Hopper.', 'by ••••••.'],
  ['Jose\u0301', '••••••'],
  ['山田太郎さんを削除しますか?', '••••••さんを削除しますか?'],
  ['Köln, Deutschland', '••••••, Deutschland'],
  ['call X Æ A-12', 'call ••••••'],
  ['İstanbul, Ada Lovelace', '••••••, ••••••'],
  ['+49 151 2345', '••••••'],
  ['Ada Lovelace (ada@analytical.example)', '•••••• (••••••)'],
])('%s', (text, shown) => {
  expect(known.conceal(text)).toBe(shown);
});

test.each(['Adamant', 'Join', 'Canada', 'Jo joined', 'Lovelace', '', ' ', '•••', 'Kölner', '…'])('%j stays', (text) => {
  expect(known.conceal(text)).toBe(text);
});

test('says whether a value is new', () => {
  const own = createKnownValues();
  expect([own.add('Ada'), own.add('ada '), own.add(''), own.add('Grace')]).toEqual([true, false, false, true]);
});

test('many values in a long text don’t take long', () => {
  const own = createKnownValues();
  for (let number = 0; number < 20_000; number += 1) own.add(`Person ${number} of ${number % 7}`);
  expect(own.conceal('Person 19999 of 0 and nothing else '.repeat(20))).toContain('••••••');
});
