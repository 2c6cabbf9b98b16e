import { describe, expect, it } from 'vitest';
import { createPermissionGraph } from '#lib/rules/permission-graph.ts';
import { type EditedContents, permissionEdges, permissionLayout, permissionNodes } from './graph-elements';

const graph = createPermissionGraph([
  { id: 'admin', contained_permission_ids: ['member', '$delete_team'] },
  { id: 'member', contained_permission_ids: ['$read_members'] },
  { id: '$delete_team', contained_permission_ids: [] },
  { id: '$read_members', contained_permission_ids: [] },
]);

const layout = permissionLayout(graph);
const edited = { id: 'member', contained: ['$delete_team'] };

describe('the edges', () => {
  it('lead to what a permission contains, those of the selected one marked', () => {
    const edges = permissionEdges(graph, layout, 'admin', null).map(({ id, className }) => [id, className]);
    expect(edges).toEqual([
      ['admin member', 'selected'],
      ['admin $delete_team', 'selected'],
      ['member $read_members', 'stored'],
    ]);
  });

  it('show what is added to the edited permission and removed from it', () => {
    const edges = permissionEdges(graph, layout, 'member', edited).filter(({ source }) => source === 'member');
    expect(edges.map(({ target, className }) => [target, className])).toEqual([
      ['$read_members', 'removed'],
      ['$delete_team', 'added'],
    ]);
  });
});

describe('edges to the same column or back', () => {
  const circle = createPermissionGraph([
    { id: 'author', contained_permission_ids: ['reviewer'] },
    { id: 'editor', contained_permission_ids: ['author'] },
    { id: 'reviewer', contained_permission_ids: ['editor', 'reviewer'] },
  ]);
  const routes = (contained: EditedContents | null) =>
    permissionEdges(circle, permissionLayout(circle), undefined, contained).map(({ id, type, data }) => [id, type, data?.lane]);

  it('run around the nodes', () => {
    expect(routes(null)).toEqual([
      ['author reviewer', undefined, undefined],
      ['editor author', 'back', -10],
      ['reviewer editor', undefined, undefined],
      ['reviewer reviewer', 'back', 50],
    ]);
  });

  it('stay where they are when another one is added', () => {
    const added = routes({ id: 'author', contained: ['reviewer', 'author'] });
    expect(added).toEqual(expect.arrayContaining(routes(null)));
    expect(added).toContainEqual(['author author', 'back', 50]);
  });
});

describe('the nodes', () => {
  it('keep their places while a permission is edited', () => {
    const places = (nodes: ReturnType<typeof permissionNodes>) => nodes.map(({ id, position }) => [id, position]);
    expect(places(permissionNodes(graph, layout, 'member', edited))).toEqual(places(permissionNodes(graph, layout, undefined, null)));
  });

  it('show what is added and removed', () => {
    const nodes = permissionNodes(graph, layout, 'member', edited);
    expect(nodes.map(({ id, data, selected }) => [id, data.state, selected])).toEqual([
      ['admin', 'stored', false],
      ['member', 'stored', true],
      ['$delete_team', 'added', false],
      ['$read_members', 'removed', false],
    ]);
  });
});
