import {
  Background,
  BaseEdge,
  type Edge,
  type EdgeProps,
  getSmoothStepPath,
  getViewportForBounds,
  Handle,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  type Rect,
  useReactFlow,
  useStore,
  useViewport,
  type Viewport,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Lock, Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isBuiltIn } from '#contract/service/models/permission-ids.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { cx } from '#lib/class-names.ts';
import type { PermissionGraph } from '#lib/rules/permission-graph.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useIsDark } from '#lib/use-theme.ts';
import { Icon } from '#ui/data/icon.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type EditedContents, type PermissionNode, permissionEdges, permissionLayout, permissionNodes, rectOf } from './graph-elements';
import styles from './graph-view.module.css';
import { longPath, type Pass } from './long-edges';

/** Which part of the graph the canvas shows. */
interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

const fitPadding = 0.1;
const maxZoom = 1;
/** Below this, the IDs can't be read. The rest of the graph is reached by moving it. */
const readableZoom = 0.9;
/** Between a permission and the edge of the canvas, in pixels. */
const margin = 16;

/** Returns the viewport that shows permissions in the middle of the canvas, as large as they fit but readable. */
export function fittedViewport(permissions: readonly Rect[], { width, height }: CanvasSize): Viewport {
  return getViewportForBounds(boundsOf(permissions), width, height, readableZoom, maxZoom, fitPadding);
}

/** Returns the viewport moved no further than needed for a permission to be in view. */
export function viewportWith(permission: Rect, viewport: Viewport, { width, height }: CanvasSize): Viewport {
  const { x, y, zoom } = viewport;
  return {
    x: x + shiftInto(permission.x * zoom + x, permission.width * zoom, width),
    y: y + shiftInto(permission.y * zoom + y, permission.height * zoom, height),
    zoom,
  };
}

/** Returns a permission made as wide as to where those it contains end, so that both are moved into view. */
export function withContained(permission: Rect, contained: readonly Rect[]): Rect {
  const end = Math.max(...[permission, ...contained].map(({ x, width }) => x + width));
  return { ...permission, width: end - permission.x };
}

/** How far a part from `start` on has to move to be between the margins. What is too long shows its start. */
function shiftInto(start: number, length: number, room: number): number {
  const last = room - margin - length;
  return Math.max(margin, Math.min(start, last)) - start;
}

function boundsOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - x;
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - y;
  return { x, y, width, height };
}

type PermissionBackEdge = Edge<{ readonly lane: number }, 'back'>;
type PermissionLongEdge = Edge<{ readonly passes: readonly Pass[] }, 'long'>;

/** Between a node and where its edge turns, which is less than half of the room between columns. */
const offset = 20;

/** An edge to the same column or back: around the nodes, at the height of its lane. */
function BackEdge({ data, markerEnd, sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }: EdgeProps<PermissionBackEdge>) {
  const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition };
  const [path] = getSmoothStepPath({ ...ends, offset, borderRadius: 12, ...(data === undefined ? {} : { centerY: data.lane }) });
  return <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />;
}

/** An edge over several columns: past the nodes between. */
function LongEdge({ data, markerEnd, sourceX, sourceY, targetX, targetY }: EdgeProps<PermissionLongEdge>) {
  const path = longPath([sourceX, sourceY], data?.passes ?? [], [targetX, targetY]);
  return <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />;
}

interface GraphViewProps {
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  selected: string | undefined;
  /** What the selected permission would contain; null for one that can't be edited, and without one. */
  edited: EditedContents | null;
  onOpen: (id: string) => void;
}

const nodeTypes = { permission: NodeCard };
const edgeTypes = { back: BackEdge, long: LongEdge };

/** Permissions with lines to what they contain. Enter opens one; the table shows the same to those who don’t see lines. */
export function GraphView(props: GraphViewProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ graph, selected, edited, onOpen }: GraphViewProps) {
  const { t } = useMessages();
  const isDark = useIsDark();
  const [first] = useState(selected);
  /** What is shown first, if not everything fits. */
  const around = useMemo(() => idsAround(graph, first), [graph, first]);
  const layout = useMemo(() => permissionLayout(graph), [graph]);
  const nodes = useMemo(() => {
    const all = permissionNodes(graph, layout, selected, edited);
    return all.map((node) => ({ ...node, ariaLabel: nodeLabel(graph, node.id, t), ariaRole: 'button' as const }));
  }, [graph, layout, selected, edited, t]);
  const edges = useMemo(() => permissionEdges(graph, layout, selected, edited), [graph, layout, selected, edited]);
  const targets = new Set(edges.filter(({ source }) => source === selected).map(({ target }) => target));
  const moved = useFittedView(
    nodes.filter(({ id }) => around.has(id)),
    nodes.find(({ id }) => id === selected),
    nodes.filter(({ id }) => targets.has(id)),
  );
  const open = (changes: NodeChange<PermissionNode>[]) => {
    const chosen = changes.find((change) => change.type === 'select' && change.selected);
    if (chosen?.type === 'select') onOpen(chosen.id);
  };
  return (
    <section className={styles.view} aria-label={t('permissions.graph')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        // Its root has one of the app's classes for themes.
        colorMode={isDark ? 'dark' : 'light'}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable
        onlyRenderVisibleElements
        minZoom={0.1}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
        onNodesChange={open}
        onMove={(event) => event !== null && moved()}
      >
        <Background gap={16} />
      </ReactFlow>
      <div className={styles.bar}>
        <span className={styles.legend}>
          <span>{t('permissions.graph.contains')}</span>
          <span className={styles.added}>{t('permissions.graph.added')}</span>
          <span className={styles.removed}>{t('permissions.graph.removed')}</span>
        </span>
        <ZoomButtons onZoom={moved} />
      </div>
    </section>
  );
}

/** Returns the IDs of a permission, of those it contains, and of those that contain it; all if it isn't in the graph. */
function idsAround(graph: PermissionGraph, id: string | undefined): ReadonlySet<string> {
  return new Set(id === undefined || !graph.ids.includes(id) ? graph.ids : [id, ...graph.contentsOf(id), ...graph.containersOf(id)]);
}

function nodeLabel(graph: PermissionGraph, id: string, t: ReturnType<typeof useMessages>['t']): string {
  const contents = graph.contentsOf(id);
  return contents.length === 0 ? id : t('permissions.graph.node', { id, contents: contents.join(', ') });
}

function NodeCard({ data: { id, state }, selected }: NodeProps<PermissionNode>) {
  const { t } = useMessages();
  return (
    <div className={cx(styles.node, isBuiltIn(id) && styles.builtIn, selected && styles.selected, state !== 'stored' && styles[state])}>
      <Handle type="target" position={Position.Left} className={styles.handle} isConnectable={false} />
      <code title={id}>{id}</code>
      {isBuiltIn(id) && <Icon of={Lock} size={13} />}
      {state !== 'stored' && <VisuallyHidden>{t(state === 'added' ? 'draft.added' : 'draft.removed')}</VisuallyHidden>}
      <Handle type="source" position={Position.Right} className={styles.handle} isConnectable={false} />
    </div>
  );
}

/** Zooms the graph, and shows all of it. */
function ZoomButtons({ onZoom }: { onZoom: () => void }) {
  const { t, locale } = useMessages();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { zoom } = useViewport();
  const zoomWith = (change: () => Promise<boolean>) => () => {
    onZoom();
    void change();
  };
  const fitAll = () => fitView({ padding: 0.1, maxZoom: 1 });
  return (
    <span className={styles.zoom}>
      <IconButton size="sm" label={t('permissions.graph.zoom-out')} icon={Minus} onClick={zoomWith(zoomOut)} />
      <span className={styles.percent}>{new Intl.NumberFormat(locale, { style: 'percent' }).format(zoom)}</span>
      <IconButton size="sm" label={t('permissions.graph.zoom-in')} icon={Plus} onClick={zoomWith(zoomIn)} />
      <IconButton size="sm" label={t('permissions.graph.fit')} icon={Maximize} onClick={zoomWith(fitAll)} />
    </span>
  );
}

/**
 * Fits nodes into the canvas, also when its size changes, until the user moves the graph. The selected permission is always moved into view,
 * with what it contains where there is room.
 * Returns what is to be called when the user moves or zooms.
 */
function useFittedView(
  fitted: readonly PermissionNode[],
  selected: PermissionNode | undefined,
  contained: readonly PermissionNode[],
): () => void {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isMoved = useRef(false);
  const nodes = useRef({ fitted, selected, contained });
  nodes.current = { fitted, selected, contained };
  const selectedId = selected?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: edited permissions don't move; another selection and another size do
  useEffect(() => {
    if (width === 0 || height === 0 || nodes.current.fitted.length === 0) return;
    const size = { width, height };
    const viewport = isMoved.current ? getViewport() : fittedViewport(nodes.current.fitted.map(rectOf), size);
    const shown = nodes.current.selected;
    const target = shown && withContained(rectOf(shown), nodes.current.contained.map(rectOf));
    void setViewport(target === undefined ? viewport : viewportWith(target, viewport, size));
  }, [width, height, selectedId]);
  return () => {
    isMoved.current = true;
  };
}
