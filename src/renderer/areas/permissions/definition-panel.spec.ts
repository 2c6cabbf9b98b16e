import { expect, it } from 'vitest';
import { isSameJson } from '#parts/conflict/json-changes.ts';
import { fromDraftValue, storedDraftValue, toDraftValue } from './definition-panel';

it('a value has the same meaning in any order', () => {
  const one = toDraftValue({ description: 'Helps', contained: ['b', 'a'] });
  expect(isSameJson(one, storedDraftValue({ id: 'x', description: 'Helps', contained_permission_ids: ['a', 'b'] }))).toBe(true);
});

it('a definition without a description has an empty one', () => {
  expect(fromDraftValue(storedDraftValue({ id: 'x', contained_permission_ids: [] }))).toEqual({ description: '', contained: [] });
});

it.each([[[]], [['a']], [['$read_members', 'constructor', '__proto__']]])('the contents %j stay the same', (contained) => {
  expect([...fromDraftValue(toDraftValue({ description: '', contained })).contained].sort()).toEqual([...contained].sort());
});
