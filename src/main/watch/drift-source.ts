/** The source of drift: a project that differs from the file that its connection follows, or from what was applied last. */
import type { DriftState } from '#contract/bridge/drift.ts';
import type { Target } from '../remote/send';
import type { Item } from './item';
import { costlyEveryMillis, type Source, type SourceDeps } from './sources';

/** What the watch uses of drift. */
export interface WatchedDrift {
  /** Identifies what the project of a connection is compared with. */
  yardstickOf(connectionId: string): string;
  lookUnasked(connectionId: string, request: { readonly target: Target; readonly signal: AbortSignal }): Promise<DriftState>;
}

/** Identifies the source of a connection. Another file is another source, so that its first look notifies of nothing that the user has just seen. */
export function driftSourceName(connectionId: string, drift: Pick<WatchedDrift, 'yardstickOf'>): string {
  return `drift:${connectionId}:${drift.yardstickOf(connectionId)}`;
}

/** Returns the source of a connection. It sends no request where there is nothing to compare with. */
export function driftSource({ connection: { id: connectionId }, target, signal }: SourceDeps, drift: WatchedDrift): Source {
  return {
    source: driftSourceName(connectionId, drift),
    kind: 'drift',
    baseline: 'notified',
    everyMillis: costlyEveryMillis,
    isResolvable: true,
    read: async () => itemsOf(connectionId, await drift.lookUnasked(connectionId, { target, signal })),
  };
}

/** A project that was made equal by applying something, and differs again, is notified of again; so is one whose production mode differs, too. */
function itemsOf(connectionId: string, state: DriftState): readonly Item[] | null {
  if (state.state === 'none') return [];
  if (state.state !== 'compared') return null;
  const { count, file, production, baseMillis } = state;
  if (count === 0) return [];
  const finding = { id: `drift:${connectionId}`, connectionId, kind: 'drift', file, count, isProductionMode: production !== null } as const;
  const marks = [`since ${baseMillis ?? 'ever'}`, ...(production === null ? [] : [`production since ${baseMillis ?? 'ever'}`])];
  return marks.map((mark) => ({ mark, finding }));
}
