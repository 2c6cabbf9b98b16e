/** `saved-views.json`: the saved views of the users of each connection. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bridge } from '#contract/bridge/index.ts';
import { type SavedView, savedView } from '#contract/bridge/saved-views.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { jsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';

/** Maximum number of views of a connection. */
export const maxViews = 50;

export interface SavedViewsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
  /** Throws `unknown-connection` for a connection that doesn't exist. */
  readonly find: (connectionId: string) => unknown;
}

export interface SavedViews {
  /** Reads the file, and follows what other processes of the profile change. */
  load(): Promise<void>;
  /** Deletes the views of a connection that was removed. */
  forget(connectionId: string): Promise<void>;
  close(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'savedViews'>;
}

/** Creates the store of views. It has none before `load`. */
export function createSavedViews({ ports, runtime, find }: SavedViewsDeps): SavedViews {
  const { clock, profileFolder } = ports;
  const { topics, newId, onUnreadableFile, pendingWrites } = runtime;
  const topic = topics['savedViews.list'];
  const path = join(profileFolder, 'saved-views.json');
  const file = jsonFile(
    { path, format: 'latchkey/saved-views', version: 1, schema: z.array(savedView).readonly(), initial: [] },
    clock,
    onUnreadableFile,
  );
  // Serialized, so that views from before a change of this process aren't published after it.
  const inTurn = createTaskQueue();
  const publish = (views: readonly SavedView[]) => {
    if (!isDeepStrictEqual(views, topic.get().value)) topic.set(views);
  };
  const reload = () => inTurn(async () => publish(await file.read()));
  const update = (change: (views: readonly SavedView[]) => readonly SavedView[]) =>
    pendingWrites.add(inTurn(async () => publish(await file.update(change))));
  let stopWatching = () => {};
  return {
    async load() {
      // First, so that no change is missed in between.
      stopWatching = watchFile(path, () => void reload().catch(() => undefined));
      await reload();
    },
    async forget(connectionId) {
      const isOf = (view: SavedView) => view.connectionId === connectionId;
      if ((await file.read()).some(isOf)) await update((views) => views.filter((view) => !isOf(view)));
    },
    close: () => stopWatching(),
    handlers: {
      savedViews: {
        async save({ connectionId, id, view }) {
          find(connectionId);
          const saved: SavedView = { ...view, connectionId, id: id ?? newId() };
          await update((views) => withView(views, saved, id !== null));
          return saved.id;
        },
        async delete({ connectionId, id }) {
          await update((views) => views.filter((view) => view.connectionId !== connectionId || view.id !== id));
          return null;
        },
        async move({ connectionId, id, position }) {
          await update((views) => moved(views, { connectionId, id }, position));
          return null;
        },
      },
    },
  };
}

/** Replaces a known view in its place, and adds a new one at the end. Throws `object-gone` for a known view that was deleted, and `too-many-views`. */
function withView(views: readonly SavedView[], saved: SavedView, isKnown: boolean): readonly SavedView[] {
  const isIt = (view: SavedView) => view.connectionId === saved.connectionId && view.id === saved.id;
  if (views.some(isIt)) return views.map((view) => (isIt(view) ? saved : view));
  if (isKnown) throw fail('object-gone');
  if (views.filter((view) => view.connectionId === saved.connectionId).length >= maxViews) throw fail('too-many-views');
  return [...views, saved];
}

function moved(
  views: readonly SavedView[],
  { connectionId, id }: Pick<SavedView, 'connectionId' | 'id'>,
  position: number,
): readonly SavedView[] {
  const own = views.filter((view) => view.connectionId === connectionId);
  const view = own.find((one) => one.id === id);
  if (view === undefined) return views;
  const others = own.filter((one) => one !== view);
  return [...views.filter((one) => one.connectionId !== connectionId), ...others.slice(0, position), view, ...others.slice(position)];
}
