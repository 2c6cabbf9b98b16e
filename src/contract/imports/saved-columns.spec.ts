import { expect, test } from 'vitest';
import { importMapping, type MappingOf, newMapping, type SavedMapping } from './mapping';
import { savedColumns, withSaved } from './saved-columns';

const mapping: MappingOf<'users'> = {
  kind: 'users',
  match: 'email',
  existing: 'change',
  empty: 'keep',
  alsoSetPasswords: false,
  columns: [{ column: 1, target: { field: 'email' } }],
};

test('a saved mapping is taken by the names of columns, and leaves passwords of others as they are', () => {
  const saved: SavedMapping = {
    id: 's',
    name: 'CRM',
    kind: 'users',
    match: 'id',
    existing: 'leave',
    empty: 'clear',
    columns: [
      { name: 'missing', target: { field: 'email' } },
      { name: 'b', target: { field: 'display_name' } },
      { name: 'a', target: { field: 'id' } },
    ],
  };
  const taken = withSaved(mapping, saved, [{ name: 'a' }, { name: 'b' }]);
  expect(importMapping.parse(taken)).toMatchObject({
    match: 'id',
    existing: 'leave',
    empty: 'clear',
    alsoSetPasswords: false,
    columns: [
      { column: 0, target: { field: 'id' } },
      { column: 1, target: { field: 'display_name' } },
    ],
  });
});

test('what is saved has the names of the columns, and gives the same mapping again', () => {
  const columns = [{ name: 'x' }, { name: 'Email' }];
  const { kind, match, existing, empty } = mapping;
  const saved = newMapping.parse({ name: 'CRM', kind, match, existing, empty, columns: savedColumns(mapping, columns) });
  expect(saved.columns).toEqual([{ name: 'Email', target: { field: 'email' } }]);
  expect(withSaved(mapping, saved, columns)).toEqual(mapping);
});
