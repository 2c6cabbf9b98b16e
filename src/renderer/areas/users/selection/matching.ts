import type { UserScope } from '#contract/query/user-query.ts';

/** All users of a list. Which ones these are is read when they are used, and is then no longer changed by what happens to the list. */
export interface Matching {
  readonly count: number;
  readonly scope: UserScope;
  readonly asOfMillis: number | null;
  readonly readIds: () => Promise<readonly string[]>;
  readonly readEmails: () => Promise<readonly string[]>;
}
