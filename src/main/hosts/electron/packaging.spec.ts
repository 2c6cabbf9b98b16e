/** Checks the fuses and the contents of the packaged app. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { expect, test } from 'vitest';
import { checkWorkers, fuses } from '../../../../scripts/lib/after-pack.mjs';
import { packConfig } from '../../../../scripts/lib/pack-config.mjs';
import { packageClosure } from '../../../../scripts/lib/package-closure.mjs';
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

test('calls the hook that writes the fuses and checks the workers, and rejects a fuse without a chosen value', () => {
  expect(packConfig(false).afterPack).toBe('./scripts/lib/after-pack.mjs');
  expect(readFileSync(join(root, 'scripts/lib/after-pack.mjs'), 'utf8')).toContain('strictlyRequireAllFuses: true');
});

test('only the released build is registered for links', () => {
  expect(packConfig(false).protocols).toEqual([{ name: 'Latchkey', schemes: ['latchkey'] }]);
  expect(packConfig(true)).not.toHaveProperty('protocols');
});

test('the desktop finds the window that belongs to an entry by the name of both', () => {
  for (const isAutomation of [false, true]) {
    const { linux, extraMetadata } = packConfig(isAutomation);
    expect(extraMetadata).toMatchObject({ desktopName: `${linux?.executableName}.desktop` });
    expect(linux?.syncDesktopName).toBe(true);
  }
});

test.each<[what: string, files: Record<string, string>, complaint: string | null]>([
  ['a worker that needs nothing', { 'out/main/a-worker.js': 'import { join } from "node:path";' }, null],
  ['no worker', { 'out/main/.keep': '' }, 'Only workers may be outside the archive. Found: .keep.'],
  ['a file of the main process', { 'out/main/a-worker.js': '', 'out/main/index.js': '' }, 'Found: index.js.'],
  ['a package left inside', { 'out/main/a-worker.js': 'import Libsql from "libsql";' }, '(asarUnpack): libsql.'],
  ['a scoped one', { 'out/main/a-worker.js': 'import x from "@scope/name/deep";' }, '(asarUnpack): @scope/name.'],
  [
    'a library tried later',
    { 'out/main/a-worker.js': 'const { a } = await import("@napi-rs/keyring");' },
    '(asarUnpack): @napi-rs/keyring.',
  ],
  ['a library tried later that is not installed', { 'out/main/a-worker.js': 'await import("no-such-library")' }, null],
  ['a package that lies there', { 'out/main/a-worker.js': 'import a from "a";', 'node_modules/a/package.json': '{}' }, null],
  [
    'one that needs another',
    { 'out/main/a-worker.js': 'import a from "a";', 'node_modules/a/package.json': '{"dependencies":{"b":"1"}}' },
    ': b.',
  ],
])('beside the archive: %s', async (_what, files, complaint) => {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  if (complaint === null) checkWorkers(folder);
  else expect(() => checkWorkers(folder)).toThrow(complaint);
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
