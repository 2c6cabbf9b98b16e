/** `settings.json`: the user's settings for the app. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { settings as schema } from '#contract/bridge/settings.ts';
import { fail } from '#contract/errors.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import type { Clock } from '../ports/ports';
import type { Topic } from '../runtime/topics';
import { jsonFile, type UnreadableFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';
import type { PolicyService } from './policy';

/** Schema of the file. Files of earlier versions lack some settings. */
const stored = schema.partial().transform((found) => changed(defaultSettings, found));

export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] | undefined };

export interface SettingsService {
  /** Reads the file, and follows what other processes of the profile change. */
  load(): Promise<void>;
  /**
   * Changes the settings that `change` contains. Throws `setting-locked` if a policy decides one of them, or `profile-not-writable`, and then
   * changes nothing.
   */
  update(change: SettingsChange): Promise<void>;
  /** Returns the settings of the user, which a policy may replace. */
  chosen(): Settings;
  /** Publishes the settings that apply, after the policy has changed. */
  publish(): void;
  close(): void;
}

export function createSettings(
  profileFolder: string,
  clock: Clock,
  topic: Topic<Settings>,
  onUnreadableFile: (what: UnreadableFile) => void,
  policy: Pick<PolicyService, 'apply' | 'isLocked'>,
): SettingsService {
  /** Those of the user, which stay stored while a policy replaces them. */
  let chosen = defaultSettings;
  const publish = () => topic.set(policy.apply(chosen));
  const path = join(profileFolder, 'settings.json');
  const file = jsonFile(
    { path, format: 'latchkey/settings', version: 1, schema: stored, initial: defaultSettings },
    clock,
    onUnreadableFile,
  );
  let stopWatching = () => {};
  // Serialized, so that settings from before a change of this process don't replace it.
  const inTurn = createTaskQueue();
  const reload = () =>
    inTurn(async () => {
      const found = await file.read();
      // The watcher reports changes of this process as well.
      if (isDeepStrictEqual(found, chosen)) return;
      chosen = found;
      publish();
    });
  return {
    async load() {
      try {
        // First, so that no change is missed in between.
        stopWatching = watchFile(path, () => void reload().catch(() => undefined));
        chosen = await inTurn(file.read);
      } finally {
        publish();
      }
    },
    async update(change) {
      const locked = Object.keys(definedIn(change)).find((name) => policy.isLocked(name as keyof Settings));
      if (locked !== undefined) throw fail('setting-locked', { path: locked });
      await inTurn(async () => {
        chosen = await file.update((value) => changed(value, change));
        publish();
      });
    },
    chosen: () => chosen,
    publish,
    close: () => stopWatching(),
  };
}

function changed(value: Settings, change: SettingsChange): Settings {
  return { ...value, ...definedIn(change) };
}

function definedIn(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
