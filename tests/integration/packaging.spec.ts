/** The app packaged by `npm run package`: everything except Electron's binary is real. */
import { existsSync, readdirSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PackageLicense } from '#contract/bridge/app.ts';
import { version as electronVersion } from '../../node_modules/electron/package.json';
import { devDependencies } from '../../package.json';
import { fuses } from '../../scripts/lib/packaging/fuses.mjs';
import { packApp } from '../../scripts/lib/packaging/pack-app.mjs';
import { writeDistribution } from '../support/electron/distribution';
import { canCompile, headersArchive, serveHeaders } from '../support/electron/headers';
import { launchElectron } from '../support/electron/launch';
import { placeElectron, prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

const work = join(tmpdir(), `latchkey-packaging-${process.pid}`);
const builds = [
  { automation: false, executable: 'latchkey', packed: join(work, 'release') },
  { automation: true, executable: 'latchkey-automation', packed: join(work, 'automation') },
];
const [{ packed: release }] = builds as [(typeof builds)[0]];
const resourcesOf = (packed: string) => join(packed, 'linux-unpacked', 'resources');
const project = join(import.meta.dirname, '../..');
// Not every machine can build it. The release is packed where Electron's headers can be had, the automation build where they can't.
const hasKeytar = canCompile && existsSync(join(project, 'node_modules', 'keytar', 'binding.gyp'));

// Electron's releases have another layout on other systems; the packaged files are the same.
describe.runIf(process.platform === 'linux')('the packaged app', () => {
  beforeAll(async () => {
    await prepareElectron();
    for (const { automation, packed } of builds) {
      const electronDist = join(work, `electron-${automation}`);
      await writeDistribution(electronDist, opposite(wireOf(automation)));
      const { url, close } = await serveHeaders(hasKeytar && !automation ? await headersArchive(electronVersion) : {});
      // The headers are kept in the home folder.
      const env = { ...process.env, HOME: join(work, `home-${automation}`), ELECTRON_REBUILD_DIST_URL: url };
      const { code, output } = await packApp({ electronDist, output: packed, automation }, { quiet: true, env });
      close();
      expect(code, output).toBe(0);
    }
  });
  afterAll(() => rm(work, { recursive: true, force: true, maxRetries: 3 }));

  test.each(builds)('has every fuse written into its binary (automation: $automation)', async ({ automation, executable, packed }) => {
    const { version: _version, ...wire } = await getCurrentFuseWire(join(packed, 'linux-unpacked', executable));
    expect(
      Object.values(wire)
        .map((state) => (state === FuseState.ENABLE ? '1' : '0'))
        .join(''),
    ).toBe(wireOf(automation));
    expect(await readdir(resourcesOf(packed))).toEqual(['app.asar', 'app.asar.unpacked']);
  });

  test('contains only what runs: no sources, specs, maps, or data, and no command-line entry points', () => {
    const all = listPackage(join(resourcesOf(release), 'app.asar'), { isPack: false });
    expect(all).toEqual(expect.arrayContaining(['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html']));
    expect(all.filter((name) => !/^\/(?:out|node_modules|package\.json)/.test(name))).toEqual([]);
    const stray = /\.tsx?$|\.map$|\bspec\b|\/tests?\/|\.(?:db|sqlite)|\.env|musl|\/main\/(?:browser|sandbox)\.js/;
    expect(all.filter((name) => stray.test(name))).toEqual([]);
  });

  test('contains no packages that are bundled', () => {
    const packed = listPackage(join(resourcesOf(release), 'app.asar'), { isPack: false });
    const bundled = Object.keys(devDependencies).map((name) => `/node_modules/${name}`);
    expect(packed.filter((name) => bundled.includes(name))).toEqual([]);
    expect(packed).toContain('/node_modules/libsql');
  });

  test('contains the license of every package in it', () => {
    const archive = join(resourcesOf(release), 'app.asar');
    const licenses: PackageLicense[] = JSON.parse(extractFile(archive, join('out', 'licenses.json')).toString('utf8'));
    const names = licenses.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react', 'react-dom', '@radix-ui/react-dialog', '@radix-ui/colors', 'undici', 'electron']),
    );
    expect(licenses.find(({ name }) => name === '@fontsource-variable/inter')).toMatchObject({ license: 'OFL-1.1' });
    expect(licenses.filter(({ text }) => text.length < 200).map(({ name }) => name)).toEqual([]);
    const packed = listPackage(archive, { isPack: false }).flatMap(
      (name) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1] ?? [],
    );
    expect(packed).toContain('libsql');
    expect(packed.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('finds the libraries of the system keychain outside the archive', () => {
    const there = createRequire(join(resourcesOf(release), 'app.asar.unpacked', 'out', 'main', 'keychain-worker.js'));
    expect(there('@napi-rs/keyring')).toHaveProperty('AsyncEntry');
    if (hasKeytar) expect(there('keytar')).toHaveProperty('getPassword');
  });

  test('contains of keytar only what runs, or nothing if it couldn’t be compiled', () => {
    const unpacked = ({ packed }: (typeof builds)[0]) => join(resourcesOf(packed), 'app.asar.unpacked', 'node_modules');
    const [withHeaders, without] = builds.map(unpacked) as [string, string];
    expect(existsSync(join(without, 'keytar'))).toBe(false);
    if (hasKeytar)
      expect(filesBelow(join(withHeaders, 'keytar'))).toEqual(['LICENSE.md', 'build/Release/keytar.node', 'lib/keytar.js', 'package.json']);
    for (const folder of [withHeaders, without]) expect(readdirSync(folder)).not.toContain('prebuild-install');
  });

  test('starts, shows its page, opens the sandbox and signs in with the packaged files only', async () => {
    const installed = join(work, 'installed');
    extractAll(join(resourcesOf(release), 'app.asar'), join(installed, 'app.asar'));
    await rename(join(resourcesOf(release), 'app.asar.unpacked'), join(installed, 'app.asar.unpacked'));
    await placeElectron(installed, await prepareElectron());
    const running = await launchElectron(await temporaryFolder(), { program: join(installed, 'app.asar', 'out', 'main', 'index.js') });
    const opened = await running.call('sandbox.open', {});
    expect(opened).toMatchObject({ ok: true, value: { accountId: expect.any(String) } });
    const workers = await running.evaluate(({ utilities }) => utilities.map(({ file }) => file));
    expect(workers).toContain(join(installed, 'app.asar.unpacked', 'out', 'main', 'sandbox-worker.js'));
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Returns the fuses of a build in the order of the binary. */
function wireOf(isAutomation: boolean): string {
  return Object.values(fuses(isAutomation)).map(Number).join('');
}

/** Returns the opposite fuses, so that none is correct by chance. */
function opposite(wire: string): string {
  return wire.replace(/./g, (fuse) => (fuse === '1' ? '0' : '1'));
}
