import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { cascadeBounds, fitToDisplays, isReachable, keepState, stateKey, type WindowState, windowStateFile } from './window-state';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 1920, height: 1080 };
const corner = { x: -1920, y: -1080, width: 1920, height: 1080 };
const small = { x: 5, y: 5, width: 800, height: 480 };
const at = (x: number, y: number, width = 1200, height = 700): WindowState => ({ x, y, width, height, maximized: false });

describe('a window comes up', () => {
  test.each([
    ['where it was', at(100, 100), [laptop], { x: 100, y: 100, width: 1200, height: 700 }],
    ['on the second display', at(1500, 50), [laptop, beside], { x: 1500, y: 50, width: 1200, height: 700 }],
    ['centered on the first when its display is gone', at(1500, 50), [laptop], { x: 120, y: 113, width: 1200, height: 700 }],
    ['with the usual size the first time', undefined, [laptop], { x: 80, y: 63, width: 1280, height: 800 }],
    ['no larger than its display', at(1500, 50, 3000, 2000), [beside], { x: 1440, y: 0, width: 1920, height: 1080 }],
    ['wholly on its display', at(900, 600), [laptop], { x: 240, y: 200, width: 1200, height: 700 }],
    ['never smaller than it can be', at(10, 30, 200, 100), [laptop], { x: 10, y: 30, width: 1000, height: 640 }],
    ['with its title below the upper edge', at(100, -690), [laptop], { x: 120, y: 113, width: 1200, height: 700 }],
    ['in the whole of a display that is too small', at(0, 0), [small], small],
    ['in the whole of a small display the first time', undefined, [small], small],
    ['on a display left of and above the first', at(-1500, -700), [laptop, corner], { x: -1500, y: -700, width: 1200, height: 700 }],
    ['on the first when the display left of it is gone', at(-1500, -700), [laptop], { x: 120, y: 113, width: 1200, height: 700 }],
    ['on the display that shows more of its title', at(1000, 100), [laptop, beside], { x: 1440, y: 100, width: 1200, height: 700 }],
    [
      'on the display that shows more of its title, the first',
      at(700, 100),
      [beside, laptop],
      { x: 240, y: 100, width: 1200, height: 700 },
    ],
    [
      'below a bar that was moved to the top',
      at(100, 10),
      [{ x: 0, y: 48, width: 1440, height: 852 }],
      { x: 120, y: 124, width: 1200, height: 700 },
    ],
    [
      'beside a bar that was moved to the left',
      at(0, 25),
      [{ x: 64, y: 25, width: 1376, height: 875 }],
      { x: 64, y: 25, width: 1200, height: 700 },
    ],
    [
      'smaller on a display whose scale leaves less room',
      at(0, 0, 1900, 1000),
      [{ x: 0, y: 0, width: 1280, height: 680 }],
      { x: 0, y: 0, width: 1280, height: 680 },
    ],
    ['where there is no display at all', undefined, [], { x: 0, y: 0, width: 1280, height: 800 }],
  ])('%s', (_what, state, displays, bounds) => {
    expect(fitToDisplays(state, displays)).toEqual(bounds);
  });

  test('away from windows at the same position', () => {
    const bounds = { x: 10, y: 10, width: 1000, height: 640 };
    expect(cascadeBounds(bounds, [], [beside])).toEqual(bounds);
    expect(cascadeBounds(bounds, [bounds, { ...bounds, x: 34, y: 34 }], [])).toEqual({ ...bounds, x: 58, y: 58 });
    expect(cascadeBounds(bounds, [{ ...bounds, x: 34, y: 34 }], [])).toEqual(bounds);
  });

  test('within the display, however many there are', () => {
    const bounds = { x: 400, y: 200, width: 1000, height: 640 };
    const opened = Array.from({ length: 40 }).reduce<(typeof bounds)[]>((taken) => [...taken, cascadeBounds(bounds, taken, [laptop])], []);
    for (const { x, y, width, height } of opened) {
      expect(x).toBeGreaterThanOrEqual(laptop.x);
      expect(y).toBeGreaterThanOrEqual(laptop.y);
      expect([x + width <= 1440, y + height <= 900]).toEqual([true, true]);
    }
    expect(new Set(opened.map(({ x, y }) => `${x} ${y}`)).size).toBe(opened.length);
  });

  test('at the same position where there is no room for another one', () => {
    expect(cascadeBounds(small, [small], [small])).toEqual(small);
  });
});

test.each([
  ['on a display', at(100, 100), true],
  ['with a corner of its title', at(1320, 800), true],
  ['with too little of its title', at(1321, 800), false],
  ['with its title below', at(100, 861), false],
  ['with its title above', at(100, 24), false],
  ['elsewhere', at(3000, 100), false],
])('a window %s can be reached: %#', (_what, bounds, expected) => {
  expect(isReachable(bounds, [laptop])).toBe(expected);
});

test.each([
  ['/', 'start'],
  ['', 'start'],
  ['/c/ae/users?q=a', 'ae'],
  ['/c/ae', 'ae'],
  ['/c//users', 'start'],
  [`/c/${'x'.repeat(100)}`, 'x'.repeat(64)],
])('the place of %j is kept under %j', (path, key) => {
  expect(stateKey(path)).toBe(key);
});

test('keeps states, and removes the least recently used', async () => {
  const folder = await temporaryFolder();
  const file = windowStateFile(folder, createFakeClock());
  await file.update((states) => keepState(states, 'ae', at(1, 2)));
  expect(await windowStateFile(folder, createFakeClock()).read()).toEqual({ ae: at(1, 2) });
  const many = Array.from({ length: 150 }, (_, n) => `c${n}`).reduce((states, key) => keepState(states, key, at(0, 0)), {});
  expect(Object.keys(many)).toHaveLength(100);
  expect(Object.keys(keepState(many, 'c60', at(1, 1))).at(-1)).toBe('c60');
});

test.each(['{', '{"format":"latchkey/windows","version":1,"data":{"a":{"x":1e9}}}', '{"format":"latchkey/windows","version":1,"data":[]}'])(
  'a file that cannot be understood costs only the places: %s',
  async (text) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'windows.json'), text);
    expect(await windowStateFile(folder, createFakeClock()).read()).toEqual({});
  },
);
