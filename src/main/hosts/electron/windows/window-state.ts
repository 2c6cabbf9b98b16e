/** Saved bounds of windows, one for each connection, in the profile's `windows.json`. */
import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import type { Clock } from '../../../ports/ports';
import { type JsonFile, jsonFile } from '../../../storage/json-file';

const pixels = z.int().min(-100_000).max(100_000);

export const windowState = z.strictObject({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  maximized: z.boolean(),
  fullScreen: z.boolean().optional(),
  /** Chromium's zoom level; 0 is the actual size. */
  zoom: z.number().min(-10).max(10).optional(),
});
export type WindowState = z.output<typeof windowState>;
export type WindowStates = Readonly<Record<string, WindowState>>;

export const minSize = { width: 1000, height: 640 };
const defaultSize = { width: 1280, height: 800 };
/** Minimum size of the visible part of a window's title bar, so that the user can drag it. */
const grip = { width: 120, height: 40 };
/** Distance between windows that would be at the same position. */
const step = 24;
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
 * Fits saved bounds to the work areas of the present displays, the primary one first: within the display that shows the most of the title
 * bar, else centered on the primary one. Without a saved state, returns the default size, centered. All values are in device-independent
 * pixels, so that a display's scale doesn't matter. On a display that is smaller than {@link minSize}, the window fills it.
 */
export function fitToDisplays(state: Rectangle | undefined, workAreas: readonly Rectangle[]): Rectangle {
  const [primary = { x: 0, y: 0, ...defaultSize }] = workAreas;
  const home = state && displayOf(state, workAreas);
  const area = home ?? primary;
  const width = Math.min(Math.max(minSize.width, state?.width ?? defaultSize.width), area.width);
  const height = Math.min(Math.max(minSize.height, state?.height ?? defaultSize.height), area.height);
  if (state && home)
    return { x: within(state.x, area.x, area.width - width), y: within(state.y, area.y, area.height - height), width, height };
  return { x: area.x + Math.round((area.width - width) / 2), y: area.y + Math.round((area.height - height) / 2), width, height };
}

/** Whether the user can reach a window to move it: enough of its title bar is on a display. */
export function isReachable(bounds: Rectangle, workAreas: readonly Rectangle[]): boolean {
  return displayOf(bounds, workAreas) !== undefined;
}

/** Moves bounds in steps until no other window has the same position. At the edge of the display, the steps continue from its other side. */
export function cascadeBounds(bounds: Rectangle, taken: readonly Rectangle[], workAreas: readonly Rectangle[]): Rectangle {
  const area = displayOf(bounds, workAreas) ?? { ...bounds, width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER };
  const moved = (times: number): Rectangle => ({
    ...bounds,
    x: around(bounds.x + times * step, area.x, area.width - bounds.width),
    y: around(bounds.y + times * step, area.y, area.height - bounds.height),
  });
  const candidates = Array.from({ length: taken.length + 1 }, (_, times) => moved(times));
  return candidates.find((one) => !taken.some(({ x, y }) => x === one.x && y === one.y)) ?? bounds;
}

/** Returns the display that shows the most of a window's title bar; undefined if none shows enough of it. */
function displayOf(bounds: Rectangle, workAreas: readonly Rectangle[]): Rectangle | undefined {
  const seen = workAreas.map((area) => ({ area, width: seenWidth(bounds, area) }));
  const [best] = seen.sort((one, other) => other.width - one.width);
  return best !== undefined && best.width >= grip.width ? best.area : undefined;
}

/** Returns the width of the part of a window's title bar that a display shows; 0 if it is above or below. */
function seenWidth(bounds: Rectangle, area: Rectangle): number {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const down = Math.min(bounds.y + grip.height, area.y + area.height) - Math.max(bounds.y, area.y);
  return down >= grip.height ? Math.max(0, across) : 0;
}

function within(value: number, from: number, room: number): number {
  return Math.max(from, Math.min(value, from + room));
}

/** Returns the value, or what is left of it from the start of the room on if it exceeds that. */
function around(value: number, from: number, room: number): number {
  return value <= from + room ? value : from + ((value - from) % (Math.max(0, room) + 1));
}
