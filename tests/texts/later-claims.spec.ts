/** Each claim of the reference about later releases is covered by a test that `tests/fixtures/wire/later-claims.json` names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import named from '../fixtures/wire/later-claims.json';
import { type ClaimEntry, claimEntries, claimErrors, claimsIn, hasTest } from '../support/program/wire-claims';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);

/** The corrections of the baseline are not about later releases. */
const pages: readonly (readonly [page: string, wants?: (section: string) => boolean])[] = [
  ['newer'],
  ['later'],
  ['hexclave'],
  ['corrections', (section) => section !== '2.8.4'],
];
const claims = pages.flatMap(([page, wants]) => claimsIn(page, read(`docs/wire/${page}.md`) ?? '', wants));
const entries = claimEntries.parse(named);

it('names a test or a reason for each claim, and only what is there', () => {
  expect(claims.length).toBeGreaterThan(200);
  expect(claimErrors(claims, entries, read)).toEqual([]);
});

it('leaves few claims to a reason alone', () => {
  const unheld = entries.filter(({ specs, app }) => specs === undefined && app === undefined);
  expect(unheld.length).toBeLessThanOrEqual(4);
});

describe('a page', () => {
  const claimsOf = (...lines: readonly string[]) => claimsIn('page', lines.join('\n')).map(({ section, text }) => [section, text]);

  test('has a claim for each row, item, and paragraph, on one line', () => {
    expect(
      claimsOf(
        '# Page',
        'Where it is from.',
        '## 1. One',
        'A paragraph',
        'of two lines.',
        '',
        '| Since | Change |',
        '|---|---|',
        '| 2.8.5 | first |',
        '| 2.8.6 | second |',
        '### 1.1 Below',
        '- an item',
        '  of two lines',
        '- another',
        '',
        'After  it.',
      ),
    ).toEqual([
      ['1', 'A paragraph of two lines.'],
      ['1', '| 2.8.5 | first |'],
      ['1', '| 2.8.6 | second |'],
      ['1.1', 'an item of two lines'],
      ['1.1', 'another'],
      ['1.1', 'After it.'],
    ]);
  });

  test('has none in sections without a number', () => {
    expect(claimsOf('## 1. One', 'a', '## Unverified', '- b', '## 2.8.5', 'c')).toEqual([
      ['1', 'a'],
      ['2.8.5', 'c'],
    ]);
  });

  test('has those of the wanted sections', () => {
    expect(claimsIn('page', '## 1. One\na\n## 2. Two\nb', (section) => section === '2')).toEqual([
      { page: 'page', section: '2', text: 'b' },
    ]);
  });
});

describe('the check', () => {
  const sample = [
    { page: 'p', section: '1', text: 'Users are listed.' },
    { page: 'p', section: '1', text: 'Users are kept.' },
  ];
  const source = "it('lists users', run); it.each([\n  ['a'],\n])(\n  `keeps %s`, run);";
  const files = (file: string) => (file === 'a.spec.ts' ? source : null);
  const entry = (claim: string, more: Partial<ClaimEntry> = {}): ClaimEntry => ({
    page: 'p',
    section: '1',
    claim,
    specs: { 'a.spec.ts': ['lists'] },
    ...more,
  });
  const kept = entry('Users are kept', { specs: { 'a.spec.ts': ['keeps %s'] } });

  test('accepts one entry for each claim', () => {
    expect(claimErrors(sample, [entry('Users are listed'), kept], files)).toEqual([]);
    const reasoned: ClaimEntry = { page: 'p', section: '1', claim: 'Users are listed', reason: 'It can’t be.' };
    expect(claimErrors(sample, [reasoned, kept], files)).toEqual([]);
  });

  test.each<[what: string, entries: ClaimEntry[], error: string]>([
    ['a claim without an entry', [kept], 'p 1: 0 entries for “Users are listed.”'],
    ['a claim with two', [entry('Users are listed'), entry('Users are l'), kept], 'p 1: 2 entries for “Users are listed.”'],
    ['an entry whose text is gone', [entry('Users are listed'), kept, entry('Teams')], 'p 1: “Teams” is the beginning of 0 claims'],
    [
      'an entry of another section',
      [entry('Users are listed', { section: '2' }), kept],
      'p 2: “Users are listed” is the beginning of 0 claims',
    ],
    ['an entry for two claims', [entry('Users are ')], 'p 1: “Users are ” is the beginning of 2 claims'],
    ['a file that is gone', [entry('Users are l', { specs: { 'b.spec.ts': ['x'] } }), kept], 'p 1: “Users are l”: no file b.spec.ts'],
    [
      'a test that is gone',
      [entry('Users are l', { specs: { 'a.spec.ts': ['lists teams'] } }), kept],
      'p 1: “Users are l”: no test “lists teams” in a.spec.ts',
    ],
    [
      'a test of the app that is gone',
      [entry('Users are l', { app: { 'a.spec.ts': ['shows'] } }), kept],
      'p 1: “Users are l”: no test “shows” in a.spec.ts',
    ],
  ])('refuses %s', (_what, given, error) => {
    expect(claimErrors(sample, given, files)).toContain(error);
  });

  test('refuses an entry that names nothing, and a list of titles that is empty', () => {
    const bare = { page: 'p', section: '1', claim: 'x' };
    for (const one of [bare, { ...bare, specs: { 'a.spec.ts': [] } }, { ...bare, reason: '' }])
      expect(claimEntries.safeParse([one]).success).toBe(false);
  });

  test.each<[title: string, isThere: boolean]>([
    ['lists users', true],
    ['lists', true],
    ['keeps %s', true],
    ['users', false],
    ['a', false],
  ])('finds the test %j: %s', (title, isThere) => {
    expect(hasTest(source, title)).toBe(isThere);
  });
});
