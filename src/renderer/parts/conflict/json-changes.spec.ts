import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { applyChanges, changesBetween, conflictingChanges, includesChanges, isSameJson, pathText } from './json-changes';

describe('the changes between two values', () => {
  it.each<[JsonValue, JsonValue, readonly string[]]>([
    [null, null, []],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: 1 }, { a: 1, b: null }, ['b: undefined → null']],
    [{ a: 1 }, {}, ['a: 1 → undefined']],
    [{ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 3, d: 2 } } }, ['a.b.c: 1 → 3']],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    [{ a: [1, 2] }, { a: [2, 1] }, ['a: [1,2] → [2,1]']],
    [{ a: {} }, { a: [] }, ['a: {} → []']],
    [null, { a: 1, b: 2 }, ['a: undefined → 1', 'b: undefined → 2']],
    [null, {}, [': null → {}']],
    [null, 'text', [': null → "text"']],
    [{ a: 1 }, null, [': {"a":1} → null']],
    [{ 'a b': 1 }, { 'a b': 2 }, ['["a b"]: 1 → 2']],
    [{ constructor: 1 }, {}, ['constructor: 1 → undefined']],
    [{}, { toString: 1 }, ['toString: undefined → 1']],
  ])('%j to %j', (before, after, expected) => {
    const changes = changesBetween(before, after);
    const text = changes.map((one) => `${pathText(one.path)}: ${JSON.stringify(one.before)} → ${JSON.stringify(one.after)}`);
    expect(text).toEqual(expected);
    expect(isSameJson(applyChanges(before, changes), after)).toBe(true);
  });

  it('include the key __proto__', () => {
    const after = JSON.parse('{"__proto__": {"a": 1}}') as JsonValue;
    const changes = changesBetween({}, after);
    expect(changes).toHaveLength(1);
    expect(JSON.stringify(applyChanges({}, changes))).toBe(JSON.stringify(after));
  });
});

describe('changes made in two places', () => {
  const stored: JsonValue = { theme: 'dark', team: { name: 'Engines', size: 3 } };

  it.each<[string, JsonValue, JsonValue, number]>([
    ['different keys', { ...stored, theme: 'light' }, { ...stored, team: { name: 'Looms', size: 3 } }, 0],
    ['different keys of one object', { ...stored, team: { name: 'A', size: 3 } }, { ...stored, team: { name: 'Engines', size: 4 } }, 0],
    ['the same value', { ...stored, theme: 'light' }, { ...stored, theme: 'light' }, 0],
    ['two values of one key', { ...stored, theme: 'light' }, { ...stored, theme: 'system' }, 1],
    ['a key within what was removed', { ...stored, team: { name: 'Looms', size: 3 } }, { theme: 'dark' }, 1],
    ['the whole value', null, { ...stored, theme: 'light' }, 1],
  ])('%s', (_what, mine, theirs, count) => {
    const ours = changesBetween(stored, mine);
    const others = changesBetween(stored, theirs);
    expect(conflictingChanges(ours, others)).toHaveLength(count);
    if (count > 0) return;
    const merged = applyChanges(theirs, ours);
    expect(isSameJson(merged, applyChanges(mine, others))).toBe(true);
  });

  it.each<[what: string, mine: JsonValue, theirs: JsonValue, isIncluded: boolean]>([
    ['nothing was changed', { a: 1 }, {}, true],
    ['a part was made already', { a: 1, b: 2 }, { a: 1 }, true],
    ['all was made already', { a: 1 }, { a: 1 }, true],
    ['another value was stored', { a: 1 }, { a: 2 }, false],
    ['something else was changed', { a: 1 }, { a: 1, b: 2 }, false],
  ])('include the others: %s', (_what, mine, theirs, isIncluded) => {
    expect(includesChanges(changesBetween({}, mine), changesBetween({}, theirs))).toBe(isIncluded);
  });

  it('keep the order of the keys', () => {
    expect(JSON.stringify(applyChanges(stored, changesBetween(stored, { ...stored, theme: 'light', more: 1 })))).toBe(
      '{"theme":"light","team":{"name":"Engines","size":3},"more":1}',
    );
  });
});
