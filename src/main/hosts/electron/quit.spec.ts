import { beforeEach, expect, test, vi } from 'vitest';
import { Emitter, preventable } from '#tests/support/electron/emitter.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { closeBeforeQuit } from './quit';

const electron = vi.hoisted(() => ({
  app: {} as { on: unknown; quit: () => void; exit: (code: number) => void },
  powerMonitor: {} as { on: unknown },
}));
vi.mock('electron', () => electron);

const app = new Emitter<string>('app', ['will-quit']);
const quit = vi.fn();
const exit = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(electron.app, { on: app.on.bind(app), quit, exit });
  electron.powerMonitor.on = () => undefined;
});

function askToQuit(): boolean {
  const event = preventable();
  app.tell('will-quit', event);
  return !event.defaultPrevented;
}

test('quits after eight seconds when closing does not finish', async () => {
  const clock = createFakeClock();
  closeBeforeQuit(
    () => new Promise(() => undefined),
    clock,
    () => 0,
  );
  expect(askToQuit()).toBe(false);
  await clock.advance(7_999);
  expect([askToQuit(), quit.mock.calls.length]).toEqual([false, 0]);
  await clock.advance(1);
  expect(quit).toHaveBeenCalledTimes(1);
});

test('quits when closing fails, and leaves no timer', async () => {
  const clock = createFakeClock();
  closeBeforeQuit(
    () => Promise.reject(new Error('disk')),
    clock,
    () => 0,
  );
  askToQuit();
  await settle();
  expect([quit.mock.calls.length, clock.waiting]).toEqual([1, 0]);
});

test('ends with the code of a program that failed once it has closed', async () => {
  const close = vi.fn(async () => undefined);
  closeBeforeQuit(close, createFakeClock(), () => 1);
  expect([askToQuit(), exit.mock.calls]).toEqual([false, []]);
  await settle();
  expect([close.mock.calls.length, exit.mock.calls, quit.mock.calls.length]).toEqual([1, [[1]], 0]);
});
