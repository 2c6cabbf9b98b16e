import { describe, expect, it } from 'vitest';
import { createPermissionGraph } from '#lib/rules/permission-graph.ts';
import { inheritanceChanges } from './grant-editor';

const graph = createPermissionGraph([
  { id: 'admin', contained_permission_ids: ['$update_team', 'editor'] },
  { id: 'editor', contained_permission_ids: ['reader'] },
  { id: 'reader', contained_permission_ids: [] },
  { id: 'loop', contained_permission_ids: ['pool'] },
  { id: 'pool', contained_permission_ids: ['loop'] },
]);

describe('what a change of grants changes besides them', () => {
  it.each<[what: string, before: string[], after: string[], gained: string[], lost: string[]]>([
    ['nothing without a change', ['admin'], ['admin'], [], []],
    ['what a grant contains, through several too', [], ['admin'], ['$update_team', 'editor', 'reader'], []],
    ['what only the revoked one contained', ['admin', 'editor'], ['editor'], [], ['$update_team']],
    ['nothing that another grant still contains', ['admin', 'editor'], ['admin'], [], []],
    ['not what is granted itself', ['admin'], ['reader'], [], ['$update_team', 'editor']],
    ['the rest of a circle', [], ['loop'], ['pool'], []],
    ['nothing for a permission without a definition', ['zombie'], [], [], []],
  ])('is %s', (_what, before, after, gained, lost) => {
    expect(inheritanceChanges(graph, before, after)).toEqual({ gained, lost });
  });
});
