import { expect, test } from 'vitest';
import { settle } from '#tests/support/fake-clock.ts';
import { parseLink } from '../callback/parse-link';
import { maxWaiting, waitWhileLocked } from './browser-links';

const text = `https://x.test/handler/magic-link-callback?code=${'a'.repeat(45)}`;
const link = parseLink(text, ['/handler']);

function setUp(isLocked: boolean, handle = async () => {}) {
  const state = { isLocked, handled: [] as string[], focused: 0 };
  let waiting: (() => void)[] = [];
  const wait = waitWhileLocked(
    async (_link, arrived) => {
      state.handled.push(arrived);
      await handle();
      return 'link';
    },
    {
      isLocked: () => state.isLocked,
      whenUnlocked: () => (state.isLocked ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
      focusWindow() {
        state.focused += 1;
      },
    },
  );
  return {
    state,
    arrive: (arrived = text) => wait(link, arrived),
    async unlock() {
      state.isLocked = false;
      for (const resolve of waiting) resolve();
      waiting = [];
      await settle();
    },
  };
}

test('an unlocked app handles a link at once', async () => {
  const { state, arrive } = setUp(false);
  expect(await arrive()).toBe('link');
  expect(state).toMatchObject({ handled: [text], focused: 0 });
});

test('links wait while the app is locked, are handled in their order once it is unlocked, and wait again when it is locked again', async () => {
  const { state, arrive, unlock } = setUp(true);
  expect([await arrive('one'), await arrive('two')]).toEqual(['locked', 'locked']);
  await settle();
  expect(state).toMatchObject({ handled: [], focused: 1 });
  await unlock();
  expect(state.handled).toEqual(['one', 'two']);
  state.isLocked = true;
  expect(await arrive('three')).toBe('locked');
  await settle();
  expect(state).toMatchObject({ handled: ['one', 'two'], focused: 2 });
  await unlock();
  expect(state.handled).toEqual(['one', 'two', 'three']);
});

test('only so many links wait, and later ones have room once those were handled, also if that failed', async () => {
  const { state, arrive, unlock } = setUp(true, () => Promise.reject(new Error('not handled')));
  const pages = await Promise.all(Array.from({ length: maxWaiting + 1 }, () => arrive()));
  expect([pages.filter((page) => page === 'locked').length, pages.at(-1)]).toEqual([maxWaiting, 'ignored']);
  await unlock();
  expect(state.handled).toHaveLength(maxWaiting);
  state.isLocked = true;
  expect(await arrive()).toBe('locked');
});
