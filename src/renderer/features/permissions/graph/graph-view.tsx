import '@xyflow/react/dist/base.css';
import { Background, Handle, type NodeChange, type NodeProps, Position, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { Lock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isBuiltIn } from '../../../../contract/service/models/permission-ids';
import type { PermissionDefinition } from '../../../../contract/service/models/team-models';
import { cx } from '../../../lib/class-names';
import type { PermissionGraph } from '../../../lib/rules/permission-graph';
import { useMessages } from '../../../lib/use-messages';
import { useIsDark } from '../../../lib/use-theme';
import { Icon } from '../../../ui/data/icon';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden';
import { BackEdge } from './back-edge';
import { type PermissionNode, permissionEdges, permissionLayout, permissionNodes } from './graph-elements';
import styles from './graph-view.module.css';
import { useFittedView } from './use-fitted-view';
import { ZoomButtons } from './zoom-buttons';

interface GraphViewProps {
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  selected: string | undefined;
  /** What the selected permission would contain; null if it isn't edited. */
  contained: readonly string[] | null;
  onOpen: (id: string) => void;
}

const nodeTypes = { permission: NodeCard };
const edgeTypes = { back: BackEdge };

/** Permissions with lines to what they contain. Enter opens one; the table shows the same to those who don’t see lines. */
export function GraphView(props: GraphViewProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ graph, selected, contained, onOpen }: GraphViewProps) {
  const { t } = useMessages();
  const isDark = useIsDark();
  const [first] = useState(selected);
  /** What is shown first, if not everything fits. */
  const around = useMemo(() => idsAround(graph, first), [graph, first]);
  const edited = useMemo(() => (selected === undefined || contained === null ? null : { id: selected, contained }), [selected, contained]);
  const layout = useMemo(() => permissionLayout(graph), [graph]);
  const nodes = useMemo(() => {
    const all = permissionNodes(graph, layout, selected, edited);
    return all.map((node) => ({ ...node, ariaLabel: nodeLabel(graph, node.id, t), ariaRole: 'button' as const }));
  }, [graph, layout, selected, edited, t]);
  const moved = useFittedView(
    nodes.filter(({ id }) => around.has(id)),
    nodes.find(({ id }) => id === selected),
  );
  const edges = useMemo(() => permissionEdges(graph, layout, selected, edited), [graph, layout, selected, edited]);
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
