import { expect, test } from 'vitest';
import { handlingOf } from './held-keys';

const press = (keys: string, composing = false) => {
  const [key = '', ...held] = keys.split('+').reverse();
  return {
    key,
    isComposing: composing,
    keyCode: composing ? 229 : 0,
    ctrlKey: held.includes('Control') || held.includes('AltGraph'),
    altKey: held.includes('Alt') || held.includes('AltGraph'),
    metaKey: held.includes('Meta'),
    getModifierState: (name: string) => held.includes(name),
  };
};

test.each([
  ['a', 'keep'],
  ['Shift+A', 'keep'],
  ['ß', 'keep'],
  ['𝒜', 'keep'],
  [' ', 'keep'],
  ['AltGraph+@', 'keep'],
  ['Backspace', 'keep'],
  ['Escape', 'keep'],
  ['Enter', 'drop'],
  ['Shift+Enter', 'drop'],
  ['Control+Enter', 'drop'],
  ['Meta+Enter', 'drop'],
  ['Tab', 'drop'],
  ['ArrowDown', 'drop'],
  ['Delete', 'drop'],
  ['Dead', 'drop'],
  ['ContextMenu', 'drop'],
  ['Shift', 'pass'],
  ['Control', 'pass'],
  ['Control+r', 'pass'],
  ['Meta+k', 'pass'],
  ['Alt+f', 'pass'],
  ['F5', 'pass'],
])('while a dialog opens, %j is %s', (keys, handling) => {
  expect(handlingOf(press(keys), false)).toBe(handling);
});

test('Option writes characters on a Mac', () => {
  expect(handlingOf(press('Alt+é'), true)).toBe('keep');
});

test.each(['a', 'Enter', 'Process'])('%s of an input method passes', (key) => {
  expect(handlingOf(press(key, true))).toBe('pass');
});
