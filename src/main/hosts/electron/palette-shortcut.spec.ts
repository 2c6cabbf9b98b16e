import { expect, test } from 'vitest';
import type { Settings } from '#contract/setting-rows.ts';
import { followPaletteShortcut } from './palette-shortcut';

function scene(others: readonly string[] = []) {
  const registered = new Map<string, () => void>();
  let [wanted, presses, refusals]: [Settings['paletteShortcut'], number, number] = ['off', 0, 0];
  const apply = followPaletteShortcut({
    shortcuts: {
      register(keys, run) {
        if (others.includes(keys)) return false;
        registered.set(keys, run);
        return true;
      },
      unregister: (keys) => void registered.delete(keys),
    },
    wanted: () => wanted,
    onPress: () => {
      presses += 1;
    },
    onTaken: () => {
      refusals += 1;
    },
  });
  return {
    set(keys: Settings['paletteShortcut']) {
      wanted = keys;
      apply();
      // Any other setting changes.
      apply();
      return [...registered.keys()];
    },
    press: () => [...registered.values()].map((run) => run()).length,
    counts: () => ({ presses, refusals }),
  };
}

test('one shortcut at a time is taken from the system, and given back', () => {
  const { set, press, counts } = scene();
  expect(set('off')).toEqual([]);
  expect(set('control-alt-k')).toEqual(['Control+Alt+K']);
  expect(set('control-shift-space')).toEqual(['Control+Shift+Space']);
  press();
  expect(set('off')).toEqual([]);
  expect(counts()).toEqual({ presses: 1, refusals: 0 });
});

test('one that another program has is reported once for each choice, and not given back', () => {
  const { set, counts } = scene(['Control+Alt+K']);
  expect(set('control-alt-k')).toEqual([]);
  expect(set('control-alt-space')).toEqual(['Control+Alt+Space']);
  expect(counts().refusals).toBe(1);
  expect(set('control-alt-k')).toEqual([]);
  expect(counts().refusals).toBe(2);
});
