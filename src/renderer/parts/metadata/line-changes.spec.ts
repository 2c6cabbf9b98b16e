import { describe, expect, it } from 'vitest';
import { lineChanges } from './line-changes';

const text = (value: unknown) => JSON.stringify(value, null, 2);
const none = { changed: [], removedBefore: [] };

describe('the changed lines', () => {
  const saved = { plan: 'free', seats: 5, crm: { owner: 'ada' }, flags: ['beta'] };

  it.each([
    ['nothing', saved, none],
    ['a value', { ...saved, seats: 12 }, { changed: [3], removedBefore: [] }],
    ['two values', { ...saved, plan: 'team', flags: ['beta', 'billing'] }, { changed: [2, 9], removedBefore: [] }],
    ['a new last key', { ...saved, limit: 1 }, { changed: [10], removedBefore: [] }],
    ['a new first key', { first: 1, ...saved }, { changed: [2], removedBefore: [] }],
    ['a removed key', { seats: 5, crm: { owner: 'ada' }, flags: ['beta'] }, { changed: [], removedBefore: [2] }],
    ['a removed last key', { plan: 'free', seats: 5, crm: { owner: 'ada' } }, { changed: [], removedBefore: [7] }],
  ])('are those of %s', (_what, value, expected) => {
    expect(lineChanges(text(saved), text(value))).toEqual(expected);
  });

  it.each([
    ['', '', none],
    ['', '{\n  "a": 1\n}', { changed: [1, 2, 3], removedBefore: [] }],
    ['{\n  "a": 1\n}', '', { changed: [], removedBefore: [1] }],
    ['{\n  "a": 1\n}', '{\n      "a": 1,  \n}', none],
    ['a\nb', 'a', { changed: [], removedBefore: [2] }],
    ['a\nb\nc', 'x\nb\ny', { changed: [1, 3], removedBefore: [] }],
    ['a\na\na', 'a', { changed: [], removedBefore: [2] }],
    ['a\nb\na', 'b\na\nb', { changed: [3], removedBefore: [1] }],
  ])('of %j and %j are found', (before, after, expected) => {
    expect(lineChanges(before, after)).toEqual(expected);
  });
});

it('finds changes far apart in a large text without comparing all lines', () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `  "key ${n}": ${n},`);
  const edited = lines.with(5, '  "key 5": true,').with(99_990, '  "key 99990": true,');
  expect(lineChanges(lines.join('\n'), edited.join('\n')).changed).toEqual([6, 99_991]);
});
