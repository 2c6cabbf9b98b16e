import type { Finding } from '#contract/bridge/findings.ts';

/** One thing that a source reports. Several items with the same finding are shown as one. */
export interface Item {
  /** Identifies the item in its source, and changes when it becomes more urgent. */
  readonly mark: string;
  readonly finding: Finding;
}

/** What a source reported last. */
export interface SourceItems {
  /** Identifies the source across restarts. */
  readonly source: string;
  /** What the items of the first look at the source count as: they aren't notified of. Null if they are like later ones. */
  readonly baseline: 'notified' | 'dismissed' | null;
  readonly items: readonly Item[];
}
