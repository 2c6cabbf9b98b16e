import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type PermissionKind, usePermissionDefinitions } from '#data/permissions.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { createPermissionGraph, findCycle, type PermissionGraph } from '#lib/rules/permission-graph.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, Skeleton, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { isPanelWidth, SplitPane } from '#ui/layout/split-pane.tsx';
import type { PermissionsPlace } from '#window/url-state.ts';
import type { ChangeUrlState } from '#window/use-change-url-state.ts';
import { useIsViewStateKnown, useViewState } from '#window/view-state.ts';
import { type DefinitionInput, DefinitionPanel } from './definition-panel';
import { DefinitionTable } from './definition-table';
import styles from './permissions.module.css';

const GraphView = lazy(() => import('./graph/graph-view').then((module) => ({ default: module.GraphView })));

interface DefinitionsProps {
  connectionId: string;
  kind: PermissionKind;
  place: PermissionsPlace;
  onChange: ChangeUrlState<PermissionsPlace>;
}

interface Entered {
  readonly id: string;
  readonly input: DefinitionInput;
}

/** Returns what was entered for a permission; null for another one, such as one that can't be edited. */
function inputOf(entered: Entered | null, id: string | undefined): DefinitionInput | null {
  return entered?.id === id ? (entered?.input ?? null) : null;
}

/** The definitions of one kind as a table or as a graph, and one of them in the panel beside it. */
export function Definitions({ connectionId, kind, place, onChange }: DefinitionsProps) {
  const { t } = useMessages();
  const [width, setWidth] = useViewState('permissions.panel-width', 348, isPanelWidth);
  const isKnown = useIsViewStateKnown();
  /** What is entered in the panel of a permission. */
  const [entered, setEntered] = useState<Entered | null>(null);
  /** What was entered before the permission got this ID. */
  const [carried, setCarried] = useState<Entered | null>(null);
  const noteInput = useCallback((id: string, input: DefinitionInput) => {
    setEntered({ id, input });
    setCarried(null);
  }, []);
  const { data, error, isFetching, refetch } = usePermissionDefinitions(connectionId, kind, true);
  const graph = useMemo(() => createPermissionGraph(data?.items ?? []), [data]);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <ErrorState {...failure} />;
  if (data === undefined || !isKnown) return <LoadingDefinitions />;
  const open = (panel: string) => void onChange({ panel });
  const close = () => void onChange({ panel: undefined });
  // Another permission may be in the panel by the time at which a change has ended.
  const isShown = (now: PermissionsPlace) => now.tab === kind && now.panel === place.panel;
  const shared = { definitions: data.items, graph, selected: place.panel, onOpen: open };
  const panel =
    place.panel === undefined ? null : (
      <DefinitionPanel
        key={place.panel}
        connectionId={connectionId}
        kind={kind}
        id={place.panel}
        definitions={data.items}
        graph={graph}
        carried={inputOf(carried, place.panel)}
        onInput={noteInput}
        onRenamed={(id) => {
          if (onChange({ panel: id }, { isGone: true, when: isShown })) setCarried(entered && { id, input: entered.input });
        }}
        onClose={close}
        onDeleted={() => onChange({ panel: undefined }, { isGone: true, when: isShown })}
      />
    );
  return (
    <SplitPane panel={panel} panelLabel={t('permissions.panel')} onClose={close} width={width} onWidthChange={setWidth}>
      <div className={styles.main}>
        {failure && <OutdatedMessage {...failure} />}
        <CycleCallout graph={graph} />
        {place.view === 'table' ? (
          <DefinitionTable
            connectionId={connectionId}
            kind={kind}
            query={place.q ?? ''}
            onQuery={(q) => onChange({ q: q === '' ? undefined : q })}
            {...shared}
          />
        ) : (
          <Suspense fallback={<LoadingStatus />}>
            <GraphView {...shared} contained={inputOf(entered, place.panel)?.contained ?? null} />
          </Suspense>
        )}
        <OmittedNote omitted={data.omitted} />
      </div>
    </SplitPane>
  );
}

function LoadingDefinitions() {
  return (
    <ListFrame>
      <ListToolbar>
        <Skeleton width={300} height={32} />
      </ListToolbar>
      <SkeletonTable avatar={false} count={8} rowHeight={52} />
    </ListFrame>
  );
}

/** Warns of permissions that contain each other, which the service accepts. */
function CycleCallout({ graph }: { graph: PermissionGraph }) {
  const { t } = useMessages();
  const cycle = useMemo(() => findCycle(graph), [graph]);
  if (cycle === null) return null;
  return (
    <Callout tone="warn" title={t('permissions.cycle')} className={styles.callout}>
      {t('permissions.cycle.text', { chain: [...cycle, ...cycle.slice(0, 1)].join(' → ') })}
    </Callout>
  );
}
