/** `settings.json`: the user's settings for the app. */
import { join } from 'node:path';
import { type Settings, settings as schema } from '../../contract/bridge/settings';
import { defaultSettings } from '../../contract/default-settings';
import type { Clock } from '../ports';
import type { Topic } from '../runtime/topic';
import { jsonFile, type UnreadableFile } from '../storage/json-file';

/** Schema of the file. Files of earlier versions lack some settings. */
const stored = schema.partial().transform((found) => changed(defaultSettings, found));

export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] | undefined };

export interface SettingsService {
  load(): Promise<void>;
  /** Changes the settings that `change` contains. Throws `profile-not-writable` and then changes nothing. */
  update(change: SettingsChange): Promise<void>;
}

export function createSettings(
  profileFolder: string,
  clock: Clock,
  topic: Topic<Settings>,
  onUnreadableFile: (what: UnreadableFile) => void,
): SettingsService {
  const file = jsonFile(
    { path: join(profileFolder, 'settings.json'), format: 'latchkey/settings', version: 1, schema: stored, initial: defaultSettings },
    clock,
    onUnreadableFile,
  );
  return {
    load: async () => topic.set(await file.read()),
    update: async (change) => topic.set(await file.update((value) => changed(value, change))),
  };
}

function changed(value: Settings, change: SettingsChange): Settings {
  return { ...value, ...Object.fromEntries(Object.entries(change).filter(([, chosen]) => chosen !== undefined)) };
}
