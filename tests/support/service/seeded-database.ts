/** The demo data of sandboxes, seeded once for all specs of a process: seeding takes a second, and a copy a few milliseconds. */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from '#sandbox/database/data-folder.ts';
import { readOptions } from '#sandbox/options.ts';
import { openStore } from '#sandbox/service/open-store.ts';

let seeding: Promise<Buffer> | null = null;

/** Makes the default demo data the data of a sandbox, unless its folder has data. Throws `FolderNotWritable`. */
export async function copySeed(folder: string): Promise<void> {
  seeding ??= seed();
  const bytes = await seeding;
  prepareDataFolder(folder);
  const file = join(folder, 'sandbox.db');
  // Not awaited in between: another sandbox of this process may have the same folder.
  if (!existsSync(file)) writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 });
}

async function seed(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-seed-'));
  try {
    const store = await openStore({
      folder,
      seed: readOptions([]).seed,
      random: randomBytes,
      now: Date.now(),
      onNotice: () => undefined,
    });
    store.close();
    return await readFile(join(folder, 'sandbox.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
