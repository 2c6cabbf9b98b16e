/** A file that is in memory while the secrets that it refers to are. */
import { nullForAppError } from '#contract/errors.ts';
import { type JsonFile, memoryFile } from './json-file';
import { createTaskQueue } from './task-queue';

export interface MovableFile<T> extends JsonFile<T> {
  isOnDisk(): boolean;
  /**
   * Moves the content. What the other place contained is replaced, and the one that is left is emptied, unless it is a disk that is full: what
   * is there isn't used, like what a process left that ended at this moment.
   */
  moveTo(place: 'disk' | 'memory'): Promise<void>;
}

/** Creates the access to a file. `empty` is its content without data. */
export function movableFile<T>(disk: JsonFile<T>, empty: T, place: 'disk' | 'memory'): MovableFile<T> {
  const memory = memoryFile(empty);
  const inTurn = createTaskQueue();
  let current = place === 'disk' ? disk : memory;
  return {
    isOnDisk: () => current === disk,
    read: () => inTurn(() => current.read()),
    update: (change) => inTurn(() => current.update(change)),
    moveTo: (to) =>
      inTurn(async () => {
        const next = to === 'disk' ? disk : memory;
        if (next === current) return;
        const value = await current.read();
        await next.update(() => value);
        const former = current;
        current = next;
        await former.update(() => empty).catch(nullForAppError);
      }),
  };
}
