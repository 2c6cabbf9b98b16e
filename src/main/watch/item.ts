import type { Finding } from '#contract/bridge/watch.ts';

/** One thing that a source reports. Several items with the same finding are shown as one. */
export interface Item {
  /** Identifies the item in its source, and changes when it becomes more urgent. */
  readonly mark: string;
  readonly finding: Finding;
}

/** The last items of a source. */
export interface SourceItems {
  /** Identifies the source across restarts. */
  readonly source: string;
  /** What the items of the first check of the source count as: they aren't notified of. Null if they are like later ones. */
  readonly baseline: 'notified' | 'dismissed' | null;
  readonly items: readonly Item[];
}
