/** The app as `npm run package` packs it: everything but Electron's own binary is the real thing. */
import { readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packApp } from '../../scripts/lib/pack-app.mjs';
import { writeDistribution } from '../support/electron/distribution';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

const work = join(tmpdir(), `latchkey-packaging-${process.pid}`);
const resources = join(work, 'packed', 'linux-unpacked', 'resources');
const program = (name: string) => join(work, 'packed', 'linux-unpacked', name);

// Electron's releases lie in another shape elsewhere; what is packed is the same.
describe.runIf(process.platform === 'linux')('the packaged app', () => {
  beforeAll(async () => {
    await prepareElectron();
    await writeDistribution(join(work, 'release'));
    const { code, output } = await packApp({ electronDist: join(work, 'release'), output: join(work, 'packed') }, { quiet: true });
    expect(code, output).toBe(0);
  });
  afterAll(() => rm(work, { recursive: true, force: true, maxRetries: 3 }));

  test('has its fuses written into the binary, and no program that would start without our archive', async () => {
    const wire = await getCurrentFuseWire(program('latchkey'));
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
    expect(await readdir(resources)).toEqual(['app.asar', 'app.asar.unpacked']);
  });

  test('holds what runs: no source, no specification, no entry of the command line', () => {
    const own = listPackage(join(resources, 'app.asar'), { isPack: false }).filter((name) => !name.startsWith('/node_modules'));
    expect(own).toEqual(expect.arrayContaining(['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html']));
    expect(own.filter((name) => !/^\/(?:out|package\.json)/.test(name))).toEqual([]);
    expect(own.filter((name) => /\.tsx?$|\.map$|spec|\/main\/(?:browser|sandbox)\.js/.test(name))).toEqual([]);
  });

  test('starts, shows its page, opens the sandbox and signs in with nothing but what was packed', async () => {
    const installed = join(work, 'installed');
    extractAll(join(resources, 'app.asar'), join(installed, 'app.asar'));
    await rename(join(resources, 'app.asar.unpacked'), join(installed, 'app.asar.unpacked'));
    const running = await launchElectron(await temporaryFolder(), { program: join(installed, 'app.asar', 'out', 'main', 'index.js') });
    const opened = await running.call('sandbox.open', {});
    expect(opened).toMatchObject({ ok: true, value: { accountId: expect.any(String) } });
    const workers = await running.evaluate(({ utilities }) => utilities.map(({ file }) => file));
    expect(workers).toContain(join(installed, 'app.asar.unpacked', 'out', 'main', 'sandbox-worker.js'));
  });
});
