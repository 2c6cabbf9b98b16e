/** A stored JSON file of a made-up format. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#main/ports/ports.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { type JsonFileSpec, jsonFile, type UnreadableFile } from '#main/storage/json-file.ts';
import { createFakeClock } from '../fake-clock';

const schema = z.strictObject({ name: z.string(), count: z.int() });
export const initial = { name: 'initial', count: 0 };

/** Opens the file in a folder. */
export function open(folder: string, own: Partial<JsonFileSpec<typeof schema>> = {}, clock: Clock = createFakeClock({ hasteUpTo: 1_000 })) {
  const aside: UnreadableFile[] = [];
  const path = join(folder, 'notes.json');
  return {
    aside,
    path,
    file: jsonFile({ path, format: 'test/notes', version: 2, schema, initial, ...own }, clock, (what) => aside.push(what)),
  };
}

/** Real time, for processes that wait for each other: a fake clock does not advance with the disk. */
export const openInRealTime = (folder: string) => open(folder, {}, systemClock);

/** The text of the file with that content. */
export const envelope = (data: unknown, version = 2, format = 'test/notes') => JSON.stringify({ format, version, data });
