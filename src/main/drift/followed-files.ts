/** `followed-files.json`: the file or the folder that each connection follows. Contains paths of this computer, and nothing of the files. */
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FollowedFile } from '#contract/bridge/drift.ts';
import type { Push } from '#contract/definitions.ts';
import type { Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Runtime } from '../runtime/create-runtime';
import { withoutHome } from '../runtime/system-facts';
import { jsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';
import type { FollowedPath } from './read-followed';

const record = z.strictObject({
  /** Another one whenever a file is chosen, by which the watch distinguishes two files. */
  id: z.string(),
  connectionId: z.string(),
  /** That of the connection when the file was chosen: no other project follows it. */
  destination: z.string(),
  path: z.string(),
  isFolder: z.boolean(),
});
type FollowedRecord = z.output<typeof record>;

export interface FollowedFilesDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'chooseFollowed'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
  readonly connections: Pick<Connections, 'destinationOf'>;
}

export interface FollowedFiles {
  /** Reads the file, and follows what other processes of the profile change. Does nothing where the host has no files. */
  load(): Promise<void>;
  close(): void;
  /** Returns what a connection follows; null if that is nothing. */
  of(connectionId: string): (FollowedPath & Pick<FollowedRecord, 'id'>) | null;
  /** Replaces what a connection follows while it leads to a destination; null for nothing. Throws `profile-not-writable`. */
  set(connectionId: string, followed: (FollowedPath & Pick<FollowedRecord, 'destination'>) | null): Promise<void>;
  /** Adopts what the push is about: connections that were removed, or lead elsewhere. */
  follow(push: Pick<Push, 'name'>): void;
}

/** Creates the store. It has nothing before `load`. */
export function createFollowedFiles({ ports, runtime, connections }: FollowedFilesDeps): FollowedFiles {
  const { topics, newId, pendingWrites } = runtime;
  const topic = topics['drift.followed'];
  const path = join(ports.profileFolder, 'followed-files.json');
  const schema = z.array(record).readonly();
  const file = jsonFile(
    { path, format: 'latchkey/followed-files', version: 1, schema, initial: [] },
    ports.clock,
    runtime.onUnreadableFile,
  );
  const inTurn = createTaskQueue();
  const ids = () => topics['connections.list'].get().value.map(({ id }) => id);
  let records: readonly FollowedRecord[] = [];
  let known: readonly string[] = [];
  const isCurrent = ({ connectionId, destination }: FollowedRecord) => connections.destinationOf(connectionId) === destination;
  const publish = () => {
    const shown: readonly FollowedFile[] = records.filter(isCurrent).map(({ connectionId, path: place, isFolder }) => ({
      connectionId,
      name: basename(place),
      shown: withoutHome(place),
      isFolder,
    }));
    if (!isDeepStrictEqual(shown, topic.get().value)) topic.set(shown);
  };
  const adopt = (next: readonly FollowedRecord[]) => {
    records = next;
    publish();
  };
  const reload = () => inTurn(async () => adopt(await file.read()));
  const update = (change: (before: readonly FollowedRecord[]) => readonly FollowedRecord[]) =>
    pendingWrites.add(inTurn(async () => adopt(await file.update((before) => [...change(before)]))));
  let stopWatching = () => {};
  return {
    async load() {
      if (ports.chooseFollowed === null) return;
      // First, so that no change is missed in between.
      stopWatching = watchFile(path, () => void reload().catch(() => undefined));
      await reload();
    },
    close: () => stopWatching(),
    of: (connectionId) => records.find((one) => one.connectionId === connectionId && isCurrent(one)) ?? null,
    set: (connectionId, followed) =>
      update((before) => {
        const others = before.filter((one) => one.connectionId !== connectionId);
        return followed === null ? others : [...others, { id: newId(), connectionId, ...followed }];
      }),
    follow({ name }) {
      if (name !== 'connections.list') return;
      const now = ids();
      const gone = known.filter((id) => !now.includes(id));
      known = now;
      const isStale = (one: FollowedRecord) => gone.includes(one.connectionId) || (now.includes(one.connectionId) && !isCurrent(one));
      // What can't be removed now is left alone until a file is chosen for that connection.
      if (records.some(isStale)) void update((before) => before.filter((one) => !isStale(one))).catch(() => undefined);
      else publish();
    },
  };
}
