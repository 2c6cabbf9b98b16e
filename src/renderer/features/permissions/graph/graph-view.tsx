import '@xyflow/react/dist/base.css';
import {
  Background,
  Handle,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useViewport,
} from '@xyflow/react';
import { Lock, Maximize, Minus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isBuiltIn } from '../../../../contract/service/models/permission-ids';
import type { PermissionDefinition } from '../../../../contract/service/models/team-models';
import { cx } from '../../../lib/class-names';
import type { PermissionGraph } from '../../../lib/rules/permission-graph';
import { useMessages } from '../../../lib/use-messages';
import { useIsDark } from '../../../lib/use-theme';
import { Icon } from '../../../ui/data/icon';
import { IconButton } from '../../../ui/inputs/icon-button';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden';
import { type PermissionNode, permissionEdges, permissionNodes } from './graph-elements';
import styles from './graph-view.module.css';

interface GraphViewProps {
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  selected: string | undefined;
  /** What the selected permission would contain; null if it isn't edited. */
  contained: readonly string[] | null;
  onOpen: (id: string) => void;
}

const nodeTypes = { permission: NodeCard };

/** Permissions with lines to what they contain. Enter opens one; the table shows the same to those who don’t see lines. */
export function GraphView({ graph, selected, contained, onOpen }: GraphViewProps) {
  const { t } = useMessages();
  const isDark = useIsDark();
  /** What is shown first, if not everything fits. */
  const [around] = useState(() => neighborsOf(graph, selected));
  const edited = useMemo(() => (selected === undefined || contained === null ? null : { id: selected, contained }), [selected, contained]);
  const nodes = useMemo(() => {
    const all = permissionNodes(graph, selected, edited);
    return all.map((node) => ({ ...node, ariaLabel: nodeLabel(graph, node.id, t), ariaRole: 'button' as const }));
  }, [graph, selected, edited, t]);
  const edges = useMemo(() => permissionEdges(graph, selected, edited), [graph, selected, edited]);
  const open = (changes: NodeChange<PermissionNode>[]) => {
    const chosen = changes.find((change) => change.type === 'select' && change.selected);
    if (chosen?.type === 'select') onOpen(chosen.id);
  };
  return (
    <section className={styles.view} aria-label={t('permissions.graph')}>
      <ReactFlowProvider>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          // Its root has one of the app's classes for themes.
          colorMode={isDark ? 'dark' : 'light'}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          elementsSelectable
          onlyRenderVisibleElements
          fitView
          fitViewOptions={{ ...fitOptions, minZoom: readableZoom, ...(around.length === 0 ? {} : { nodes: [...around] }) }}
          minZoom={0.1}
          maxZoom={1.5}
          proOptions={{ hideAttribution: true }}
          onNodesChange={open}
        >
          <Background gap={16} />
        </ReactFlow>
        <div className={styles.bar}>
          <span className={styles.legend}>
            <span>{t('permissions.graph.contains')}</span>
            <span className={styles.added}>{t('permissions.graph.added')}</span>
            <span className={styles.removed}>{t('permissions.graph.removed')}</span>
          </span>
          <ZoomButtons />
        </div>
      </ReactFlowProvider>
    </section>
  );
}

const fitOptions = { padding: 0.1, maxZoom: 1 };
/** Below this, the IDs can't be read. The rest of the graph is reached by moving it. */
const readableZoom = 0.6;

function neighborsOf(graph: PermissionGraph, id: string | undefined): readonly { readonly id: string }[] {
  if (id === undefined) return [];
  return [id, ...graph.contentsOf(id), ...graph.containersOf(id)].map((one) => ({ id: one }));
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

function ZoomButtons() {
  const { t, locale } = useMessages();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { zoom } = useViewport();
  return (
    <span className={styles.zoom}>
      <IconButton size="sm" label={t('permissions.graph.zoom-out')} icon={Minus} onClick={() => void zoomOut()} />
      <span className={styles.percent}>{new Intl.NumberFormat(locale, { style: 'percent' }).format(zoom)}</span>
      <IconButton size="sm" label={t('permissions.graph.zoom-in')} icon={Plus} onClick={() => void zoomIn()} />
      <IconButton size="sm" label={t('permissions.graph.fit')} icon={Maximize} onClick={() => void fitView(fitOptions)} />
    </span>
  );
}
