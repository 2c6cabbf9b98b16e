/** `watch.json`: which items were notified of or dismissed, so that no other process or later start repeats them. Contains IDs only. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';
import type { SourceItems } from './item';

const text = z.string().max(1_000);
/** `pending` for what the user is to be notified of later. */
const markState = z.enum(['notified', 'dismissed', 'pending']);
const mark = z.strictObject({
  source: text,
  mark: text,
  state: markState,
  missingSince: z.number().optional(),
  /** When a pending item was found. */
  foundAt: z.number().optional(),
});
const schema = z.strictObject({
  /** The sources that were checked before. */
  sources: z.array(text),
  marks: z.array(mark),
});
export type ItemStates = z.output<typeof schema>;
type Mark = z.output<typeof mark>;

/** Milliseconds for which the mark of an item is kept that its source doesn't report: another process may have read it earlier. */
const missingMillis = 86_400_000;
/** Maximum number of marks. More remove the oldest. */
const capacity = 5_000;

export const noItemStates: ItemStates = { sources: [], marks: [] };

/** Returns the path of the file. */
export function itemStatesPath(folder: string): string {
  return join(folder, 'watch.json');
}

/** Creates the access to the file. */
export function itemStatesFile(folder: string, clock: Clock, onUnreadableFile: (file: UnreadableFile) => void): JsonFile<ItemStates> {
  return jsonFile(
    { path: itemStatesPath(folder), format: 'latchkey/watch', version: 1, schema, initial: noItemStates },
    clock,
    onUnreadableFile,
  );
}

export interface Reconciled {
  /** The same object if nothing changed. */
  readonly marks: ItemStates;
  /** Keys of the items to notify of, as of `markKey`. */
  readonly fresh: ReadonlySet<string>;
}

/** Returns text that identifies an item among those of all sources. */
export function markKey(source: string, itemMark: string): string {
  return JSON.stringify([source, itemMark]);
}

/**
 * Marks what the sources report. New and pending items that were found until `notifyUntil` are marked as notified and returned; the others
 * are pending.
 */
export function reconcile(marks: ItemStates, checks: readonly SourceItems[], now: number, notifyUntil: number): Reconciled {
  const checked = new Map(checks.map((check) => [check.source, check]));
  const reported = new Set(checks.flatMap(({ source, items }) => items.map((item) => markKey(source, item.mark))));
  const fresh = new Set<string>();
  const kept = marks.marks.flatMap((known) => {
    const next = keep(known, checked.has(known.source), reported, now);
    if (next?.state !== 'pending' || !reported.has(markKey(next.source, next.mark))) return next ?? [];
    // A clock that was set back would leave it pending until then.
    const foundAt = Math.min(next.foundAt ?? now, now);
    if (foundAt > notifyUntil) return foundAt === next.foundAt ? next : { ...next, foundAt };
    fresh.add(markKey(next.source, next.mark));
    return { source: next.source, mark: next.mark, state: 'notified' as const };
  });
  const known = new Set(marks.marks.map((one) => markKey(one.source, one.mark)));
  const added: Mark[] = [];
  for (const { source, baseline, items } of checks) {
    const state = marks.sources.includes(source) ? null : baseline;
    for (const { mark: itemMark } of items) {
      const key = markKey(source, itemMark);
      if (known.has(key)) continue;
      known.add(key);
      const isPending = state === null && now > notifyUntil;
      added.push({ source, mark: itemMark, ...(isPending ? { state: 'pending', foundAt: now } : { state: state ?? 'notified' }) });
      if (state === null && !isPending) fresh.add(key);
    }
  }
  const sources = [...checked.keys()].filter((source) => !marks.sources.includes(source));
  const isSame =
    added.length === 0 && sources.length === 0 && kept.every((one, at) => one === marks.marks[at]) && kept.length === marks.marks.length;
  return { marks: isSame ? marks : { sources: [...marks.sources, ...sources], marks: [...kept, ...added].slice(-capacity) }, fresh };
}

/** Returns a known mark as it is now; null if its item has been missing for a day. */
function keep(known: Mark, wasChecked: boolean, reported: ReadonlySet<string>, now: number): Mark | null {
  if (!wasChecked) return known;
  const { missingSince, ...present } = known;
  if (reported.has(markKey(known.source, known.mark))) return missingSince === undefined ? known : present;
  if (missingSince === undefined || now < missingSince) return { ...present, missingSince: now };
  return now - missingSince > missingMillis ? null : known;
}

/** Marks items as dismissed. Returns the same object if they are already. */
export function dismissItems(marks: ItemStates, items: readonly { readonly source: string; readonly mark: string }[]): ItemStates {
  const keys = new Set(items.map((item) => markKey(item.source, item.mark)));
  const isDone = (one: Mark) => one.state === 'dismissed';
  if (items.every((item) => marks.marks.some((one) => one.source === item.source && one.mark === item.mark && isDone(one)))) return marks;
  const others = marks.marks.filter((one) => !keys.has(markKey(one.source, one.mark)));
  return { ...marks, marks: [...others, ...items.map(({ source, mark: own }) => ({ source, mark: own, state: 'dismissed' as const }))] };
}

/** Removes what belongs to sources that no longer exist. Returns the same object if there are none. */
export function keepSources(marks: ItemStates, exists: (source: string) => boolean): ItemStates {
  if (marks.sources.every(exists) && marks.marks.every(({ source }) => exists(source))) return marks;
  return { sources: marks.sources.filter(exists), marks: marks.marks.filter(({ source }) => exists(source)) };
}

/** Returns the keys of the dismissed items. */
export function dismissedKeys({ marks }: ItemStates): ReadonlySet<string> {
  return new Set(marks.filter(({ state }) => state === 'dismissed').map((one) => markKey(one.source, one.mark)));
}
