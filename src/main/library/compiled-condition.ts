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

/** Joins parts of a condition with their parameters. */
export function joined(texts: TemplateStringsArray, ...parts: readonly Compiled[]): Compiled {
  return {
    sql: texts.map((text, at) => `${text}${parts[at]?.sql ?? ''}`).join(''),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** Returns SQL that has no parameters. */
export function as(sql: string): Compiled {
  return { sql, parameters: [] };
}

/** Returns a parameter. */
export function bound(value: string | number): Compiled {
  return { sql: '?', parameters: [value] };
}
