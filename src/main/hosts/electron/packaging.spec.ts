/** Checks the fuses and the contents of the packaged app. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { expect, test } from 'vitest';
import { writeDistribution } from '#tests/support/electron/distribution.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { checkWorkers } from '../../../../scripts/lib/packaging/after-pack.mjs';
import { nativePackages } from '../../../../scripts/lib/packaging/both-architectures.mjs';
import { fuses, writeFuses } from '../../../../scripts/lib/packaging/fuses.mjs';
import { packConfig } from '../../../../scripts/lib/packaging/pack-config.mjs';
import { packageClosure } from '../../../../scripts/lib/packaging/package-closure.mjs';

const root = join(import.meta.dirname, '../../../..');
const names = Object.values(FuseV1Options).filter((value): value is keyof typeof FuseV1Options => typeof value === 'string');

function named(values: Readonly<Record<number, boolean>>): Record<string, boolean | undefined> {
  return Object.fromEntries(names.map((name) => [name, values[FuseV1Options[name]]]));
}

test('every fuse that there is has its value', () => {
  expect(named(fuses(false))).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: false,
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

test('calls the hook that writes the fuses and checks the workers', () => {
  expect(packConfig(false).afterPack).toBe('./scripts/lib/packaging/after-pack.mjs');
});

test.each([
  ['one fuse too many', '0000000000', 'has 10 fuses but you only provided a config for 9'],
  ['one fuse too few', '00000000', 'WasmTrapHandlers but the fuse wire in this version of Electron is not long enough'],
])('rejects a binary with %s', async (_what, wire, complaint) => {
  const folder = await temporaryFolder();
  await writeDistribution(folder, wire);
  await expect(writeFuses(join(folder, 'electron'), { isAutomation: false, isMac: false })).rejects.toThrow(complaint);
});

test('makes the packages of every system', () => {
  const { linux, mac, win } = packConfig(false);
  expect(linux?.target).toEqual(['deb', 'rpm', 'AppImage', 'tar.gz']);
  expect(mac?.target).toEqual(['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })));
  expect(win?.target).toEqual(['nsis']);
});

test('names a server for updates in signed builds for macOS and Windows only', () => {
  const { mac, win, linux, forceCodeSigning, publish } = packConfig(false, '', 'https://updates.latchkey.example');
  const server = { provider: 'generic', url: 'https://updates.latchkey.example' };
  expect([mac?.publish, win?.publish, linux?.publish, publish, forceCodeSigning]).toEqual([server, server, undefined, null, true]);
  for (const { mac, win, forceCodeSigning } of [packConfig(false), packConfig(true, '', 'https://updates.latchkey.example')])
    expect([mac?.publish, win?.publish, forceCodeSigning]).toEqual([null, null, false]);
});

test('every icon, the entitlements, and other named files are there', () => {
  const { linux, mac, win } = packConfig(false);
  for (const file of [linux?.icon, mac?.icon, mac?.entitlements, mac?.entitlementsInherit, win?.icon])
    expect(existsSync(join(root, String(file))), String(file)).toBe(true);
});

test('contains keytar only if it was compiled for this package, and never what npm made of it', () => {
  const files = (keytar: string) => packConfig(false, keytar).files as string[];
  expect(files('')).toContain('!node_modules/keytar/**');
  expect(packConfig(false, '').extraResources).toEqual([]);
  expect(files('/work')).toContain('!node_modules/keytar/{build,src}/**');
  expect(packConfig(false, '/work').extraResources).toEqual([
    { from: expect.stringMatching(/^\/work\/\$\{arch\}$/), to: 'app.asar.unpacked/node_modules/keytar/build/Release' },
  ]);
});

test('knows the native packages of both architectures of a Mac', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = nativePackages(packages, 'darwin', ['x64', 'arm64']);
  expect(found.map(({ name }) => name)).toEqual([
    '@libsql/darwin-arm64',
    '@libsql/darwin-x64',
    '@napi-rs/keyring-darwin-arm64',
    '@napi-rs/keyring-darwin-x64',
  ]);
  for (const { version } of found) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
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

test('the workflow runs scripts that exist, on all systems', () => {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const used = [...workflow.matchAll(/npm (?:run )?(test[:\w]*|package)\b/g)].map(([, name = '']) => name);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(used));
  expect(new Set(used)).toEqual(new Set(['test', 'test:electron', 'package']));
  for (const system of ['ubuntu', 'macos', 'windows']) expect(workflow).toContain(`${system}-`);
});
