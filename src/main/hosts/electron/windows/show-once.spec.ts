import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { showOnce } from './show-once';

function setUp() {
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() });
  const [clock, show] = [createFakeClock(), vi.fn()];
  showOnce(window as unknown as Electron.BrowserWindow, show, clock);
  const fail = (isMainFrame: boolean) => void window.webContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', 'app://bundle/', isMainFrame);
  const events = {
    drawn: () => void window.emit('ready-to-show'),
    loaded: () => void window.webContents.emit('did-finish-load'),
    'not loaded': () => fail(true),
    'frame not loaded': () => fail(false),
    closed: () => void window.emit('closed'),
  };
  return { clock, show, events };
}

type EventName = keyof ReturnType<typeof setUp>['events'];

test.each<[string, readonly (readonly [number, EventName])[], number]>([
  ['when its page is drawn', [[300, 'drawn']], 300],
  [
    'when its page is drawn soon after it was loaded',
    [
      [300, 'loaded'],
      [900, 'drawn'],
    ],
    900,
  ],
  [
    'when its page is drawn before it is loaded',
    [
      [200, 'drawn'],
      [300, 'loaded'],
    ],
    200,
  ],
  ['one second after its page has loaded', [[300, 'loaded']], 1_300],
  [
    'one second after its page has loaded first',
    [
      [300, 'loaded'],
      [900, 'loaded'],
    ],
    1_300,
  ],
  ['at once when its page can’t be loaded', [[300, 'not loaded']], 300],
  ['not because a frame in it can’t be loaded', [[300, 'frame not loaded']], 5_000],
  ['after five seconds when its page takes longer', [[4_500, 'loaded']], 5_000],
  ['after five seconds when nothing happens', [], 5_000],
])('a window is shown %s, once', async (_when, happening, shownAt) => {
  const { clock, show, events } = setUp();
  const times: number[] = [];
  show.mockImplementation(() => times.push(clock.monotonic()));
  for (const [at, name] of happening) {
    await clock.advance(at - clock.monotonic());
    events[name]();
  }
  await clock.advance(20_000);
  for (const name of ['drawn', 'loaded', 'not loaded'] as const) events[name]();
  await clock.advance(20_000);
  expect(times).toEqual([shownAt]);
  expect(clock.waiting).toBe(0);
});

test.each<[readonly EventName[]]>([[[]], [['loaded']]])('a window that closes after %j is not shown', async (before) => {
  const { clock, show, events } = setUp();
  for (const name of before) events[name]();
  events.closed();
  await clock.advance(20_000);
  for (const name of ['drawn', 'loaded', 'not loaded'] as const) events[name]();
  await clock.advance(20_000);
  expect(show).not.toHaveBeenCalled();
  expect(clock.waiting).toBe(0);
});
