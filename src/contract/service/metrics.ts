/** Metrics (endpoints 9.4). */
export const metrics = {};
