import { beforeEach, expect, test, vi } from 'vitest';
import { Emitter, preventable } from '../../../../tests/support/electron/emitter';
import { createFakeClock, settle } from '../../../../tests/support/fake-clock';
import { closeBeforeQuit } from './quit';

const electron = vi.hoisted(() => ({ app: {} as { on: unknown; quit: () => void }, powerMonitor: {} as { on: unknown } }));
vi.mock('electron', () => electron);

const app = new Emitter<string>('app', ['will-quit']);
const quit = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(electron.app, { on: app.on.bind(app), quit });
  electron.powerMonitor.on = () => undefined;
});

function askToQuit(): boolean {
  const event = preventable();
  app.tell('will-quit', event);
  return !event.defaultPrevented;
}

test('quits after eight seconds when closing does not finish', async () => {
  const clock = createFakeClock();
  closeBeforeQuit(() => new Promise(() => undefined), clock);
  expect(askToQuit()).toBe(false);
  await clock.advance(7_999);
  expect([askToQuit(), quit.mock.calls.length]).toEqual([false, 0]);
  await clock.advance(1);
  expect(quit).toHaveBeenCalledTimes(1);
});

test('quits when closing fails, and leaves no timer', async () => {
  const clock = createFakeClock();
  closeBeforeQuit(() => Promise.reject(new Error('disk')), clock);
  askToQuit();
  await settle();
  expect([quit.mock.calls.length, clock.waiting]).toEqual([1, 0]);
});
