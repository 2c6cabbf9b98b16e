/** Results of the watch: the items of all connections, which of them are known, and the findings that windows show. */
import type { Finding, WatchState } from '#contract/bridge/watch.ts';
import { AppError } from '#contract/errors.ts';
import type { Topic } from '../runtime/topics';
import type { JsonFile } from '../storage/json-file';
import type { SourceItems } from './item';
import { dismissedKeys, dismissItems, type ItemStates, keepSources, markKey, noItemStates, reconcile } from './item-states';

export interface FindingListDeps {
  readonly file: JsonFile<ItemStates>;
  readonly topic: Topic<WatchState>;
  /** Returns what the sources reported last. */
  readonly sources: () => readonly SourceItems[];
  /** Whether the connection or account of a source exists. */
  readonly exists: (source: string) => boolean;
}

export interface FindingList {
  /** Marks what sources reported, shows it, and returns the findings to notify of: those found until `notifyUntil`. Never rejects. */
  settle(checked: readonly SourceItems[], now: number, notifyUntil: number): Promise<readonly Finding[]>;
  /** Hides a finding in all processes of the profile. */
  dismiss(findingId: string): Promise<void>;
  /** Adopts what another process has marked. */
  reread(): Promise<void>;
  /** Shows what the sources reported last. */
  publish(checkedAtMillis?: number): void;
}

/** Creates the findings, none until sources report some. */
export function createFindingList({ file, topic, sources, exists }: FindingListDeps): FindingList {
  let marks = noItemStates;
  /** Changes the marks. They are kept in memory if the file can't be written. */
  const change = async (next: (value: ItemStates) => ItemStates): Promise<void> => {
    try {
      const stored = await file.read();
      marks = next(stored) === stored ? stored : await file.update(next);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      marks = next(marks);
    }
  };
  const publish = (checkedAtMillis = topic.get().value.checkedAtMillis) => {
    const next = { findings: collectFindings(sources(), dismissedKeys(marks)), checkedAtMillis };
    if (JSON.stringify(next) !== JSON.stringify(topic.get().value)) topic.set(next);
  };
  return {
    publish,
    async settle(checked, now, notifyUntil) {
      let fresh: ReadonlySet<string> = new Set();
      await change((stored) => {
        const reconciled = reconcile(keepSources(stored, exists), checked, now, notifyUntil);
        fresh = reconciled.fresh;
        return reconciled.marks;
      });
      publish();
      const ids = new Set(
        checked.flatMap(({ source, items }) =>
          items.filter(({ mark }) => fresh.has(markKey(source, mark))).map(({ finding }) => finding.id),
        ),
      );
      return topic.get().value.findings.filter(({ id }) => ids.has(id));
    },
    async dismiss(findingId) {
      const items = sources().flatMap(({ source, items: all }) =>
        all.filter(({ finding }) => finding.id === findingId).map(({ mark }) => ({ source, mark })),
      );
      if (items.length > 0) await change((stored) => dismissItems(stored, items));
      publish();
    },
    async reread() {
      await change((stored) => stored);
      publish();
    },
  };
}

/** Returns the findings of the items that weren't dismissed: sessions first, then sign-ups, drift, failures, and what expires first. */
function collectFindings(checks: Iterable<SourceItems>, dismissed: ReadonlySet<string>): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { source, items } of checks) {
    for (const { mark, finding } of items) {
      if (!dismissed.has(markKey(source, mark))) findings.set(finding.id, merged(findings.get(finding.id), finding));
    }
  }
  return [...findings.values()].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Two accounts may report the same key or invitation; failed emails are counted. */
function merged(known: Finding | undefined, finding: Finding): Finding {
  if (known === undefined) return finding;
  return known.kind === 'failed-emails' && finding.kind === 'failed-emails' ? { ...known, count: known.count + finding.count } : known;
}

function rankOf(finding: Finding): number {
  if (finding.kind === 'new-country') return 0;
  if (finding.kind === 'sign-ups') return 1;
  if (finding.kind === 'drift') return 2;
  return finding.kind === 'failed-emails' ? 3 : finding.expiresAtMillis;
}
