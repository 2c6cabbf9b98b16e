import { describe, expect, it } from 'vitest';
import { createPermissionGraph } from '#lib/rules/permission-graph.ts';
import type { GrantChange } from '#lib/rules/team-rights.ts';
import { matrixColumns, memberCells } from './matrix-cells';

const graph = createPermissionGraph([
  { id: 'admin', contained_permission_ids: ['$update_team', 'editor'] },
  { id: 'editor', contained_permission_ids: ['reader'] },
  { id: 'reader', contained_permission_ids: [] },
  { id: 'loop', contained_permission_ids: ['pool'] },
  { id: 'pool', contained_permission_ids: ['loop'] },
]);
const change = (text: string): GrantChange => ({
  kind: text.startsWith('+') ? 'grant' : 'revoke',
  userId: 'ada',
  permissionId: text.slice(1),
});

describe('the columns', () => {
  it.each<[what: string, defined: string[] | undefined, granted: string[], ids: string[], firstBuiltIn: number]>([
    [
      'are the own permissions before the built-in ones',
      ['$delete_team', 'b', 'a', '$update_team'],
      [],
      ['b', 'a', '$update_team', '$delete_team'],
      2,
    ],
    ['include what members have without a definition', ['a'], ['zombie', 'a', '$new'], ['a', 'zombie', '$new'], 2],
    [
      'are the built-in ones and those found where definitions can’t be read',
      undefined,
      ['member', 'admin'],
      ['admin', 'member', '$update_team', '$delete_team', '$read_members', '$remove_members', '$invite_members', '$manage_api_keys'],
      2,
    ],
  ])('%s', (_what, defined, granted, ids, firstBuiltIn) => {
    expect(matrixColumns(defined, granted)).toEqual({ ids, firstBuiltIn });
  });
});

describe('a cell', () => {
  it.each<[what: string, granted: string[], changes: string[], id: string, state: string, chain: string[] | null]>([
    ['granted directly', ['admin'], [], 'admin', 'direct', null],
    ['not held', ['editor'], [], 'admin', 'none', null],
    ['inherited through several', ['admin'], [], 'reader', 'inherited', ['admin', 'editor']],
    ['inherited by the shortest way', ['admin', 'editor'], [], 'reader', 'inherited', ['editor']],
    ['direct although it is inherited too', ['admin', 'reader'], [], 'reader', 'direct', null],
    ['to be granted', [], ['+editor'], 'editor', 'granting', null],
    ['that follows from a grant', [], ['+admin'], 'reader', 'gaining', ['admin', 'editor']],
    ['to be revoked', ['editor'], ['-editor'], 'editor', 'revoking', null],
    ['to be revoked, and still inherited', ['admin', 'reader'], ['-reader'], 'reader', 'revoking', ['admin', 'editor']],
    ['lost by a revocation', ['editor'], ['-editor'], 'reader', 'losing', ['editor']],
    ['kept by another grant', ['editor'], ['-editor', '+admin'], 'reader', 'inherited', ['admin', 'editor']],
    ['lost, although a part of it is granted', ['admin'], ['-admin', '+reader'], 'editor', 'losing', ['admin']],
    ['in a circle', ['loop'], [], 'pool', 'inherited', ['loop']],
    ['without a definition', ['zombie'], [], 'zombie', 'direct', null],
  ])('%s', (_what, granted, changes, id, state, chain) => {
    expect(memberCells(new Set(granted), changes.map(change), { graph })(id)).toEqual({ state, chain });
  });

  it.each<[changes: string[], id: string, state: string]>([
    [[], 'editor', 'direct'],
    [[], 'reader', 'inherited'],
    [['-editor'], 'editor', 'revoking'],
    [['-editor'], 'reader', 'inherited'],
    [['+admin'], '$update_team', 'none'],
    [['+admin'], 'admin', 'granting'],
  ])('without definitions, with changes %s: %s is %s', (changes, id, state) => {
    const all = new Set(['editor', 'reader']);
    expect(memberCells(new Set(['editor']), changes.map(change), { all })(id)).toEqual({ state, chain: null });
  });
});
