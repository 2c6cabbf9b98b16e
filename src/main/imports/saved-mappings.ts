/** `import-mappings.json`: the mappings of imports that were saved. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { type SavedMapping, savedMapping } from '#contract/imports/mapping.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { jsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';

export interface SavedMappingsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
}

export interface SavedMappings {
  /** Reads the file, and follows what other processes of the profile change. */
  load(): Promise<void>;
  close(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>['imports'], 'saveMapping' | 'deleteMapping'>;
}

/** Maximum number of mappings. */
const maxMappings = 50;

/** Creates the store of mappings. It has none before `load`. */
export function createSavedMappings({ ports, runtime }: SavedMappingsDeps): SavedMappings {
  const topic = runtime.topics['imports.mappings'];
  const path = join(ports.profileFolder, 'import-mappings.json');
  const file = jsonFile(
    { path, format: 'latchkey/import-mappings', version: 1, schema: z.array(savedMapping).readonly(), initial: [] },
    ports.clock,
    runtime.onUnreadableFile,
  );
  // Serialized, so that mappings from before a change of this process aren't published after it.
  const inTurn = createTaskQueue();
  const publish = (mappings: readonly SavedMapping[]) => {
    if (!isDeepStrictEqual(mappings, topic.get().value)) topic.set(mappings);
  };
  const reload = () => inTurn(async () => publish(await file.read()));
  const update = (change: (mappings: readonly SavedMapping[]) => readonly SavedMapping[]) =>
    runtime.pendingWrites.add(inTurn(async () => publish(await file.update(change))));
  let stopWatching = () => {};
  return {
    async load() {
      stopWatching = watchFile(path, () => void reload().catch(() => undefined));
      await reload();
    },
    close: () => stopWatching(),
    handlers: {
      async saveMapping(mapping) {
        const id = runtime.newId();
        await update((mappings) => {
          const others = mappings.filter(({ name, kind }) => name !== mapping.name || kind !== mapping.kind);
          if (others.length >= maxMappings) throw fail('too-large');
          return [...others, { ...mapping, id }].sort((one, other) => one.name.localeCompare(other.name, 'en'));
        });
        return id;
      },
      async deleteMapping({ id }) {
        await update((mappings) => mappings.filter((mapping) => mapping.id !== id));
        return null;
      },
    },
  };
}
