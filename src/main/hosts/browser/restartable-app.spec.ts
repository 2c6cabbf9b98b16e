import { expect, test } from 'vitest';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import type { App } from '../../app/app';
import { createRestartableApp } from './restartable-app';

/** Apps that are named after their order, and close when the test lets them. */
async function setUp({ closes = true, failsFrom = Number.POSITIVE_INFINITY, requestedIn = 0 } = {}) {
  const events: string[] = [];
  const clock = createFakeClock();
  let count = 0;
  let restart = () => {};
  const app = await createRestartableApp({
    async create(again) {
      restart = again;
      count += 1;
      const name = `app ${count}`;
      if (count >= failsFrom) throw new Error('not cleared');
      if (count === requestedIn) again();
      events.push(`${name} created`);
      return {
        dispatch: async () => ({ ok: true, value: name }),
        close: () => {
          events.push(`${name} closed`);
          return closes ? Promise.resolve() : new Promise(() => undefined);
        },
      } as unknown as App;
    },
    closeLimitMillis: 8_000,
    clock,
    onRestarted: () => events.push('restarted'),
    onFailed: (thrown) => events.push(String(thrown)),
  });
  return { app, events, clock, restart: () => restart() };
}

const call = ['app.info', {}, { windowId: 'w' }] as const;

test('closes the app before it creates the next one, which then handles calls', async () => {
  const { app, events, restart } = await setUp();
  restart();
  restart();
  await settle();
  expect(events).toEqual(['app 1 created', 'app 1 closed', 'app 2 created', 'restarted']);
  expect(await app.dispatch(...call)).toEqual({ ok: true, value: 'app 2' });
  restart();
  await settle();
  expect(events.slice(4)).toEqual(['app 2 closed', 'app 3 created', 'restarted']);
});

test.each([
  [1, ['app 1 created', 'app 1 closed', 'app 2 created']],
  [2, ['app 1 created', 'app 1 closed', 'app 2 created', 'app 2 closed', 'app 3 created', 'restarted']],
])('creates the app again when app %i requests a restart before it is created', async (requestedIn, expected) => {
  const { app, events, restart } = await setUp({ requestedIn });
  if (requestedIn === 2) restart();
  await settle();
  expect(events).toEqual(expected);
  expect(await app.dispatch(...call)).toEqual({ ok: true, value: `app ${requestedIn + 1}` });
});

test('responds to no call in between, not even later', async () => {
  const { app, restart } = await setUp();
  restart();
  let isAnswered = false;
  void app.dispatch(...call).then(() => {
    isAnswered = true;
  });
  await settle();
  expect(isAnswered).toBe(false);
});

test('creates the next app when the first one doesn’t close in time', async () => {
  const { events, clock, restart } = await setUp({ closes: false });
  restart();
  await settle();
  expect(events).toEqual(['app 1 created', 'app 1 closed']);
  await clock.advance(8_000);
  expect(events).toEqual(['app 1 created', 'app 1 closed', 'app 2 created', 'restarted']);
});

test('reports that the next app can’t be created', async () => {
  const { events, restart } = await setUp({ failsFrom: 2 });
  restart();
  await settle();
  expect(events).toEqual(['app 1 created', 'app 1 closed', 'Error: not cleared']);
});

test('is closed once a restart has ended, and never restarts afterwards', async () => {
  const { app, events, restart } = await setUp();
  restart();
  await app.close();
  restart();
  await settle();
  expect(events).toEqual(['app 1 created', 'app 1 closed', 'app 2 created', 'restarted', 'app 2 closed']);
});
