import type { Schema } from '@cfworker/json-schema';
import { describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { changesBetween } from '#parts/conflict/json-changes.ts';
import { schemaProblems } from '../metadata/check-schema';
import { formFields } from './form-fields';
import { emptyValue, type FormState, isChanged, problemsOfChanges, problemsOutside, setBroken, setField } from './form-state';

const schema: Schema = {
  required: ['plan'],
  properties: {
    plan: { enum: ['free', 'team'] },
    seats: { type: 'integer' },
    crm: { type: 'object', properties: { owner: { type: 'string', format: 'email' } } },
  },
};

describe('problems that saving would add', () => {
  const own = (stored: JsonValue, value: JsonValue) =>
    problemsOfChanges(schemaProblems(schema, value, stored) ?? [], changesBetween(stored, value)).map(({ path }) => path.join('.'));

  it.each<[string, JsonValue, JsonValue, string[]]>([
    ['a stored one blocks no other change', { plan: 'gold', seats: 5 }, { plan: 'gold', seats: 12 }, []],
    ['nor does a missing key', { seats: 5 }, { seats: 12 }, []],
    ['a new one is one', { plan: 'free' }, { plan: 'gold' }, ['plan']],
    ['an invalid value that is changed to another is one', { plan: 'gold' }, { plan: 'silver' }, ['plan']],
    ['as is a removed key', { plan: 'free' }, {}, ['plan']],
    ['and one within a changed object', { plan: 'free', crm: 1 }, { plan: 'free', crm: { owner: 'a@b', x: 1 } }, []],
    ['of the first metadata, all are', null, { seats: 'a' }, ['plan', 'seats']],
    ['one that is corrected is none', { plan: 'gold' }, { plan: 'team' }, []],
  ])('%s', (_, stored, value, paths) => {
    expect(own(stored, value)).toEqual(paths);
  });
});

it('those that no field shows are outside', () => {
  const fields = formFields(JSON.stringify(schema)) ?? [];
  const at = (...path: string[]) => ({ path, keyword: 'x', text: '', isOld: false });
  expect(problemsOutside([at(), at('plan'), at('crm'), at('crm', 'owner', '0'), at('other')], fields)).toEqual([
    at(),
    at('crm'),
    at('other'),
  ]);
});

const stateOf = (more: Partial<FormState>): FormState => ({
  value: null,
  stored: null,
  problems: [],
  ownProblems: [],
  broken: new Map(),
  isReadOnly: false,
  onChange: vi.fn(),
  onBroken: vi.fn(),
  ...more,
});

it('an emptied field removes its key, and the last one all of what wasn’t stored', () => {
  const first = stateOf({ value: { plan: 'free' } });
  setField(first, ['plan'], undefined);
  expect(first.onChange).toHaveBeenCalledWith(null);
  const kept = stateOf({ value: { plan: 'free' }, stored: { plan: '' } });
  expect(emptyValue(kept, ['plan'])).toBe('');
  expect(emptyValue(stateOf({ stored: { plan: 'a' } }), ['plan'])).toBeUndefined();
  setField(kept, ['plan'], undefined);
  expect(kept.onChange).toHaveBeenCalledWith({});
});

it('a field is changed if its value differs from the stored one', () => {
  const state = stateOf({ value: { a: { c: 2, b: 1 }, d: null, e: 1 }, stored: { a: { b: 1, c: 2 }, f: 1 } });
  expect(['a', 'd', 'e', 'f', 'g'].map((key) => isChanged(state, [key]))).toEqual([false, true, true, true, false]);
  expect(isChanged({ ...state, stored: undefined }, ['d'])).toBe(false);
});

it('keeps the texts of fields that aren’t JSON', () => {
  const state = stateOf({ broken: new Map([['["a"]', '{']]) });
  setBroken(state, ['b'], '[');
  expect(state.onBroken).toHaveBeenLastCalledWith(
    new Map([
      ['["a"]', '{'],
      ['["b"]', '['],
    ]),
  );
  setBroken(state, ['a'], undefined);
  expect(state.onBroken).toHaveBeenLastCalledWith(new Map());
  setBroken(state, ['c'], undefined);
  expect(state.onBroken).toHaveBeenCalledTimes(2);
});
