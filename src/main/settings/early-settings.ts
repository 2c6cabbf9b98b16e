/** Settings that a host needs before it can start the app. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settings } from '#contract/bridge/settings.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';

export type EarlySettings = Pick<Settings, 'hardwareAcceleration' | 'language'>;

const { hardwareAcceleration, language } = settings.shape;
/** Of the settings file, only the parts that are needed: other parts may be of a newer version. */
const file = z.object({
  format: z.literal('latchkey/settings'),
  version: z.literal(1),
  data: z.object({
    hardwareAcceleration: hardwareAcceleration.catch(defaultSettings.hardwareAcceleration),
    language: language.catch(defaultSettings.language),
  }),
});
/** Maximum size in bytes of a file that is read while nothing else can run. */
const maxBytes = 1_000_000;

/** Reads the settings that Chromium starts with. Returns the defaults where the file is missing or unreadable, which is reported later. */
export function readEarlySettings(profileFolder: string): EarlySettings {
  try {
    return file.parse(JSON.parse(readNow(join(profileFolder, 'settings.json')))).data;
  } catch {
    return defaultSettings;
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
