/** Settings that a host needs before it can start the app. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settings } from '../../contract/bridge/settings';
import { defaultSettings } from '../../contract/default-settings';

/** Of the settings file, only the part that is needed: other parts may be of a newer version. */
const file = z.object({
  format: z.literal('latchkey/settings'),
  version: z.literal(1),
  data: z.object({ hardwareAcceleration: settings.shape.hardwareAcceleration }),
});
/** Maximum size in bytes of a file that is read while nothing else can run. */
const maxBytes = 1_000_000;

/** Reads whether to use the graphics processor. Returns the default where the file is missing or unreadable, which is reported later. */
export function readHardwareAcceleration(profileFolder: string): boolean {
  try {
    const found = file.safeParse(JSON.parse(readNow(join(profileFolder, 'settings.json'))));
    return found.success ? found.data.data.hardwareAcceleration : defaultSettings.hardwareAcceleration;
  } catch {
    return defaultSettings.hardwareAcceleration;
  }
}

/** Reads a regular file. Doesn't wait for a pipe, which would prevent the start. */
function readNow(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > maxBytes) return '';
    const bytes = Buffer.alloc(size);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, size, 0));
  } finally {
    closeSync(file);
  }
}
