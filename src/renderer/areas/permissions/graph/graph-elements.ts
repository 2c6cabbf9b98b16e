/** The nodes and edges of the graph of permissions. */
import { type Edge, MarkerType, type Node, type Rect } from '@xyflow/react';
import type { PermissionGraph } from '#lib/rules/permission-graph.ts';
import { layeredLayout, type Place } from './layered-layout';
import { backLanes, type Pass, passingHeights } from './long-edges';

const nodeWidth = 168;
const nodeHeight = 40;
const columnDistance = nodeWidth + 56;

/** How an edge differs from what is stored. */
type EdgeState = 'stored' | 'added' | 'removed';

export type PermissionNode = Node<{ readonly id: string; readonly state: EdgeState }, 'permission'>;

/** What the permission in the panel would contain, if that was edited. */
export interface EditedContents {
  readonly id: string;
  readonly contained: readonly string[];
}

export type PermissionLayout = ReadonlyMap<string, Place>;

/** Returns the places of permissions by what is stored, so that nothing moves while one is edited. */
export function permissionLayout(graph: PermissionGraph): PermissionLayout {
  return layeredLayout({ ids: graph.ids, targetsOf: graph.contentsOf });
}

/** Returns a node for each permission. */
export function permissionNodes(
  graph: PermissionGraph,
  layout: PermissionLayout,
  selected: string | undefined,
  edited: EditedContents | null,
): PermissionNode[] {
  return graph.ids.map((id) => {
    const { column, top } = layout.get(id) ?? { column: 0, top: 0 };
    return {
      id,
      type: 'permission',
      position: { x: column * columnDistance, y: top },
      data: { id, state: edited === null ? 'stored' : stateOf(graph, edited, id) },
      selected: id === selected,
      width: nodeWidth,
      height: nodeHeight,
    };
  });
}

/** Returns where a node is in the graph. */
export function rectOf({ position: { x, y } }: PermissionNode): Rect {
  return { x, y, width: nodeWidth, height: nodeHeight };
}

/** Returns an edge from each permission to what it contains, also to what was removed from the edited one. */
export function permissionEdges(
  graph: PermissionGraph,
  layout: PermissionLayout,
  selected: string | undefined,
  edited: EditedContents | null,
): Edge[] {
  return aroundNodes(plainEdges(graph, selected, edited), layout);
}

/**
 * Those to the same column or back, and those over several columns, would run behind nodes. What is added comes last, so that the others stay.
 */
function aroundNodes(edges: readonly Edge[], layout: PermissionLayout): Edge[] {
  const stops = new Map([...layout].map(([id, { column, top }]) => [id, { column, middle: top + nodeHeight / 2 }]));
  const nodes = [...stops.values()];
  const routes = edges.flatMap((edge) => {
    const [source, target] = [stops.get(edge.source), stops.get(edge.target)];
    return source === undefined || target === undefined ? [] : [{ edge, source, target }];
  });
  routes.sort((one, other) => Number(one.edge.className === 'added') - Number(other.edge.className === 'added'));
  const back = routes.filter(({ source, target }) => target.column <= source.column);
  const long = routes.filter(({ source, target }) => target.column > source.column + 1);
  const lanes = backLanes(back, nodes, nodeHeight);
  const heights = passingHeights(long, nodes, nodeHeight);
  const routed = new Map<string, Edge>([
    ...back.map(({ edge }, at) => [edge.id, { ...edge, type: 'back', data: { lane: lanes[at] } }] as const),
    ...long.map(
      ({ edge, source }, at) => [edge.id, { ...edge, type: 'long', data: { passes: passesOf(source.column, heights[at] ?? []) } }] as const,
    ),
  ]);
  return edges.map((edge) => routed.get(edge.id) ?? edge);
}

function passesOf(column: number, heights: readonly number[]): Pass[] {
  return heights.map((height, at) => {
    const left = (column + 1 + at) * columnDistance;
    return { left, right: left + nodeWidth, height };
  });
}

function plainEdges(graph: PermissionGraph, selected: string | undefined, edited: EditedContents | null): Edge[] {
  return graph.ids.flatMap((source) => {
    const targets = new Set([...graph.contentsOf(source), ...(source === edited?.id ? edited.contained : [])]);
    return [...targets].map((target) => {
      const state = source === edited?.id ? stateOf(graph, edited, target) : 'stored';
      return {
        id: `${source} ${target}`,
        source,
        target,
        className: state === 'stored' && source === selected ? 'selected' : state,
        focusable: false,
        // In the color of the line, whatever that is.
        markerEnd: { type: MarkerType.ArrowClosed, color: 'context-stroke' },
      };
    });
  });
}

function stateOf(graph: PermissionGraph, { id, contained }: EditedContents, target: string): EdgeState {
  const [was, is] = [graph.contentsOf(id).includes(target), contained.includes(target)];
  if (was === is) return 'stored';
  return is ? 'added' : 'removed';
}
