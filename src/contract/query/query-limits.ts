/** Limits of a query, so that it gets a response in the time of a keystroke. Without the schemas, because windows start with this file. */
export const queryLimits = { depth: 8, conditions: 50, textLength: 10_000, values: 200 } as const;
