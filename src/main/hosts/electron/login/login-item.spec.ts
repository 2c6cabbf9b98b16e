import { expect, test, vi } from 'vitest';
import { followLoginItem } from './login-item';

vi.mock('electron', () => ({ app: {} }));

function setUp(system: boolean, setting: boolean, accepts = true) {
  const state = { system, setting, sets: [] as boolean[] };
  const follow = followLoginItem({
    item: {
      read: async () => state.system,
      async set(isOn) {
        state.sets.push(isOn);
        if (accepts) state.system = isOn;
      },
    },
    isWanted: () => state.setting,
    async store(isOn) {
      state.setting = isOn;
      await follow.apply();
    },
  });
  return { state, follow };
}

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('the setting shows what the system does: system %s, setting %s', async (system, setting) => {
  const { state, follow } = setUp(system, setting);
  await follow.adopt();
  expect(state).toEqual({ system, setting: system, sets: [] });
});

test.each([
  ['accepts', true, true],
  ['refuses', false, false],
])('a change is set once, and the setting shows that the system %s it', async (_what, accepts, after) => {
  const { state, follow } = setUp(false, false, accepts);
  state.setting = true;
  await follow.apply();
  await follow.apply();
  expect(state).toEqual({ system: after, setting: after, sets: [true] });
});
