/** The size of the packaged app without Electron: what is downloaded with each version. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeDistribution } from '../support/electron/distribution';
import type { Measurement } from './lib/measurement';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';

const archiveLimit = 8_000;
const nativeLimit = 18_000;

/** In kilobytes, uncompressed. */
export async function measure(): Promise<Measurement[]> {
  if (process.platform !== 'linux') return [];
  const folder = await mkdtemp(join(runFolder(), 'package-'));
  await writeDistribution(join(folder, 'electron'), '0'.repeat(9));
  const packing = { electronDist: join(folder, 'electron'), output: join(folder, 'packed') };
  const code = `const { packApp } = await import('./scripts/lib/packaging/pack-app.mjs');
    const { code } = await packApp(${JSON.stringify(packing)}, { quiet: true });
    process.exit(code);`;
  // The size doesn't depend on keytar, which a machine may not be able to compile.
  const env = { ...process.env, HOME: folder, ELECTRON_REBUILD_DIST_URL: 'http://127.0.0.1:9' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root, env });
  const resources = join(packing.output, 'linux-unpacked', 'resources');
  const archive = (await stat(join(resources, 'app.asar'))).size;
  const beside = await sizeOf(join(resources, 'app.asar.unpacked'));
  return [
    { name: 'app.asar', value: archive / 1000, limit: archiveLimit, unit: 'kB', detail: 'uncompressed' },
    {
      name: 'app.asar.unpacked',
      value: beside / 1000,
      limit: nativeLimit,
      unit: 'kB',
      detail: 'workers and native modules, uncompressed, without keytar',
    },
  ];
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
