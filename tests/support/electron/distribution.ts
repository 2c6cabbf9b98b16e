/** A fake Electron release: enough for packaging, which treats the binary as bytes. */
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** The byte sequence before the binary's fuses (electron/fuses). */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Writes the folder of a release for Linux whose binary has these fuses, each `0` or `1`. */
export async function writeDistribution(folder: string, fuses: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  const version = 1;
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([version, fuses.length]), Buffer.from(fuses)]);
  await writeFile(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]), { mode: 0o755 });
  const welcome = join(folder, 'welcome');
  await mkdir(welcome);
  await createPackage(welcome, join(folder, 'resources', 'default_app.asar'));
  await rmdir(welcome);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) await writeFile(join(folder, name), '45.4.1');
}
