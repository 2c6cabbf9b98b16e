import { expect, test } from 'vitest';
import { isComposing, pressedKey } from './pressed-key';

const press = (key: string, composing: boolean, keyCode: number) => ({ key, isComposing: composing, keyCode });

test.each([
  ['Enter', false, 13, 'Enter'],
  ['Escape', false, 27, 'Escape'],
  ['Enter', true, 13, ''],
  ['Enter', true, 229, ''],
  // Safari, after the composition has ended.
  ['Enter', false, 229, ''],
  ['Escape', true, 27, ''],
  ['Process', false, 229, ''],
  ['ArrowDown', true, 40, ''],
])('%s (composing: %s, code %i) is the key %j', (key, composing, code, expected) => {
  const native = press(key, composing, code);
  expect([pressedKey(native), pressedKey({ key, nativeEvent: native })]).toEqual([expected, expected]);
  expect(isComposing(native)).toBe(expected === '');
});
