/** The saved views of the users of each connection. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Bridge } from '#contract/bridge/index.ts';
import type { SavedView } from '#contract/bridge/saved-views.ts';
import type { Handlers } from '#contract/definitions.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { SecretStore } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';
import { createViewsFile, type ViewsFileDeps, viewsFileName } from './views-file';

/** Maximum number of views of a connection. */
export const maxViews = 50;

export interface SavedViewsDeps extends ViewsFileDeps {
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
  /** Throws `unknown-connection` for a connection that doesn't exist. */
  readonly find: (connectionId: string) => unknown;
}

export interface SavedViews {
  /**
   * Reads the file, and follows what other processes of the profile change. Waits for the secret store, and tries again later if that can't be
   * reached. Throws `profile-not-writable`.
   */
  load(): Promise<void>;
  /** Deletes the views of a connection that was removed. */
  forget(connectionId: string): Promise<void>;
  close(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'savedViews'>;
}

/** Milliseconds until views are read again that couldn't be. */
const retryMillis = 60_000;

/** Creates the store of views. It has none before `load`. */
export function createSavedViews({ find, ...deps }: SavedViewsDeps): SavedViews {
  const { ports, runtime, secrets } = deps;
  const { topics, newId, pendingWrites } = runtime;
  const topic = topics['savedViews.list'];
  const path = join(ports.profileFolder, viewsFileName);
  const file = createViewsFile(deps);
  // Serialized, so that views from before a change of this process aren't published after it.
  const inTurn = createTaskQueue();
  const publish = (views: readonly SavedView[]) => {
    if (!isDeepStrictEqual(views, topic.get().value)) topic.set(views);
  };
  // Where the key can't be kept, the views can't either.
  const reload = (place: SecretStore['kind'] = secrets.kind) =>
    inTurn(async () => {
      await file.moveTo(place === 'memory' ? 'memory' : 'disk');
      publish(await file.read());
    });
  const update = (change: (views: readonly SavedView[]) => readonly SavedView[]) =>
    pendingWrites.add(inTurn(async () => publish(await file.update(change))));
  const reloaded = () => void reload().catch(() => undefined);
  // Not awaited, because the key can be read and stored only once the secrets are moved.
  secrets.onMove?.(async (to) => void pendingWrites.add(reload(to)).catch(() => undefined));
  let stopWatching = () => {};
  let stopRetrying = () => {};
  let isClosed = false;
  const retryLater = (thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code === 'profile-not-writable') throw thrown;
    // After a refusal, the keychain would ask the user again.
    if (isClosed || thrown.code === 'keychain-denied') return;
    stopRetrying = ports.clock.after(
      retryMillis,
      () =>
        void reload()
          .catch(retryLater)
          .catch(() => undefined),
    );
  };
  return {
    async load() {
      // First, so that no change is missed in between.
      stopWatching = watchFile(path, reloaded);
      await reload().catch(retryLater);
    },
    async forget(connectionId) {
      const isOf = (view: SavedView) => view.connectionId === connectionId;
      if ((await file.read()).some(isOf)) await update((views) => views.filter((view) => !isOf(view)));
    },
    close() {
      isClosed = true;
      stopWatching();
      stopRetrying();
    },
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
