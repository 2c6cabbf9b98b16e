/** Conditions in SQL, in which everything that a user wrote is a parameter. */
import type { Condition } from '#contract/query/user-query.ts';

type Parameter = string | number | typeof low | typeof high;

/** Stand for the first and the last row that a statement looks at, which its caller knows. */
export const low = Symbol('low');
export const high = Symbol('high');

/** A condition on the row `f` of `facts`, true or false for each user, with its parameters in their order. */
export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

export type MetadataOp = Extract<Condition, { field: 'metadata' }>['is'];
