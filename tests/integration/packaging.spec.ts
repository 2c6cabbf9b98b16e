/** The app packaged by `npm run package`: everything except Electron's binary is real. */
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devDependencies } from '../../package.json';
import { fuses } from '../../scripts/lib/after-pack.mjs';
import { packApp } from '../../scripts/lib/pack-app.mjs';
import { writeDistribution } from '../support/electron/distribution';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

const work = join(tmpdir(), `latchkey-packaging-${process.pid}`);
const builds = [
  { automation: false, executable: 'latchkey', packed: join(work, 'release') },
  { automation: true, executable: 'latchkey-automation', packed: join(work, 'automation') },
];
const [{ packed: release }] = builds as [(typeof builds)[0]];
const resourcesOf = (packed: string) => join(packed, 'linux-unpacked', 'resources');
const project = join(import.meta.dirname, '../..');

// Electron's releases have another layout on other systems; the packaged files are the same.
describe.runIf(process.platform === 'linux')('the packaged app', () => {
  beforeAll(async () => {
    await prepareElectron();
    for (const { automation, packed } of builds) {
      const electronDist = join(work, `electron-${automation}`);
      await writeDistribution(electronDist, opposite(wireOf(automation)));
      const { code, output } = await packApp({ electronDist, output: packed, automation }, { quiet: true });
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

  test('contains only what runs: no sources, no specs, no command-line entry points', () => {
    const own = listPackage(join(resourcesOf(release), 'app.asar'), { isPack: false }).filter((name) => !name.startsWith('/node_modules'));
    expect(own).toEqual(expect.arrayContaining(['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html']));
    expect(own.filter((name) => !/^\/(?:out|package\.json)/.test(name))).toEqual([]);
    expect(own.filter((name) => /\.tsx?$|\.map$|spec|\/main\/(?:browser|sandbox)\.js/.test(name))).toEqual([]);
  });

  test('contains no packages that are bundled', () => {
    const packed = listPackage(join(resourcesOf(release), 'app.asar'), { isPack: false });
    const bundled = Object.keys(devDependencies).map((name) => `/node_modules/${name}`);
    expect(packed.filter((name) => bundled.includes(name))).toEqual([]);
    expect(packed).toContain('/node_modules/libsql');
  });

  test('finds the libraries of the system keychain outside the archive', () => {
    const there = createRequire(join(resourcesOf(release), 'app.asar.unpacked', 'out', 'main', 'keychain-worker.js'));
    expect(there('@napi-rs/keyring')).toHaveProperty('AsyncEntry');
    // Not every machine can build it.
    if (existsSync(join(project, 'node_modules', 'keytar', 'build'))) expect(there.resolve('keytar')).toContain('app.asar.unpacked');
  });

  test('starts, shows its page, opens the sandbox and signs in with the packaged files only', async () => {
    const installed = join(work, 'installed');
    extractAll(join(resourcesOf(release), 'app.asar'), join(installed, 'app.asar'));
    await rename(join(resourcesOf(release), 'app.asar.unpacked'), join(installed, 'app.asar.unpacked'));
    const running = await launchElectron(await temporaryFolder(), { program: join(installed, 'app.asar', 'out', 'main', 'index.js') });
    const opened = await running.call('sandbox.open', {});
    expect(opened).toMatchObject({ ok: true, value: { accountId: expect.any(String) } });
    const workers = await running.evaluate(({ utilities }) => utilities.map(({ file }) => file));
    expect(workers).toContain(join(installed, 'app.asar.unpacked', 'out', 'main', 'sandbox-worker.js'));
  });
});

/** Returns the fuses of a build in the order of the binary. */
function wireOf(isAutomation: boolean): string {
  return Object.values(fuses(isAutomation)).map(Number).join('');
}

/** Returns the opposite fuses, so that none is correct by chance. */
function opposite(wire: string): string {
  return wire.replace(/./g, (fuse) => (fuse === '1' ? '0' : '1'));
}
