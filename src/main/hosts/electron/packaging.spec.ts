/** What the packaged program may not do is written into its binary: every fuse, each by a decision. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { expect, test } from 'vitest';
import { fuses } from '../../../../scripts/lib/after-pack.mjs';
import { packageClosure } from '../../../../scripts/lib/package-closure.mjs';
import { readImports } from '../../../../tests/support/imports';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';

const root = join(import.meta.dirname, '../../../..');
const names = Object.values(FuseV1Options).filter((value): value is keyof typeof FuseV1Options => typeof value === 'string');

function named(values: Readonly<Record<number, boolean>>): Record<string, boolean | undefined> {
  return Object.fromEntries(names.map((name) => [name, values[FuseV1Options[name]]]));
}

test('every fuse that there is has its value', () => {
  expect(named(fuses(false))).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
});

test('the build that tests may drive differs by the inspector only', () => {
  expect(named(fuses(true))).toEqual({ ...named(fuses(false)), EnableNodeCliInspectArguments: true });
});

test('the package holds what runs and no entry of the command line, and calls the hook that writes the fuses', () => {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  for (const line of ['afterPack: ./scripts/lib/after-pack.mjs', "'!out/main/browser.js'", 'asar: true', 'schemes: [latchkey]'])
    expect(config).toContain(line);
  const hook = readFileSync(join(root, 'scripts/lib/after-pack.mjs'), 'utf8');
  expect(hook).toContain('strictlyRequireAllFuses: true');
});

test('what the sandbox’s process needs lies beside the archive, and what that needs in turn', () => {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const unpacked = new Set([...config.matchAll(/node_modules\/\{(.+)\}/g)].flatMap(([, names = '']) => names.split(',')));
  const imported = [...readImports(root, 'src/sandbox'), ...readImports(root, 'src/contract')].filter(({ typeOnly }) => !typeOnly);
  // What only specs' helpers import is not packed.
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = new Set(imported.map(({ to }) => to).filter((to) => Object.hasOwn(dependencies, to)));
  expect([...packages]).toEqual(expect.arrayContaining(['libsql', 'zod', '@simplewebauthn/server']));
  const { found, missing } = packageClosure(packages, root);
  expect(missing).toEqual([]);
  const topmost = found.map((place) => relative(join(root, 'node_modules'), place).split(sep)[0] ?? '');
  expect([...new Set(topmost)].filter((name) => !unpacked.has(name))).toEqual([]);
});

test('a package is looked for where Node would, and named when it is nowhere', async () => {
  const folder = await temporaryFolder();
  const install = async (place: string, dependencies: Record<string, string> = {}) => {
    const path = join(folder, ...place.split('/').flatMap((name) => ['node_modules', name]));
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'package.json'), JSON.stringify({ dependencies, optionalDependencies: { extra: '1' } }));
    return path;
  };
  const places = [await install('a', { b: '1', c: '1', gone: '1' }), await install('a/b', { a: '1' }), await install('c', { b: '1' })];
  const { found, missing } = packageClosure(['a'], folder);
  expect(found.sort()).toEqual(places.sort());
  expect(missing.sort()).toEqual(['b', 'gone']);
});
