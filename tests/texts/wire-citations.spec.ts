/** Each citation of the service's reference, such as `wire/flows 9`, points to a section of `docs/wire`. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { citationError, findCitations, readSections, type WireCitation } from '../support/program/wire-citations';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'wire');
const pages = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => [basename(name, '.md'), readSections(readFileSync(join(folder, name), 'utf8'))]),
);

/** These describe the forms, so they contain good and bad ones. */
const examples = ['tests/support/program/wire-citations.ts', 'tests/texts/wire-citations.spec.ts'];

const files = ['src', 'tests', 'scripts'].flatMap((start) =>
  readdirSync(join(root, start), { recursive: true, encoding: 'utf8' })
    .map((name) => join(start, name))
    .filter((name) => /\.(?:tsx?|mjs|css)$/.test(name) && !examples.includes(name)),
);

const found = files.map((file) => ({ file, ...findCitations(readFileSync(join(root, file), 'utf8')) }));

it('finds at least 250 citations', () => {
  expect(found.flatMap(({ citations }) => citations).length).toBeGreaterThan(250);
});

it('cites only sections and releases that exist', () => {
  const errors = found.flatMap(({ file, citations }) =>
    citations.map((citation) => [file, citation.text, citationError(citation, pages)]).filter(([, , error]) => error !== null),
  );
  expect(errors).toEqual([]);
});

it('uses one form for citations', () => {
  expect(found.flatMap(({ file, malformed }) => malformed.map((text) => `${file}: ${text}`))).toEqual([]);
});

describe('the parser', () => {
  test.each<[string, string, string[]]>([
    ['/** Codes (wire/flows 9). */', 'flows', ['9']],
    ['/** Codes (wire/endpoints 4.1 and 4.2). */', 'endpoints', ['4.1', '4.2']],
    ['/** Codes of wire/conventions 3, 6, 7, and 9.2. */', 'conventions', ['3', '6', '7', '9.2']],
    ['/** Codes (wire/flows 1 to 3). */', 'flows', ['1', '3']],
    ["const source = 'wire/newer 2.1 and 2.2, 2.8.59: text';", 'newer', ['2.1', '2.2', '2.8.59']],
    ["const source = 'wire/newer 2.3, 2.8.17–2.8.29';", 'newer', ['2.3', '2.8.17']],
    ['/** Two lines (wire/corrections\n * 2.8.86). */', 'corrections', ['2.8.86']],
    ['// Two lines: wire/limits\n  // 3.', 'limits', ['3']],
    ['/** Rules (wire/flows 4.3, the form up to 2.8.32). */', 'flows', ['4.3']],
  ])('reads %j', (source, page, numbers) => {
    const { citations, malformed } = findCitations(source);
    expect(citations.map((citation) => [citation.page, citation.numbers])).toEqual([[page, numbers]]);
    expect(malformed).toEqual([]);
  });

  test.each([
    'Codes (flows 9).',
    'Codes (wire flows 9).',
    'Codes (flows.md 9).',
    'Codes, limits.md section 1.',
    'Codes (wire README 2.1).',
    "source: 'corrections, 2.8.86: keys'",
    'Codes (wire/flows).',
    'Codes (wire/flows.md 9).',
    'Codes (wire/flows section 9).',
    'Codes (wire/flows 9b).',
  ])('refuses %j', (source) => {
    const { citations, malformed } = findCitations(source);
    expect([citations.length, malformed.length]).toEqual([0, 1]);
  });

  test.each([
    "import calls from '../../../tests/fixtures/wire/calls.json';",
    'See docs/wire/flows.md.',
    'const limits = 9;',
    'Opens at most 3 flows, then 9.',
    'Releases newer than 2.8.4, and newer 2.8.59 servers.',
    'const endpoints: number[] = [1, 2];',
  ])('ignores %j', (source) => {
    expect(findCitations(source)).toEqual({ citations: [], malformed: [] });
  });
});

describe('the check', () => {
  const sample = new Map([
    ['flows', readSections('# Flows\n## 1. Tokens\n### 1.1 Access\nfrom 2.8.34 on\n## 2. MFA\n2.8.4\n## Unverified\n2.8.9')],
  ]);
  const cite = (page: string, ...numbers: string[]): WireCitation => ({ text: '', page, numbers });

  test.each([
    cite('flows', '1'),
    cite('flows', '1.1', '2'),
    cite('flows', '1.1', '2.8.34'),
    cite('flows', '1', '2.8.34'),
    cite('flows', '1', '2', '2.8.4'),
  ])('accepts %j', (citation) => {
    expect(citationError(citation, sample)).toBeNull();
  });

  test.each([
    cite('pages', '1'),
    cite('flows', '3'),
    cite('flows', '1.2'),
    cite('flows', '2', '2.8.34'),
    cite('flows', '1.1', '2.8.3'),
    cite('flows', '2', '2.8.9'),
    cite('flows', '2.8.34'),
  ])('rejects %j', (citation) => {
    expect(citationError(citation, sample)).not.toBeNull();
  });
});
