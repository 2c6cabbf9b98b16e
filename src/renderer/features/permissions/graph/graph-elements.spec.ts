import { describe, expect, it } from 'vitest';
import { createPermissionGraph } from '../../../lib/rules/permission-graph';
import { permissionEdges, permissionNodes } from './graph-elements';

const graph = createPermissionGraph([
  { id: 'admin', contained_permission_ids: ['member', '$delete_team'] },
  { id: 'member', contained_permission_ids: ['$read_members'] },
  { id: '$delete_team', contained_permission_ids: [] },
  { id: '$read_members', contained_permission_ids: [] },
]);

const edited = { id: 'member', contained: ['$delete_team'] };

describe('the edges', () => {
  it('lead to what a permission contains, those of the selected one marked', () => {
    const edges = permissionEdges(graph, 'admin', null).map(({ id, className }) => [id, className]);
    expect(edges).toEqual([
      ['admin member', 'selected'],
      ['admin $delete_team', 'selected'],
      ['member $read_members', 'stored'],
    ]);
  });

  it('show what is added to the edited permission and removed from it', () => {
    const edges = permissionEdges(graph, 'member', edited).filter(({ source }) => source === 'member');
    expect(edges.map(({ target, className }) => [target, className])).toEqual([
      ['$read_members', 'removed'],
      ['$delete_team', 'added'],
    ]);
  });
});

describe('the nodes', () => {
  it('keep their places while a permission is edited', () => {
    const places = (nodes: ReturnType<typeof permissionNodes>) => nodes.map(({ id, position }) => [id, position]);
    expect(places(permissionNodes(graph, 'member', edited))).toEqual(places(permissionNodes(graph, undefined, null)));
  });

  it('show what is added and removed', () => {
    const nodes = permissionNodes(graph, 'member', edited);
    expect(nodes.map(({ id, data, selected }) => [id, data.state, selected])).toEqual([
      ['admin', 'stored', false],
      ['member', 'stored', true],
      ['$delete_team', 'added', false],
      ['$read_members', 'removed', false],
    ]);
  });
});
