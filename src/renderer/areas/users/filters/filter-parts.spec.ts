import { describe, expect, it } from 'vitest';
import { parseQueryText } from '#contract/query/query-parser.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import { alternativesOf, fixedBy, partOf, partsOf, searchedQuery, withPart } from './filter-parts';

const query = (text: string) => parseQueryText(text) as UserQuery;

describe('the parts of a query', () => {
  it.each([
    ['', []],
    ['verified:no', ['verified:no']],
    ['verified:no country:DE', ['verified:no', 'country:DE']],
    ['verified:no (country:DE or a)', ['verified:no', 'country:DE or a']],
    ['verified:no or country:DE', ['verified:no or country:DE']],
  ])('of %j', (text, parts) => {
    expect(partsOf(query(text)).map(toQueryText)).toEqual(parts);
  });

  it.each([
    ['verified:no country:DE', 0, 'verified:yes', 'verified:yes country:DE'],
    ['verified:no country:DE', 1, null, 'verified:no'],
    ['verified:no', 0, null, ''],
    ['verified:no', 1, 'country:DE or a', 'verified:no (country:DE or a)'],
    ['', 0, 'verified:no', 'verified:no'],
  ])('of %j, %i is replaced by %j', (text, at, part, expected) => {
    expect(toQueryText(withPart(query(text), at, part === null ? null : query(part)))).toBe(expected);
  });

  it.each([
    ['verified:no', 1],
    ['not verified:no', 1],
    ['verified:no or not country:DE', 2],
    ['not (verified:no or country:DE)', null],
    ['a or (b c)', null],
  ])('%j has alternatives: %j', (text, count) => {
    const alternatives = alternativesOf(query(text));
    expect(alternatives?.length ?? null).toBe(count);
    if (alternatives !== null) expect(toQueryText(partOf(alternatives))).toBe(text);
  });
});

describe('a search', () => {
  it.each([
    ['', 'verified:no'],
    [' ada  lovelace ', 'ada lovelace verified:no'],
    ['"ada lovelace"', '"ada lovelace" verified:no'],
    ['verified:yes', '"verified:yes" verified:no'],
    ['ada ada', 'ada verified:no'],
    ['Ada Lovelace <ada@example.com>', 'ada@example.com verified:no'],
  ])('for %j', (text, expected) => {
    expect(toQueryText(searchedQuery(text, query('verified:no')))).toBe(expected);
  });
});

it.each([
  ['verified:no restricted:yes', true, true],
  ['not verified:yes', true, false],
  ['verified:no or country:DE', false, false],
  ['verified:yes restricted:no', false, false],
])('%j fixes what badges say', (text, isUnverified, isRestricted) => {
  expect(fixedBy(query(text))).toEqual({ isUnverified, isRestricted });
});
