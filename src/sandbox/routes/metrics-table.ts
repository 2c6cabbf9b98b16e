/** The behaviour of the rows of `metrics`. */
import type { HandlersOf } from './handlers';

export const metricsHandlers: HandlersOf<'metrics'> = {};
