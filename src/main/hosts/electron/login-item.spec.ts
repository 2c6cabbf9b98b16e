import { expect, test, vi } from 'vitest';
import { settle } from '#tests/support/fake-clock.ts';
import { followLoginItem } from './login-item';

vi.mock('electron', () => ({ app: {} }));

function setUp(system: boolean, setting: boolean, accepts = true) {
  const state = { system, setting, sets: [] as boolean[], stored: [] as boolean[], isAppLocked: false, isPolicy: false };
  /** What the system waits for before it responds the next time. */
  const waits: { read?: Promise<void> | undefined; set?: Promise<void> | undefined } = {};
  const wait = (what: 'read' | 'set') => {
    const waiting = waits[what];
    waits[what] = undefined;
    return waiting;
  };
  const follow = followLoginItem({
    item: {
      async read() {
        const found = state.system;
        await wait('read');
        return found;
      },
      async set(isOn) {
        await wait('set');
        state.sets.push(isOn);
        if (accepts) state.system = isOn;
      },
    },
    isWanted: () => state.setting,
    isLocked: () => state.isPolicy,
    async store(isOn) {
      if (state.isAppLocked || state.isPolicy) return false;
      state.setting = isOn;
      state.stored.push(isOn);
      void follow.apply();
      return true;
    },
  });
  return { state, follow, waits };
}

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('the setting shows what the system does: system %s, setting %s', async (system, setting) => {
  const { state, follow } = setUp(system, setting);
  await follow.adopt();
  expect(state).toMatchObject({ system, setting: system, sets: [] });
});

test.each([
  ['accepts', true, true],
  ['refuses', false, false],
])('a change is set once, and the setting shows that the system %s it', async (_what, accepts, after) => {
  const { state, follow } = setUp(false, false, accepts);
  state.setting = true;
  await follow.apply();
  await follow.apply();
  expect(state).toMatchObject({ system: after, setting: after, sets: [true] });
});

test.each(['read', 'set'] as const)('a change isn’t undone while the system is slow to %s', async (slow) => {
  const { state, follow, waits } = setUp(false, false);
  let respond = () => {};
  waits[slow] = new Promise((resolve) => {
    respond = resolve;
  });
  const change = () => {
    state.setting = true;
    return follow.apply();
  };
  const both = slow === 'read' ? [follow.adopt(), change()] : [change(), follow.adopt()];
  await settle();
  respond();
  await Promise.all(both);
  expect(state).toEqual({ system: true, setting: true, sets: [true], stored: [], isAppLocked: false, isPolicy: false });
});

test('what the user changed in the system while the app is locked is adopted later', async () => {
  const { state, follow } = setUp(false, true);
  state.isAppLocked = true;
  await follow.adopt();
  state.isAppLocked = false;
  await follow.apply();
  await follow.adopt();
  expect(state).toMatchObject({ system: false, setting: false, sets: [] });
});

test.each([
  ['on', true],
  ['off', false],
])('a policy that turns it %s decides for the system, also at the start and after a change there', async (_what, decided) => {
  const { state, follow } = setUp(!decided, decided);
  state.isPolicy = true;
  await follow.adopt();
  expect(state).toMatchObject({ system: decided, setting: decided, sets: [decided] });
  state.system = !decided;
  await follow.adopt();
  expect(state).toMatchObject({ system: decided, setting: decided, sets: [decided, decided] });
});
