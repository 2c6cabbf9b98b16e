import { describe, expect, it } from 'vitest';
import { changedFields, isEqual, rebase } from './form-changes';

describe('equal values', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'a ', false],
    [null, undefined, false],
    [{ typed: '' }, { typed: '' }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: undefined }, { b: undefined }, false],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [[], {}, false],
  ])('%j and %j: %s', (one, other, expected) => {
    expect([isEqual(one, other), isEqual(other, one)]).toEqual([expected, expected]);
  });
});

describe('changed fields', () => {
  const fields = { name: { isSame: (before: string, now: string) => before === now.trim() }, 'keys.server': {}, port: {} };
  const stored = { name: 'Shop', keys: { server: 'keep' }, port: 25 };

  it('are those whose value differs', () => {
    expect(changedFields(fields, stored, { ...stored, keys: { server: null }, port: 465 })).toEqual(['keys.server', 'port']);
  });

  it('are compared by the field’s own rule', () => {
    expect(changedFields(fields, stored, { ...stored, name: ' Shop ' })).toEqual([]);
    expect(changedFields(fields, stored, { ...stored, name: '' })).toEqual(['name']);
  });

  it('ignore values without a field', () => {
    expect(changedFields(fields, stored, { ...stored, id: 'x' })).toEqual([]);
  });
});

describe('values after what is stored changed', () => {
  const stored = { name: 'Shop', keys: { server: 'keep', admin: 'keep' } };

  it('follow it where nothing was edited', () => {
    const next = { name: 'Store', keys: { server: 'none', admin: 'keep' } };
    expect(rebase(stored, next, structuredClone(stored))).toEqual(next);
  });

  it('keep what was edited, field by field', () => {
    const next = { name: 'Store', keys: { server: 'none', admin: 'none' } };
    const edited = { name: 'Market', keys: { server: 'typed', admin: 'keep' } };
    expect(rebase(stored, next, edited)).toEqual({ name: 'Market', keys: { server: 'typed', admin: 'none' } });
  });

  it('take the stored form of what was just saved', () => {
    expect(rebase({ name: ' Shop ' }, { name: 'Shop' }, { name: ' Shop ' })).toEqual({ name: 'Shop' });
  });
});
