/** Saved bounds of windows, one for each connection, in the profile's `windows.json`. */
import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import type { Clock } from '../../../ports';
import { type JsonFile, jsonFile } from '../../../storage/json-file';

const pixels = z.int().min(-100_000).max(100_000);

const windowState = z.strictObject({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  maximized: z.boolean(),
});
export type WindowState = z.output<typeof windowState>;
export type WindowStates = Readonly<Record<string, WindowState>>;

export const minSize = { width: 1000, height: 640 };
const defaultSize = { width: 1280, height: 800 };
/** Minimum size of the visible part of a window's title bar, so that the user can drag it. */
const grip = { width: 120, height: 40 };
const maxStoredWindows = 100;

/** Creates the access to the file. An unreadable file is replaced without a notice. */
export function windowStateFile(profileFolder: string, clock: Clock): JsonFile<WindowStates> {
  const schema = z.record(z.string().max(64), windowState);
  const path = join(profileFolder, 'windows.json');
  return jsonFile({ path, format: 'latchkey/windows', version: 1, schema, initial: {} }, clock, () => undefined);
}

/** Returns the states with one more. Removes the least recently used one when there are too many. */
export function keepState(states: WindowStates, key: string, state: WindowState): WindowStates {
  const others = Object.entries(states).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - maxStoredWindows), [key, state]]);
}

/** Returns the state of the most recently used window; undefined if there is none. */
export function lastUsed(states: WindowStates): WindowState | undefined {
  return Object.values(states).at(-1);
}

/** Returns the key of a window's state: its connection's ID, or `start`. */
export function stateKey(path: string): string {
  return /^\/c\/([^/?#]+)/.exec(path)?.[1]?.slice(0, 64) ?? 'start';
}

/**
 * Fits saved bounds to the present displays: within the display that contains them, else centered on the first one. Without a saved
 * state, returns the default size, centered.
 */
export function fitToDisplays(state: WindowState | undefined, workAreas: readonly Rectangle[]): Rectangle {
  const [first = { x: 0, y: 0, ...defaultSize }] = workAreas;
  const home = state && workAreas.find((area) => isWithinReach(state, area));
  const area = home ?? first;
  const width = Math.max(minSize.width, Math.min(state?.width ?? defaultSize.width, area.width));
  const height = Math.max(minSize.height, Math.min(state?.height ?? defaultSize.height, area.height));
  if (state && home)
    return { x: within(state.x, area.x, area.width - width), y: within(state.y, area.y, area.height - height), width, height };
  return { x: area.x + middle(area.width - width), y: area.y + middle(area.height - height), width, height };
}

/** Moves bounds until no other window has the same position. */
export function cascadeBounds(bounds: Rectangle, taken: readonly Rectangle[]): Rectangle {
  if (!taken.some(({ x, y }) => x === bounds.x && y === bounds.y)) return bounds;
  return cascadeBounds({ ...bounds, x: bounds.x + 24, y: bounds.y + 24 }, taken);
}

function isWithinReach(state: WindowState, area: Rectangle): boolean {
  const across = Math.min(state.x + state.width, area.x + area.width) - Math.max(state.x, area.x);
  const down = Math.min(state.y + grip.height, area.y + area.height) - Math.max(state.y, area.y);
  return across >= grip.width && down >= grip.height;
}

function within(value: number, from: number, room: number): number {
  return Math.max(from, Math.min(value, from + room));
}

function middle(room: number): number {
  return Math.max(0, Math.round(room / 2));
}
