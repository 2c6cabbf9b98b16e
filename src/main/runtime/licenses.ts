import { readFile } from 'node:fs/promises';
import type { PackageLicense } from '../../contract/bridge/app';
import { fail } from '../../contract/errors';

/** Reads the licenses of the included packages. Throws `licenses-missing` for a build without them. */
export async function readLicenses(file: string): Promise<PackageLicense[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw fail('licenses-missing', {}, cause);
  }
}
