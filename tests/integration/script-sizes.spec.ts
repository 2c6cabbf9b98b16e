/** How large the scripts of the windows are, and what they need, in the build. */
import { expect, test } from 'vitest';
import { reachedScripts, readBuiltScripts } from '../support/program/built-scripts';

const maxKilobytes = 300;

/** The screen's own, one of each layer, and the first one, which is there. */
const maxNeeded = 7;

const scripts = readBuiltScripts();
const paths = [...scripts.keys()];

/** Returns the scripts that must have run before a script does. */
function neededBefore(path: string): Set<string> {
  return reachedScripts(scripts, scripts.get(path)?.fixed ?? [], ({ fixed }) => fixed);
}

test(`no script has more than ${maxKilobytes} kB`, () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => (scripts.get(path)?.bytes ?? 0) / 1000 > maxKilobytes)).toEqual([]);
});

test(`a script that is loaded later needs at most ${maxNeeded} with itself`, () => {
  const later = new Set([...scripts.values()].flatMap(({ late }) => late));
  expect(later.size).toBeGreaterThan(30);
  expect([...later].filter((path) => neededBefore(path).size + 1 > maxNeeded)).toEqual([]);
});

test('no script needs one that needs it, because what it needs would not have run', () => {
  expect(paths.filter((path) => neededBefore(path).has(path))).toEqual([]);
});
