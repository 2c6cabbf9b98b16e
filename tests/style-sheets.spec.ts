/** What components take from style sheets is there, and is taken: a class that isn't there fails silently. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { importsOf, sourceFiles } from './support/program/imports';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names of the classes in the selectors of a style sheet, without global ones. */
function classesIn(css: string): Set<string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '');
  const selectors = [...plain.matchAll(/([^{}]+)\{/g)].map(([, selector]) => selector ?? '');
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? '')));
}

interface Use {
  /** Classes that are named. */
  readonly names: readonly string[];
  /** Whether further ones are named by a value. */
  readonly isOpen: boolean;
}

/** What a component takes from each style sheet that it imports, by the sheet's path. */
function usesIn(path: string, text: string): Map<string, Use> {
  const sheets = new Map(importsOf(path, text).flatMap(({ name, to }) => (name.endsWith('.module.css') ? [[name, to]] : [])));
  return new Map(
    [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].map(([, binding = '', sheet = '']) => {
      const body = text.replace(/^import [^;]*;$/gm, '');
      const names = [...body.matchAll(new RegExp(`\\b${binding}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? '');
      return [sheets.get(sheet) ?? sheet, { names, isOpen: body.includes(`${binding}[`) }];
    }),
  );
}

const uses = sourceFiles(root, 'src/renderer').flatMap((path) =>
  [...usesIn(path, read(path))].map(([sheet, use]) => ({ path, sheet, ...use })),
);
const sheets = readdirSync(join(root, 'src/renderer'), { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join('src/renderer', name.replaceAll('\\', '/')))
  .filter((name) => name.endsWith('.module.css'));

it('names only classes that the style sheet has', () => {
  expect(uses.length).toBeGreaterThan(100);
  const missing = uses.flatMap(({ path, sheet, names }) => {
    const known = classesIn(read(sheet));
    return names.filter((name) => !known.has(name)).map((name) => `${path}: ${name} of ${sheet}`);
  });
  expect(missing).toEqual([]);
});

it('has no class that nothing names', () => {
  const unused = sheets.flatMap((sheet) => {
    const of = uses.filter((use) => use.sheet === sheet);
    if (of.some(({ isOpen }) => isOpen)) return [];
    const named = new Set(of.flatMap(({ names }) => names));
    return [...classesIn(read(sheet))].filter((name) => !named.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

describe('the check', () => {
  test.each([
    ['.a { color: red; } .b:hover, .a > .c { margin: 0.5px; }', ['a', 'b', 'c']],
    ['/* .no { } */ :global(.dark) .d { } @media (width > 1.5em) { .e { } }', ['d', 'e']],
  ])('finds the classes in %j', (css, names) => {
    expect([...classesIn(css)].sort()).toEqual(names);
  });

  test('finds what a component names', () => {
    const text = "import styles from './a.module.css';\nimport card from '#ui/b.module.css';\nexport const x = [styles.one, card[two]];\n";
    expect([...usesIn('src/renderer/app/x.tsx', text)]).toEqual([
      ['src/renderer/app/a.module.css', { names: ['one'], isOpen: false }],
      ['src/renderer/ui/b.module.css', { names: [], isOpen: true }],
    ]);
  });
});
