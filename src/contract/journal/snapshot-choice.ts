/** Whether a deletion keeps a snapshot. Imports no schemas, because windows load it. */

/** Requests before a deletion, at most. */
export const snapshotReads = { user: 7, team: 4 } as const;

/** Whether a deletion keeps a snapshot: `keep` refuses the deletion without it, `none` keeps none. */
export const snapshotChoices = ['keep', 'none'] as const;
export type SnapshotChoice = (typeof snapshotChoices)[number];
