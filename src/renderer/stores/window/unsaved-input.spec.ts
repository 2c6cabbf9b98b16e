import { expect, test } from 'vitest';
import { hasUnsavedInput, registerUnsavedInput } from './unsaved-input';

test('there is unsaved input until every part that registered it has none', () => {
  expect(hasUnsavedInput()).toBe(false);
  const removeForm = registerUnsavedInput();
  const removeEditor = registerUnsavedInput();
  removeForm();
  removeForm();
  expect(hasUnsavedInput()).toBe(true);
  removeEditor();
  expect(hasUnsavedInput()).toBe(false);
});
