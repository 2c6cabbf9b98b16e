import { describe, expect, it, test } from 'vitest';
import { permissionRows } from './permission-rows';

const definitions = [
  { id: 'admin', contained_permission_ids: ['$read_members', 'member'] },
  { id: 'member', description: 'Reads', contained_permission_ids: ['$read_members'] },
  { id: 'editor', contained_permission_ids: ['member', '$update_team'] },
  { id: 'lead', contained_permission_ids: ['editor', 'billing'] },
  { id: 'billing', contained_permission_ids: [] },
  { id: 'a', contained_permission_ids: ['b'] },
  { id: 'b', contained_permission_ids: ['c', 'a'] },
  { id: 'c', contained_permission_ids: ['c', 'b'] },
];
const ids = (team: string | undefined, ...names: string[]) => names.map((id) => ({ id, ...(team === undefined ? {} : { team_id: team }) }));

describe('how a permission is inherited', () => {
  test.each([
    { granted: ['lead'], of: 'editor', via: ['lead'] },
    { granted: ['lead'], of: '$read_members', via: ['lead', 'editor', 'member'] },
    { granted: ['lead', 'admin'], of: '$read_members', via: ['admin'] },
    { granted: ['lead', 'editor'], of: 'editor', via: [] },
    { granted: ['a'], of: 'c', via: ['a', 'b'] },
    { granted: ['a'], of: 'billing', via: null },
    { granted: ['unknown'], of: 'billing', via: null },
    { granted: [], of: 'billing', via: null },
  ])('$of with $granted', ({ granted, of, via }) => {
    const rows = permissionRows(ids('t', ...granted, of), ids('t', ...granted), definitions);
    expect(rows.find(({ id }) => id === of)).toMatchObject({ isDirect: granted.includes(of), via });
  });

  it('is unknown without definitions', () => {
    expect(permissionRows(ids(undefined, 'lead', 'editor'), ids(undefined, 'lead'), undefined)).toEqual([
      { id: 'editor', teamId: null, isDirect: false, via: null, description: undefined },
      { id: 'lead', teamId: null, isDirect: true, via: [], description: undefined },
    ]);
  });

  it('is decided in each team by what was granted there', () => {
    const rows = permissionRows(
      [...ids('t1', 'lead', 'editor'), ...ids('t2', 'editor')],
      [...ids('t1', 'lead'), ...ids('t2', 'editor')],
      definitions,
    );
    expect(rows.map(({ teamId, id, isDirect }) => [teamId, id, isDirect])).toEqual([
      ['t1', 'editor', false],
      ['t1', 'lead', true],
      ['t2', 'editor', true],
    ]);
  });
});

it('has the description of the definition', () => {
  expect(permissionRows(ids('t', 'member'), ids('t', 'member'), definitions)[0]?.description).toBe('Reads');
});

it('lists a permission once, also one that was granted between the two requests', () => {
  expect(permissionRows(ids('t', 'member'), ids('t', 'member', 'lead'), definitions).map(({ id }) => id)).toEqual(['lead', 'member']);
});
