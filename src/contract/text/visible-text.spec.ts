import { describe, expect, it, test } from 'vitest';
import { isTyped, nameToType, trimInvisible, visibleText, withoutInvisible } from './visible-text';

const family = '👨\u200d👩\u200d👧';

describe('typed names', () => {
  it.each([
    ['Blue  Team', 'Blue Team'],
    ['Blue Team', 'Blue  Team'],
    ['Blue\u00a0Team', 'Blue Team'],
    ['Blue\u3000Team', 'Blue Team'],
    ['Blue\tTeam', 'Blue Team'],
    ['Blue\r\nTeam', 'Blue Team'],
    ['Blue\x85Team', 'Blue Team'],
    [' \u2003Blue Team\ufeff ', 'Blue Team'],
    ['Blue\u200b Team', 'Blue Team'],
    ['Bl\u00adue\u2060 Te\u200dam', 'Blue Team'],
    ['\u202eBlue Team\u202c', 'Blue Team'],
    ['Blue \u200b Team', 'Blue Team'],
    ['Blue\0 Te\x1bam', 'Blue Team'],
    ['Café', 'Cafe\u0301'],
    ['Cafe\u200d\u0301', 'Café'],
    ['שלום\u200f', 'שלום'],
    [`The ${family}s`, 'The 👨👩👧s'],
    ['\ufe0f❤\ufe0f', '❤'],
  ])('%j is %j', (name, typed) => {
    expect([isTyped(typed, name), isTyped(name, typed)]).toEqual([true, true]);
  });

  it.each([
    ['Blue Team', 'BlueTeam'],
    ['Blue Team', 'blue team'],
    ['Blue Team', 'Blue Tеam'],
    ['Blue Team', ''],
    ['Blue Team', 'Blue Team 2'],
    ['Ｂlue', 'Blue'],
    ['', ''],
    ['\u200b', ''],
    [' \u2800', ' \u2800'],
  ])('%j isn’t %j', (name, typed) => {
    expect(isTyped(typed, name)).toBe(false);
  });
});

test.each([
  ['Blue  Team', 'Blue Team'],
  ['', 'id-1'],
  ['   ', 'id-1'],
  ['\u200b\u2060', 'id-1'],
  ['\u3164', 'id-1'],
  ['\u2800\u00a0', 'id-1'],
  ['\x00', 'id-1'],
  [null, 'id-1'],
  [undefined, 'id-1'],
])('a thing called %j is confirmed with %j, and that can be typed', (name, expected) => {
  const asked = nameToType(name, 'id-1');
  expect([asked, isTyped(asked, asked)]).toEqual([expected, true]);
});

it('keeps what can be seen', () => {
  expect(visibleText('  Ada  Lovelace ')).toBe('Ada Lovelace');
});

it.each([
  ['\u200B a\u200Bb \uFEFF', 'ab', 'a\u200Bb'],
  ['\u202Aa b\u202C', 'a b', 'a b'],
  ['\u00AD\u2060', '', ''],
])('removes what has no picture from %j, everywhere or at the ends', (text, without, trimmed) => {
  expect(withoutInvisible(text).trim()).toBe(without);
  expect(trimInvisible(text)).toBe(trimmed);
});
