/** The links of the documentation work: each link, and each file or folder of the project that it names, is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function pages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** Links of a page that are no address of the web, as paths from the root. */
function targetsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const links = [...text.matchAll(/(?:\]\(|src(?:set)?=")([^)#\s"]+)[^)"]*[)"]/g)].flatMap(([, link = '']) =>
    /^\w+:/.test(link) ? [] : [link],
  );
  const named = [...text.matchAll(/`((?:src|tests|scripts|docs|resources)\/[\w./-]+)`/g)].map(([, path = '']) => join(root, path));
  return [...links.map((link) => join(dirname(page), link)), ...named].map((path) => relative(root, path));
}

const beside = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name));

describe.each([...beside, ...pages(join(root, 'docs'))].map((page) => [relative(root, page), page] as const))('%s', (_name, page) => {
  test('has links to what is there', () => {
    expect(targetsOf(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the page on security links to the safety levels', () => {
  expect(targetsOf(join(root, 'docs', 'security.md'))).toContain(join('docs', 'safety-levels.md'));
});
