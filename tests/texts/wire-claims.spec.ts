/** What the reference says about later releases is held by specs, and each release that it names is one that the sandbox tells apart. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { featureSince } from '#contract/features.ts';
import { behaviors } from '#sandbox/releases/behaviors.ts';
import { findCitations, readSections } from '../support/wire-citations';

const root = join(import.meta.dirname, '..', '..');
const pages = ['newer', 'later', 'hexclave'] as const;
const textOf = (page: string) => readFileSync(join(root, 'docs', 'wire', `${page}.md`), 'utf8');

const specs = ['src', 'tests'].flatMap((start) =>
  readdirSync(join(root, start), { recursive: true, encoding: 'utf8' })
    .map((name) => join(start, name))
    .filter((name) => name.endsWith('.spec.ts') && !name.includes('tests/texts/wire-')),
);
const cited = new Set(
  specs.flatMap((file) =>
    findCitations(readFileSync(join(root, file), 'utf8')).citations.flatMap(({ page, numbers }) => numbers.map((id) => `${page} ${id}`)),
  ),
);

/** Returns the sections of a page that have no sections of their own. */
function leavesOf(markdown: string): readonly string[] {
  const ids = [...readSections(markdown).keys()];
  return ids.filter((id) => !ids.some((other) => other.startsWith(`${id}.`)));
}

/** Returns the releases up to 2.8.109 that a page names as the first with something. */
function releasesIn(markdown: string): readonly string[] {
  const found = [...markdown.matchAll(/(?<![\d.])2\.8\.(\d{1,3})(?![\d.])/g)].map(([release]) => release);
  return [...new Set(found)];
}

const told = new Set([
  ...Object.values(featureSince),
  ...Object.values(behaviors).flatMap(({ since, ...rest }) => [since, ...('until' in rest ? [rest.until] : [])]),
]);

/** Releases that the pages name, at which nothing changes for the sandbox. */
const withoutChange: Readonly<Record<string, string>> = {
  '2.8.4': 'the first supported release',
  '2.8.10': 'the last one with what 2.8.11 removes',
  '2.8.15': 'the beginning of a section of the page',
  '2.8.29': 'the last one with what 2.8.30 changes',
  '2.8.39': 'by then, all of the claims of 2.8.38 are there',
  '2.8.41': 'the last one with what 2.8.42 changes, and the first client that requires claims',
  '2.8.109': 'the last one of its series',
};

describe.each(pages)('docs/wire/%s.md', (page) => {
  test.each(leavesOf(textOf(page)))('section %s is named by a spec', (id) => {
    expect(cited).toContain(`${page} ${id}`);
  });

  it('names only releases at which something changes, or that are listed with the reason', () => {
    expect(releasesIn(textOf(page)).filter((release) => !told.has(release) && !(release in withoutChange))).toEqual([]);
  });
});

it('lists no release at which something changes', () => {
  expect(Object.keys(withoutChange).filter((release) => told.has(release))).toEqual([]);
});

test('a section without subsections is one to name, and a release is found in a table', () => {
  expect(leavesOf('## 1. One\n\n## 2. Two\n\n### 2.1 A\n\n### 2.2 B\n')).toEqual(['1', '2.1', '2.2']);
  expect(releasesIn('| 2.8.34 | a |\n| 2.8.34–2.8.41 | b, not 1.2.8.5 |')).toEqual(['2.8.34', '2.8.41']);
});
