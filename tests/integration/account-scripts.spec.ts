/** What the screens of the account load, in the build. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patterns } from '#window/routes.ts';
import { type BuiltScript, reachedScripts, readBuiltPage, readBuiltScripts, scriptsOfPage } from '../support/program/built-scripts';
import { importsOf, sourceFiles } from '../support/program/imports';

const root = join(import.meta.dirname, '../..');
const maxKilobytes = 120;

const chunks = readBuiltScripts();

/** Returns the chunk that starts with a module of the renderer. */
function chunkOf(module: string): string {
  const name = posix.basename(module);
  const found = [...chunks.keys()].filter(
    (path) => path.startsWith(`assets/${name}-`) && path.length === `assets/${name}-12345678.js`.length,
  );
  if (found[0] === undefined || found.length > 1) throw new Error(`The build has ${found.length} chunks of ${module}.`);
  return found[0];
}

/** Returns the modules that a table of the renderer loads on demand. */
function lateModules(path: string): string[] {
  return importsOf(path, readFileSync(join(root, path), 'utf8')).flatMap(({ to, late }) => (late ? [to] : []));
}

const fixed = (chunk: BuiltScript) => chunk.fixed;
const everything = (chunk: BuiltScript) => [...chunk.fixed, ...chunk.late];

/** What every window has loaded by the time it is idle: the parts of the frame are one chunk. */
const loaded = reachedScripts(chunks, [...scriptsOfPage(readBuiltPage()), chunkOf('app/frame')], fixed);

/** The editor of metadata and the map of locations, each loaded only where it is shown. */
const separate = new Set(['parts/metadata/json-editor', 'ui/map/world-map'].map(chunkOf));

const screenModules = sourceFiles(root, 'src/renderer/areas')
  .filter((path) => path.endsWith('/area.ts'))
  .flatMap(lateModules)
  // The start screen is in the first script.
  .filter((module) => module.includes('/areas/') && !module.endsWith('/first-run-screen'));
const accountFolders = ['account', 'teams/own', 'teams/received'];
const isOfAccount = (module: string) => accountFolders.some((folder) => module.includes(`/areas/${folder}`));
const accountScreens = screenModules.filter(isOfAccount);

/** Returns what screens load beyond that, with every dialog, without the editor and the map. */
function loadedBy(modules: readonly string[], isExcluded = (_path: string) => false): Set<string> {
  return reachedScripts(chunks, modules.map(chunkOf), everything, (path) => loaded.has(path) || separate.has(path) || isExcluded(path));
}

const kilobytes = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + (chunks.get(path)?.bytes ?? 0), 0) / 1000;

test('every part of the frame is in its chunk', () => {
  const parts = lateModules('src/renderer/app/startup/parts.ts').map((module) => posix.basename(module));
  expect(parts.length).toBeGreaterThan(10);
  expect([...chunks.keys()].filter((path) => parts.some((part) => path.startsWith(`assets/${part}-`)))).toEqual([]);
});

describe('the account', () => {
  test('has all its screens in the list of this spec', () => {
    const screens = Object.values(patterns).filter((pattern) => pattern.includes('/account/'));
    expect(accountScreens).toHaveLength(screens.length);
  });

  test('is no part of what every window loads', () => {
    const early = accountScreens.map(chunkOf).filter((path) => loaded.has(path));
    expect(early).toEqual([]);
  });

  test('loads the editor and the map only where they are shown', () => {
    const withScreens = reachedScripts(chunks, [...loaded, ...accountScreens.map(chunkOf)], fixed);
    expect([...separate].filter((path) => withScreens.has(path))).toEqual([]);
  });

  test(`has at most ${maxKilobytes} kB of its own, besides the libraries that it shares with other areas`, () => {
    const others = loadedBy(screenModules.filter((module) => !isOfAccount(module)));
    const own = kilobytes(loadedBy(accountScreens, (path) => others.has(path)));
    expect(own).toBeGreaterThan(10);
    expect(own).toBeLessThanOrEqual(maxKilobytes);
  });

  test.each(accountScreens)(`${maxKilobytes} kB suffice to open %s and its dialogs`, (module) => {
    const bytes = kilobytes(loadedBy([module]));
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(maxKilobytes);
  });
});
