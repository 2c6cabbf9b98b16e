/** Each release that the pages about later releases name is one that the sandbox distinguishes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { featureSince } from '#contract/features.ts';
import { behaviors } from '#sandbox/releases/behaviors.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = ['newer', 'later', 'hexclave'] as const;
const textOf = (page: string) => readFileSync(join(root, 'docs', 'wire', `${page}.md`), 'utf8');

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
  '2.8.57': 'the first client that is told the release',
};

describe.each(pages)('docs/wire/%s.md', (page) => {
  it('names only releases at which something changes, or that are listed with the reason', () => {
    expect(releasesIn(textOf(page)).filter((release) => !told.has(release) && !(release in withoutChange))).toEqual([]);
  });
});

it('lists no release at which something changes', () => {
  expect(Object.keys(withoutChange).filter((release) => told.has(release))).toEqual([]);
});

test('releases are found in a table, each once', () => {
  expect(releasesIn('| 2.8.34 | a |\n| 2.8.34–2.8.41 | b, not 1.2.8.5 |')).toEqual(['2.8.34', '2.8.41']);
});
