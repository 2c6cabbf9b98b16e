/** How large the scripts of the windows are, and what they need, in the build. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importsOf } from '../support/imports';

const folder = join(import.meta.dirname, '../../out/renderer/assets');
const maxKilobytes = 300;

/** The screen's own, one of each layer, and the first one, which is there. */
const maxNeeded = 7;

const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));

test(`no script has more than ${maxKilobytes} kB`, () => {
  const kilobytes = (name: string) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1000;
  expect(scripts.length).toBeGreaterThan(50);
  expect(scripts.filter((name) => kilobytes(name) > maxKilobytes)).toEqual([]);
});

/** The imports of each script, by its name. */
const imports = new Map(
  scripts.map((name) => [
    name,
    importsOf(name, readFileSync(join(folder, name), 'utf8')).map(({ to, late }) => ({ name: `${to}.js`, late })),
  ]),
);

/** Returns the scripts that must have run before a script does. */
function neededBefore(name: string, found = new Set<string>()): Set<string> {
  for (const needed of imports.get(name) ?? []) {
    if (needed.late || found.has(needed.name)) continue;
    found.add(needed.name);
    neededBefore(needed.name, found);
  }
  return found;
}

test(`a script that is loaded later needs at most ${maxNeeded} with itself`, () => {
  const later = new Set([...imports.values()].flatMap((all) => all.flatMap(({ name, late }) => (late ? [name] : []))));
  expect(later.size).toBeGreaterThan(30);
  expect([...later].filter((name) => neededBefore(name).size + 1 > maxNeeded)).toEqual([]);
});

test('no script needs one that needs it, because what it needs would not have run', () => {
  expect(scripts.filter((name) => neededBefore(name).has(name))).toEqual([]);
});
